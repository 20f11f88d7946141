import { once } from "node:events";
import http from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { SELF_SIGNED } from "@/tests/support/self-signed";

type Options = { from?: string; tls?: boolean; forwards?: boolean };

/**
 * A reverse proxy on this machine, which connects to the service `from` an address; `forwards`: it names the client.
 */
export async function startForwardingProxy(target: () => string, { from, tls, forwards = true }: Options = {}) {
  const handle: http.RequestListener = (request, response) => {
    const headers = { ...request.headers, ...(forwards && { "x-forwarded-for": request.socket.remoteAddress }) };
    const url = new URL(request.url ?? "/", target());
    const onward = http.request(url, { method: request.method, headers, localAddress: from }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.writeHead(502).end());
    request.pipe(onward);
  };
  const server = tls ? https.createServer(SELF_SIGNED, handle) : http.createServer(handle);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  return `${tls ? "https" : "http"}://localhost:${(server.address() as AddressInfo).port}`;
}
