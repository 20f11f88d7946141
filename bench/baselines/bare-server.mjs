// The floor of an API on this stack: node:http and postgres.js, without the other work of an API. GET answers a status
// after one prepared select, POST a payment after the transaction of create.pgbench.sql. Arguments: database URL,
// connections, and for POST the key's hash in hex.
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { connect } from "../lib/connect.mjs";
import { createOne } from "./create-transaction.mjs";

const [url, connections, keyHash] = process.argv.slice(2);
const sql = connect(url, Number(connections));

const server = createServer({ keepAliveTimeout: 60_000 }, async (request, response) => {
  const answer = request.method === "POST" ? await create(request) : await readStatus(request);
  const body = JSON.stringify(answer);
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
  response.end(body);
});

async function readStatus({ url }) {
  const id = url.slice(url.indexOf("=") + 1);
  const [row] = await sql`
    select id, amount_micros, status, environment, expires_at from payment_intents where id = ${id}`;
  return {
    id: row.id,
    amount_usdt: Number(row.amount_micros) / 1e6,
    status: row.status,
    environment: row.environment,
    livemode: row.environment === "live",
    expires_at: row.expires_at,
  };
}

async function create(request) {
  const { amount_usdt } = JSON.parse(await text(request));
  const connection = await sql.reserve();
  try {
    return { id: await createOne(connection, keyHash), amount_usdt };
  } finally {
    connection.release();
  }
}

server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));
process.on("disconnect", () => process.exit());
