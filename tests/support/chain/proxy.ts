import { once } from "node:events";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as pauseFor } from "node:timers/promises";
import { broadcast, knownTransactions, transactionById, transactionInfoById } from "@/tests/support/chain/broadcast";
import { type Faults, type HttpFault, noFaults } from "@/tests/support/chain/faults";
import { refuse, withWrongIds } from "@/tests/support/chain/http-faults";
import { type Asked, answerCall, countBlocks } from "@/tests/support/chain/java-tron";
import { createNode } from "@/tests/support/chain/node";
import { answerResources } from "@/tests/support/chain/resources";

export type TronProxy = Awaited<ReturnType<typeof tronProxy>>;

/** A provider of the chain, at `/jsonrpc` of a port of its own. Several over one chain are several providers. */
export async function tronProxy(chain: { url: string }, { port = 0 } = {}) {
  const node = createNode(chain.url);
  const sockets = new Set<Socket>();
  const keys: (string | undefined)[] = [];
  const transactions = knownTransactions(chain.url);
  const remembered = new Set<string>();
  let faults = noFaults();
  let coming: HttpFault[] = [];
  let standing: HttpFault | null = null;
  let counts = { http: 0, methods: {} as Record<string, number> };

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const body = await text(request);
    counts.http += 1;
    keys.push(request.headers["tron-pro-api-key"]?.toString());
    if (request.url?.startsWith("/wallet/") && request.method === "POST") {
      const fault = faults.httpApi;
      if (fault && refuse(fault, response)) return;
      const told = await answerHttpApi(request.url, body);
      if (told) return faults.swallowsAnswers ? response.destroy() : send(response, JSON.stringify(told), fault);
    }
    if (request.url !== "/jsonrpc" || request.method !== "POST") return notThere(request, response);
    const fault = coming.shift() ?? standing;
    await pause(faults.slowMs);
    if (fault && refuse(fault, response)) return;
    const asked = parsed(transactions.toNode(body));
    if (!asked) return send(response, NO_JSON, fault);
    const tooMuch = Array.isArray(asked) && batchError(asked.length);
    const told = tooMuch || (Array.isArray(asked) ? await answerAll(asked) : (await answerAll([asked]))[0]);
    const json = transactions.toTron(JSON.stringify(fault ? withWrongIds(fault, told) : told));
    send(response, json.length > faults.limits.bytes ? tooLong(faults.limits.bytes) : json, fault);
  }

  /** Null: it has no such path. */
  async function answerHttpApi(path: string, body: string) {
    const api = { node, faults, known: transactions, remembered };
    counts.methods[path] = (counts.methods[path] ?? 0) + 1;
    if (path === "/wallet/broadcasthex") return broadcast(api, body);
    const { value } = JSON.parse(body) as { value?: unknown };
    if (path === "/wallet/gettransactionbyid") return transactionById(api, String(value));
    if (path === "/wallet/gettransactioninfobyid") return transactionInfoById(api, String(value));
    return answerResources(api, path, body);
  }

  function lagOfNextBackend(): number {
    const lag = faults.backends.shift();
    if (lag === undefined) return faults.lag;
    faults.backends.push(lag);
    return lag;
  }

  /** One HTTP request is one backend's: its head holds for all calls. */
  async function answerAll(asked: Asked[]) {
    const head = Math.max(0, (await node.head()) - lagOfNextBackend());
    if (countBlocks(asked, head) >= faults.silentFrom) await NEVER;
    return Promise.all(
      asked.map(async (one) => {
        counts.methods[one.method] = (counts.methods[one.method] ?? 0) + 1;
        // a notification
        if (one.id === undefined) return null;
        return { jsonrpc: "2.0", id: one.id, ...(await answerCall(node, faults, head, one)) };
      }),
    );
  }

  function batchError(length: number) {
    const { batch } = faults.limits;
    const error = faults.noBatches
      ? { code: -32600, message: "batch requests are not supported" }
      : { code: -32005, message: `Batch size ${length} exceeds the limit of ${batch}` };
    return faults.noBatches || length > batch ? { jsonrpc: "2.0", error, id: null } : null;
  }

  const server = http.createServer((request, response) => {
    answer(request, response).catch((error) => {
      if (!response.headersSent) response.writeHead(502);
      response.end(String(error));
    });
  });
  server.on("connection", (socket) => {
    sockets.add(socket.on("error", () => {}));
    socket.once("close", () => sockets.delete(socket));
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url: `http://${host}/jsonrpc`,
    host,
    /** change its members to make the provider err or lie */
    get faults(): Faults {
      return faults;
    },
    /** HTTP requests, and calls by method or path, since the start or the last `resetCounts` */
    get counts() {
      return counts;
    },
    resetCounts() {
      counts = { http: 0, methods: {} };
    },
    /** the API key of each HTTP request so far */
    keys,
    /** The next HTTP requests, so many, meet this fault. */
    next(fault: HttpFault, times = 1) {
      for (let n = 0; n < times; n++) coming.push(fault);
    },
    /** Every HTTP request meets this fault, until null. */
    always(fault: HttpFault | null) {
      standing = fault;
    },
    /** Nothing is wrong any more. */
    heal() {
      faults = noFaults();
      coming = [];
      standing = null;
    },
    /** Ends the connections that are kept. */
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
      await node.close();
    },
  };
}

const NEVER = new Promise<never>(() => {});
const pause = async (ms: number) => void (ms > 0 && (await pauseFor(ms)));

const NO_JSON = '{"jsonrpc":"2.0","id":"null","error":{"code":-32700,"message":"JSON parse error"}}';

function tooLong(bytes: number): string {
  const error = { code: -32003, message: `Response byte size exceeds the limit of ${bytes}` };
  return JSON.stringify({ jsonrpc: "2.0", error, id: null });
}

function parsed(body: string): Asked | Asked[] | null {
  try {
    return JSON.parse(body) as Asked | Asked[];
  } catch {
    return null;
  }
}

/** As Jetty says it: 405 whatever the path. */
function notThere({ method = "", url = "/" }: IncomingMessage, response: ServerResponse) {
  const servlet = "org.eclipse.jetty.servlet.ServletHandler$Default404Servlet-7254838";
  const message = `HTTP method ${method} is not supported by this URL`;
  const body = Object.entries({ servlet, message, url, status: "405" }).map(([name, value]) => `"${name}":"${value}"`);
  response.writeHead(405, { "content-type": "application/json" }).end(`{\n${body.join(",\n")}\n}`);
}

function send(response: ServerResponse, json: string, fault: HttpFault | null) {
  const body = `${json}\n`;
  response.setHeader("content-type", "application/json-rpc");
  if (fault === "half") return response.end(body.slice(0, body.length / 2));
  if (fault === "cut") {
    response.setHeader("content-length", Buffer.byteLength(body));
    return response.write(body.slice(0, body.length / 2), () => response.destroy());
  }
  response.end(body);
}
