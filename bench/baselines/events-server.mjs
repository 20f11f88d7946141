// The floor of open payment pages: node:http, a map of responses, one LISTEN, a select for each page that is opened and
// for each intent that changed. No limits, no headers beyond those of the stream, no state between.
// Argument: database URL.
import { createServer } from "node:http";
import { connect } from "../lib/connect.mjs";

const [url] = process.argv.slice(2);
const sql = connect(url, 10);
const pages = new Map();

async function stateOf(id) {
  const [row] = await sql`select status, amount_micros, received_micros from payment_intents where id = ${id}`;
  return `event: state\ndata: ${JSON.stringify({ status: row.status, received_usdt: Number(row.received_micros) / 1e6 })}\n\n`;
}

await sql.listen("till_intents", async (payload) => {
  for (const id of payload.split(",")) {
    if (pages.has(id)) pages.get(id).write(await stateOf(id));
  }
});
setInterval(() => {
  for (const page of pages.values()) page.write(": still here\n\n");
}, 15_000);

const server = createServer(async (request, response) => {
  const id = request.url.split("/")[2];
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  response.write(await stateOf(id));
  pages.set(id, response);
  response.on("close", () => pages.delete(id));
});
server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));
process.on("disconnect", () => process.exit());
