import type { IncomingMessage, ServerResponse } from "node:http";
import net from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { API_ROUTES } from "@/app/api/v1/routes";
import { liveRouteOf } from "@/app/pay/live-routes";
import { database } from "@/lib/base/db/client";
import { resetEnv } from "@/lib/base/process/env";
import { fastLane } from "@/lib/service/server/fast-lane";
import { listenForWeb, type Web } from "@/lib/service/server/http-server";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";
import { waitFor } from "@/tests/support/wait";
import { withResolvers } from "@/tests/support/with-resolvers";

let web: Web;
let merchant: MerchantFixture;
/** What stands in for Next's handler. */
let handle: (request: IncomingMessage, response: ServerResponse) => void;

beforeAll(async () => {
  Object.assign(process.env, { PORT: "0", HOST: "127.0.0.1" });
  resetEnv();
  const listener = await listenForWeb();
  web = listener.open(fastLane(API_ROUTES, liveRouteOf), {
    handle: (request, response) => handle(request, response),
    upgrade: null,
  });
});

afterAll(() => web.close());

beforeEach(async () => {
  merchant = await createMerchantFixture();
});

/** A client that may close its side and still receive. */
function connect() {
  const socket = net.connect({ port: web.port, host: "127.0.0.1", allowHalfOpen: true });
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk;
  });
  const closed = new Promise<string>((resolve) => {
    // the server's side has ended, or it has reset the connection
    const end = () => {
      socket.destroy();
      resolve(received);
    };
    socket.on("end", end).on("error", end);
  });
  onTestFinished(() => void socket.destroy());
  return { socket, closed, received: () => received };
}

