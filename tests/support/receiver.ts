import { once } from "node:events";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import https from "node:https";
import net, { type AddressInfo, type Server, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { freePort } from "@/scripts/lib/free-port.mjs";
import { SELF_SIGNED } from "@/tests/support/self-signed";

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** An HTTP server on a port of 127.0.0.1 for one test; `answer` runs when a request has been read. */
export async function startReceiver(answer: Answer, options: { tls?: boolean | { key: string; cert: string } } = {}) {
  const requests: Array<{ request: IncomingMessage; body: string }> = [];
  const onRequest = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request).catch(() => null);
    if (body === null) return; // cut off by the sender
    requests.push({ request, body });
    answer(request, response, body);
  };
  const certificate = options.tls === true ? SELF_SIGNED : options.tls;
  const server = certificate ? https.createServer(certificate, onRequest) : http.createServer(onRequest);
  const { port, sockets } = await listen(server);
  return { port, sockets, requests, url: `http${options.tls ? "s" : ""}://127.0.0.1:${port}/hook` };
}

/** A bare TCP server for one test; `serve` runs when the first bytes of a connection have come. */
export async function startRawReceiver(serve: (socket: Socket) => void) {
  const server = net.createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => serve(socket));
  });
  const { port, sockets } = await listen(server);
  return { port, sockets, url: `http://127.0.0.1:${port}/hook` };
}

/** A free port behind which the next one is free too. */
export async function freePortPair(): Promise<number> {
  const port = await freePort();
  const next = net.createServer().listen(port + 1, "127.0.0.1");
  const isFree = await once(next, "listening").then(
    () => true,
    () => false,
  );
  next.close();
  return isFree ? port : freePortPair();
}

async function listen(server: Server) {
  const sockets: Socket[] = [];
  server.on("connection", (socket: Socket) => sockets.push(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, "close");
  });
  return { port: (server.address() as AddressInfo).port, sockets };
}
