import { once } from "node:events";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json, text } from "node:stream/consumers";

type SentEvent = { id: string; name: string; data: Record<string, string>; ts: number };
type RegisteredFunction = {
  id: string;
  triggers: { event?: string; cron?: string }[];
  cancel?: { event: string; if: string }[];
  concurrency?: unknown;
  steps: { step: { runtime: { url: string } } };
};
type Registration = { url: string; appName: string; functions: RegisteredFunction[] };

/** What an Inngest server takes from an application: registrations and events. `hang(true)` makes it answer nothing. */
export async function startInngestServer() {
  const registrations: Registration[] = [];
  const events: SentEvent[] = [];
  const posts: string[] = [];
  let hanging = false;
  const server = await listen(async (request, response) => {
    posts.push(request.url ?? "");
    if (hanging) return;
    const body = request.method === "GET" ? null : await json(request);
    const sent = request.url?.startsWith("/e/") ? (body as SentEvent[]) : [];
    if (request.url?.startsWith("/fn/register")) registrations.push(body as Registration);
    events.push(...sent);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ status: 200, modified: true, ids: sent.map((event) => event.id) }));
  });
  return {
    ...server,
    registrations,
    events,
    posts,
    hang: (on: boolean) => {
      hanging = on;
    },
  };
}

type Method = "GET" | "POST" | "PUT";
// biome-ignore lint/suspicious/noExplicitAny: the handlers are typed for the framework's request
type Route = Record<Method, (request: any) => Promise<Response>>;

/** Serves a route file's functions over HTTP. */
export function serveRoute(route: Route) {
  return listen(async (request, response) => {
    const method = request.method as Method;
    const answer = await route[method](
      new Request(`http://${request.headers.host}${request.url}`, {
        method,
        headers: Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]),
        body: method === "GET" ? undefined : await text(request),
      }),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  });
}

async function listen(answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>) {
  const server = http.createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