const HEAD = "Host: till.example\r\n";
const create = (amount = 1) => {
  const body = JSON.stringify({ amount_usdt: amount });
  return `POST /api/v1/create-payment-intent HTTP/1.1\r\n${HEAD}Authorization: Bearer ${merchant.keys.sandbox}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
};
const feedOf = (id: string) => `GET /pay/${id}/events HTTP/1.1\r\n${HEAD}\r\n`;

const statusesOf = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));

async function amounts() {
  const rows = await database().sql<{ micros: bigint }[]>`
    select amount_micros as micros from payment_intents where merchant_id = ${merchant.merchantId} order by 1`;
  return rows.map(({ micros }) => Number(micros) / 1e6);
}

/** Holds back what creates payments until the work is done. */
async function whileCreating(work: () => Promise<void>) {
  const { sql } = database();
  await sql.begin(async (tx) => {
    await tx`select from terminals where id = ${merchant.terminalId} for update`;
    await work();
    await waitFor("the create under way", async () => {
      const waiting = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return waiting.length > 0;
    });
  });
}

async function newIntent(): Promise<string> {
  const { socket, closed } = connect();
  socket.write(create().replace(HEAD, `${HEAD}Connection: close\r\n`));
  const text = await closed;
  return JSON.parse(text.slice(text.indexOf("\r\n\r\n"))).intent.id;
}

describe("a client that closes its side after a whole request", () => {
  it("receives the answer to what it has done, and then the connection is closed", async () => {
    const { socket, closed } = connect();
    socket.end(create(2));
    const text = await closed;
    expect(statusesOf(text)).toEqual([200]);
    expect(text).toContain('"amount_usdt":2,');
    expect(await amounts()).toEqual([2]);
  });

  it("receives it also if the answer takes longer, and each of several", async () => {
    const { socket, closed, received } = connect();
    await whileCreating(async () => {
      socket.write(create(2));
      socket.end(create(3));
    });
    const text = await closed;
    expect(statusesOf(text)).toEqual([200, 200]);
    expect(await amounts()).toEqual([2, 3]);
    expect(received()).toBe(text);
  });

  it("receives a page of Next whole", async () => {
    const { promise: asked, resolve: ask } = withResolvers<ServerResponse>();
    handle = (request, response) => void request.socket.once("end", () => ask(response));
    const { socket, closed } = connect();
    socket.end(`GET /sign-in HTTP/1.1\r\n${HEAD}\r\n`);
    const response = await asked;
    response.writeHead(200, { "content-type": "text/html" });
    response.write("<p>one");
    response.end("<p>two");
    expect(await closed).toMatch(/<p>one[\s\S]*<p>two/);
  });

  it("leaves its feed of a payment", async () => {
    const id = await newIntent();
    const { socket, closed, received } = connect();
    socket.write(feedOf(id));
    await waitFor("the first event", () => received().includes("event:"));
    socket.end();
    expect(statusesOf(await closed)).toEqual([200]);
  });

  it("leaves a feed that Next answers, which hears of it", async () => {
    const gone = withResolvers<void>();
    handle = (_request, response) => {
      response.on("close", gone.resolve);
      response.setHeader("content-type", "text/event-stream").writeHead(200).write("event: first\n\n");
    };
    const { socket, closed, received } = connect();
    socket.write(`GET /dashboard/events HTTP/1.1\r\n${HEAD}\r\n`);
    await waitFor("the first event", () => received().includes("event: first"));
    socket.end();
    await gone.promise;
    expect(statusesOf(await closed)).toEqual([200]);
  });

  it("is refused if the request isn't whole, and nothing is created", async () => {
    const { socket, closed } = connect();
    socket.end(create().slice(0, -3));
    expect(statusesOf(await closed)).toEqual([400]);
    expect(await amounts()).toEqual([]);
  });

  it("is let go if it has asked for nothing, or has its answer", async () => {
    const [silent, served] = [connect(), connect()];
    silent.socket.end();
    expect(await silent.closed).toBe("");
    served.socket.write(create());
    await waitFor("the answer", () => served.received().includes("}"));
    served.socket.end();
    expect(statusesOf(await served.closed)).toEqual([200]);
  });
});

describe("a client that sends something invalid after a whole request", () => {
  it.each(["GARBAGE\r\n\r\n", "\u0000\u0001\u0002", "GET / HTTP/9.9\r\n\r\n"])(
    "receives the answer to the request, then %j closes the connection",
    async (garbage) => {
      const { socket, closed, received } = connect();
      await whileCreating(async () => {
        socket.write(create(2) + garbage);
      });
      const text = await closed;
      expect(statusesOf(text)).toEqual([200]);
      expect(text).toMatch(/^connection: close\r$/im);
      expect(text).toContain('"amount_usdt":2,');
      expect(await amounts()).toEqual([2]);
      expect(received()).toBe(text);
    },
  );

  it("receives the answers to several, however much follows", async () => {
    const { socket, closed } = connect();
    await whileCreating(async () => {
      socket.write(create(2) + create(3));
      for (let n = 0; n < 50; n++) socket.write("GARBAGE".repeat(100));
    });
    expect(statusesOf(await closed)).toEqual([200, 200]);
    expect(await amounts()).toEqual([2, 3]);
  });

  it("is refused if nothing is under way", async () => {
    const { socket, closed, received } = connect();
    socket.write(create());
    await waitFor("the answer", () => received().includes("}"));
    socket.write("GARBAGE\r\n\r\n");
    expect(statusesOf(await closed)).toEqual([200, 400]);
  });

  it("is refused if the request itself is invalid, and nothing is created", async () => {
    const { socket, closed } = connect();
    const [head = ""] = create()
      .replace(/Content-Length: \d+/, "Transfer-Encoding: chunked")
      .split("\r\n\r\n");
    socket.write(`${head}\r\n\r\nzz\r\n`);
    expect(statusesOf(await closed)).toEqual([400]);
    expect(await amounts()).toEqual([]);
  });

  it("loses its feed", async () => {
    const id = await newIntent();
    const { socket, closed, received } = connect();
    socket.write(feedOf(id));
    await waitFor("the first event", () => received().includes("event:"));
    socket.write("GARBAGE\r\n\r\n");
    expect(statusesOf(await closed)).toEqual([200]);
  });
});

describe("a body in the fast lane", () => {
  const send = async (body: BodyInit, headers: Record<string, string> = {}) => {
    const answer = await fetch(`http://127.0.0.1:${web.port}/api/v1/create-payment-intent`, {
      method: "POST",
      headers: { authorization: `Bearer ${merchant.keys.sandbox}`, ...headers },
      body,
    });
    return { status: answer.status, headers: answer.headers, json: (await answer.json()) as Record<string, unknown> };
  };

  it.each(["gzip", "br", "deflate", "zstd"])("that is compressed (%s) is refused in words", async (coding) => {
    const { status, headers, json } = await send(gzipSync('{"amount_usdt": 1}'), { "content-encoding": coding });
    expect([status, json]).toEqual([
      415,
      {
        error: "The request body is compressed. Send it as it is, without a Content-Encoding header.",
        code: "unsupported_media_type",
      },
    ]);
    expect([headers.get("accept-encoding"), headers.get("connection")]).toEqual(["identity", "close"]);
    expect(await amounts()).toEqual([]);
  });

  it("that begins with a byte order mark is read", async () => {
    expect(await send('\ufeff{"amount_usdt": 7}')).toMatchObject({ status: 200 });
    expect(await amounts()).toEqual([7]);
  });
});
