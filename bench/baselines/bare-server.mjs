// The floor of a status request: node:http, one prepared select by postgres.js, one object as JSON.
// Arguments: database URL, connections.
import { createServer } from "node:http";
import { connect } from "../lib/connect.mjs";

const [url, connections] = process.argv.slice(2);
const sql = connect(url, Number(connections));

const server = createServer({ keepAliveTimeout: 60_000 }, async (request, response) => {
  const id = request.url.slice(request.url.indexOf("=") + 1);
  const [row] = await sql`
    select id, amount_micros, status, environment, expires_at from payment_intents where id = ${id}`;
  const body = JSON.stringify({
    id: row.id,
    amount_usdt: Number(row.amount_micros) / 1e6,
    status: row.status,
    environment: row.environment,
    livemode: row.environment === "live",
    expires_at: row.expires_at,
  });
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
  response.end(body);
});
server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));
process.on("disconnect", () => process.exit());
