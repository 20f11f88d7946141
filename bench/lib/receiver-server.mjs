// A webhook receiver on a free port of 127.0.0.1; the argument is its manner, see receiver.mjs.
import { createServer } from "node:http";

const manner = process.argv[2];
const sockets = new Set();
let arrivals = [];

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const at = process.hrtime.bigint();
  if (manner !== "record") {
    request.resume();
    if (manner === "fast") request.on("end", () => response.end("ok"));
    return;
  }
  let body = "";
  request.on("data", (chunk) => {
    body += chunk;
  });
  request.on("end", () => {
    arrivals.push([JSON.parse(body).intent_id, String(at)]);
    response.end("ok");
  });
});
server.on("connection", (socket) => {
  sockets.add(socket);
  socket.on("close", () => sockets.delete(socket));
});
server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));

process.on("disconnect", () => process.exit());
process.on("message", (what) => {
  if (what === "cut") for (const socket of sockets) socket.destroy();
  process.send(what === "arrivals" ? arrivals : "done");
  if (what === "arrivals") arrivals = [];
});
