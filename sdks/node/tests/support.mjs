import { once } from "node:events";
import { readFileSync } from "node:fs";
import http from "node:http";
import net from "node:net";
import path from "node:path";
import { Till } from "till-payments";

const given = (name) => process.env[`TILL_TEST_${name}`] ?? "";

export const service = {
  url: given("URL"),
  apiKey: given("API_KEY"),
  secret: given("WEBHOOK_SECRET"),
  endpointId: given("WEBHOOK_ENDPOINT_ID"),
  webhookPort: Number(given("WEBHOOK_PORT")),
};

/** A client of the running service. */
export const client = (options = {}) => new Till({ apiKey: service.apiKey, baseUrl: service.url, ...options });

export const vectors = (name) => JSON.parse(readFileSync(path.join(given("VECTORS"), `${name}.json`), "utf8"));

let token = 0;
/** A client whose requests meet, one after another, what the plan says; `requests` tells what was sent. */
export function faultyClient(plan, options = {}) {
  token += 1;
  const baseUrl = `${given("FAULTS_URL")}/${plan}/t${process.pid}x${token}`;
  const requests = async () => (await fetch(`${baseUrl}/requests`)).json();
  return { till: client({ baseUrl, ...options }), requests };
}

/** Stops or starts the service, or runs an operator's command. */
export async function control(verb, ...args) {
  const answer = await fetch(`${given("CONTROL_URL")}/${verb}`, { method: "POST", body: JSON.stringify(args) });
  const value = await answer.json();
  if (!answer.ok) throw new Error(value.error);
  return value;
}

/** An HTTP server on a port of its own for one test; `answer` gets each request with its body. */
export async function serve(context, answer, port = 0) {
  const server = http.createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    answer(request, response, Buffer.concat(chunks));
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${server.address().port}`;
}

/**
 * A client of a server that gives these answers in turn (`{ lost: true }` cuts the connection) and leaves every later
 * request unanswered. `requests` has what was sent; `overrun` resolves with the first unanswered request.
 */
export async function scripted(context, answers, options = {}) {
  const requests = [];
  let resolve;
  const overrun = new Promise((done) => {
    resolve = done;
  });
  const baseUrl = await serve(context, (request, response, body) => {
    const { pathname, search, searchParams } = new URL(request.url, "http://x");
    const { method, headers } = request;
    const query = Object.fromEntries(searchParams);
    requests.push({ method, path: pathname, search, query, headers, body: String(body), atMs: performance.now() });
    const answer = answers[requests.length - 1];
    if (answer === undefined) return resolve();
    if (answer.lost) return response.destroy();
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  return { till: client({ baseUrl, ...options }), baseUrl, requests, overrun };
}

/** What a call ends with: its result, or the code or name of its error. */
export const outcomeOf = (promise) =>
  promise.then(
    (value) => ({ value, error: null }),
    (error) => ({ value: undefined, error: typeof error.code === "string" ? error.code : error.name }),
  );

/** A vector's JSON as this library has it: other names, amounts in millionths as bigints, times as dates. */
export function asRead(value, name = "") {
  if (Array.isArray(value)) return value.map((item) => asRead(item));
  if (typeof value === "string" && /micros$/i.test(name)) return BigInt(value);
  if (typeof value === "string" && /(^timestamp|At|Since)$/.test(name)) return new Date(value);
  if (typeof value !== "object" || value === null || name === "metadata") return value;
  const pairs = Object.entries(value).map(([key, member]) => [camel(key), asRead(member, camel(key))]);
  return Object.fromEntries(pairs);
}

export const camel = (name) => name.replace(/_(\w)/g, (_all, letter) => letter.toUpperCase());

/** A forward proxy; `asked` has the host of each tunnel and of each request that came without one. */
export async function proxy(context) {
  const asked = [];
  const server = http.createServer((request, response) => {
    const target = new URL(request.url ?? "");
    asked.push(target.host);
    const onward = http.request(target, { method: request.method, headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  const sockets = new Set();
  server.on("connect", (request, client) => {
    asked.push(request.url);
    const { hostname, port } = new URL(`http://${request.url}`);
    const onward = net.connect(Number(port || 80), hostname, () => {
      client.write("HTTP/1.1 200 Opened\r\n\r\n");
      client.pipe(onward).pipe(client);
    });
    for (const [socket, other] of [
      [client, onward],
      [onward, client],
    ]) {
      sockets.add(socket);
      socket.on("error", () => other.destroy());
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  context.after(() => {
    for (const socket of sockets) socket.destroy();
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${server.address().port}`, asked };
}

/** Polls until `check` gives something truthy; fails after 20 s. */
export async function waitFor(what, check) {
  const until = performance.now() + 20_000;
  for (;;) {
    const value = await check();
    if (value) return value;
    if (performance.now() > until) throw new Error(`waited 20 s for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
