import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export type Receiver = {
  url: string;
  /** what it answers from now on */
  answer: { status: number; body: string; headers?: Record<string, string> };
  requests: { headers: IncomingHttpHeaders; body: string }[];
  close(): Promise<void>;
};

/** A merchant's server: takes webhooks on a port of its own and answers as it is told. */
export async function startReceiver(): Promise<Receiver> {
  const answer: Receiver["answer"] = { status: 200, body: "thank you" };
  const requests: Receiver["requests"] = [];
  const server = createServer(async (request, response) => {
    requests.push({ headers: request.headers, body: await text(request) });
    response.writeHead(answer.status, { "content-type": "text/plain", ...answer.headers }).end(answer.body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}/webhooks`,
    answer,
    requests,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
