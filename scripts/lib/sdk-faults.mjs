// A proxy before the service that does to requests what networks and restarts do, by a plan in the path.
import http from "node:http";

const PATH = /^\/([\w.]+)\/(\w+)(\/.*)$/;

/**
 * Serves `/<plan>/<token>/<path of the service>`. The plan has a step for each request in turn, with points between
 * them; what comes after the last passes. `/<plan>/<token>/requests` tells what came. Steps: `ok`, `drop` (cut off,
 * unseen), `lost` (done, the answer cut off), `slow1500` (passed after so many ms), `hang`, `redirect`, `html502`, and
 * a status, `429w0` with a Retry-After of its own.
 */
export async function startFaults(serviceUrl) {
  const runs = new Map();
  const server = http.createServer(async (request, response) => {
    const [, plan, token, path] = PATH.exec(request.url ?? "") ?? [];
    if (!plan) return answer(response, 404, { error: "no plan in the path" });
    const key = `${plan}/${token}`;
    const seen = runs.get(key) ?? runs.set(key, []).get(key);
    if (path === "/requests") return answer(response, 200, seen);
    const body = await bodyOf(request);
    const step = plan.split(".")[seen.length] ?? "ok";
    seen.push({ method: request.method, path, headers: request.headers, body: String(body), atMs: performance.now() });
    await play(step, { request, response, body, path, serviceUrl });
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function play(step, exchange) {
  const { request, response } = exchange;
  const [, status, wait] = /^(\d{3})(?:w(\d+))?$/.exec(step) ?? [];
  if (status) {
    const code = status === "429" ? "rate_limited" : "api_error";
    const headers = status === "429" ? { "retry-after": wait ?? "1" } : {};
    return answer(response, Number(status), { error: `Planned ${status}.`, code }, headers);
  }
  if (step === "drop") return request.socket.destroy();
  if (step === "hang") return;
  if (step === "redirect") return response.writeHead(302, { location: exchange.serviceUrl }).end();
  if (step === "html502") {
    return response.writeHead(502, { "content-type": "text/html" }).end("<html><h1>502 Bad Gateway</h1></html>");
  }
  const slow = /^slow(\d+)$/.exec(step);
  if (slow) await new Promise((resolve) => setTimeout(resolve, Number(slow[1])));
  await pass(exchange, step === "lost");
}

/** Hands a request on; the service has answered before a lost answer is cut off. */
function pass({ request, response, body, path, serviceUrl }, lost) {
  return new Promise((resolve) => {
    const { host: _host, connection: _connection, ...headers } = request.headers;
    const onward = http.request(`${serviceUrl}${path}`, { method: request.method, headers }, async (answered) => {
      const text = await bodyOf(answered).catch(() => null);
      if (lost || text === null) request.socket.destroy();
      else response.writeHead(answered.statusCode, withoutHops(answered.headers)).end(text);
      resolve();
    });
    onward.on("error", () => resolve(request.socket.destroy()));
    onward.end(body);
  });
}

function withoutHops({ connection: _connection, "keep-alive": _alive, "transfer-encoding": _coding, ...headers }) {
  return headers;
}

async function bodyOf(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function answer(response, status, value, headers = {}) {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));
}
