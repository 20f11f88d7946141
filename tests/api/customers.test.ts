import { randomUUID } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import * as events from "@/app/pay/[id]/events/route";
import * as progress from "@/app/pay/[id]/progress/route";
import { liveRouteOf } from "@/app/pay/live-routes";
import { simulatePayment } from "@/lib/payments/intents/simulate";
import { type EventFeed, type EventPage, pipeFeed } from "@/lib/payments/realtime/event-feed";
import { customersHub } from "@/lib/payments/realtime/hubs";
import { call } from "@/tests/support/api";
import { statesIn } from "@/tests/support/customers";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";
import { waitFor } from "@/tests/support/wait";

process.env.OPEN_PAGES_PER_ADDRESS = "2";
process.env.OPEN_PAGES_PER_PROCESS = "4";

let merchant: MerchantFixture;

beforeAll(async () => {
  merchant = await createMerchantFixture();
});

afterAll(() => customersHub().end());

const newIntent = async () =>
  (await call("create-payment-intent", { amount_usdt: 2 }, { key: merchant.keys.sandbox })).json.intent.id as string;

/** A request as a serverless host would hand it to the route file. */
function ask(route: typeof events, id: string, { address = String(randomUUID()), method = "GET" } = {}) {
  const end = new AbortController();
  const path = route === events ? "events" : "progress";
  const url = `https://till.example/pay/${id}/${path}?x=/pay/y/`;
  const request = new Request(url, { method, headers: { "x-real-ip": address }, signal: end.signal });
  onTestFinished(() => end.abort());
  return { answer: route[method as "GET"](request), abort: () => end.abort() };
}

describe("the route files alone, as on a serverless host", () => {
  it("stream the state at once and every other one, and end after the last", async () => {
    const id = await newIntent();
    const answer = await ask(events, id.toUpperCase()).answer;
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
      "access-control-allow-origin": "*",
      "x-content-type-options": "nosniff",
    });
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    const next = async () => Buffer.from((await reader.read()).value ?? []).toString();
    expect(await next()).toMatch(/^retry: 2000\n\nevent: state\ndata: /);
    await simulatePayment(merchant.ctx, { id, outcome: "paid" });
    expect(statesIn(await next())).toEqual([expect.objectContaining({ status: "paid" })]);
    expect((await reader.read()).done).toBe(true);
    expect(customersHub().count()).toBe(0);
  });

  it("answer the progress once, the same as the stream's", async () => {
    const id = await newIntent();
    await simulatePayment(merchant.ctx, { id, outcome: "underpaid" });
    const answer = await ask(progress, id).answer;
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    const body = await answer.json();
    expect(body).toEqual({
      status: "pending",
      received_usdt: 1,
      missing_usdt: 1,
      to_send_usdt: 1,
      confirming: null,
      uncounted: false,
      expires_in_seconds: expect.any(Number),
    });
    expect(Object.keys(body)).toHaveLength(7);
  });

  it.each(["x", "%00", "..%2f..", randomUUID(), `${randomUUID()}0`])(
    "say of %s that there is no such intent",
    async (id) => {
      for (const route of [events, progress]) {
        const answer = await ask(route, id).answer;
        expect([answer.status, await answer.json()]).toEqual([404, { error: "No such intent.", code: "not_found" }]);
      }
      expect(customersHub().count()).toBe(0);
    },
  );

  it("hold no place for a HEAD, and refuse other methods", async () => {
    const id = await newIntent();
    const head = await ask(events, id, { method: "HEAD" }).answer;
    expect([head.status, head.headers.get("content-type"), head.body]).toEqual([200, "text/event-stream", null]);
    expect(customersHub().count()).toBe(0);
    const post = await ask(events, id, { method: "POST" }).answer;
    expect([post.status, post.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });

  it("free the place of a client that went away, and of one that cancels", async () => {
    const id = await newIntent();
    const { answer, abort } = ask(events, id);
    const reader = (await answer).body?.getReader();
    await reader?.read();
    expect(customersHub().count()).toBe(1);
    abort();
    expect(customersHub().count()).toBe(0);
    await expect(reader?.read()).rejects.toThrow("the page is gone");
    const second = (await ask(events, id).answer).body?.getReader();
    await second?.read();
    expect(customersHub().count()).toBe(1);
    await second?.cancel();
    expect(customersHub().count()).toBe(0);
  });

  it("refuse the third page of an address with 429 and the fifth of all with 503", async () => {
    const id = await newIntent();
    const statusFor = async (address: string) => {
      const answer = await ask(events, id, { address }).answer;
      await answer.body?.getReader().read();
      return [answer.status, answer.headers.get("retry-after")];
    };
    expect(await statusFor("203.0.113.1")).toEqual([200, null]);
    expect(await statusFor("203.0.113.1")).toEqual([200, null]);
    expect(await statusFor("203.0.113.1")).toEqual([429, "15"]);
    expect(await statusFor("2001:db8::1")).toEqual([200, null]);
    expect(await statusFor("2001:db8::2")).toEqual([200, null]);
    expect(await statusFor("203.0.113.2")).toEqual([503, "30"]);
    expect(customersHub().count()).toBe(4);
  });
});

it("the fast lane knows these two routes, exactly as they are written", () => {
  expect(liveRouteOf("/pay/x/events")?.GET).toBe(events.GET);
  expect(liveRouteOf("/pay/x/progress")?.GET).toBe(progress.GET);
  for (const path of ["/pay/x/events/", "/pay/x/y/events", "/pay//events", "/x/pay/x/events"]) {
    expect(liveRouteOf(path)).toBeUndefined();
  }
});

describe("a feed on Node's own response", () => {
  function startFeed() {
    const said = { page: null as EventPage | null, left: 0 };
    const feed: EventFeed = {
      attach(page) {
        said.page = page;
      },
      leave() {
        said.left += 1;
      },
    };
    return { said, feed };
  }

  /** A server that hands each response to a feed, and a client that connects and never reads. */
  async function startDeafClient() {
    const { said, feed } = startFeed();
    const server = http.createServer((_request, response) => {
      response.writeHead(200);
      pipeFeed(feed, response);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const client = net.connect((server.address() as net.AddressInfo).port, "127.0.0.1");
    onTestFinished(() => {
      client.destroy();
      server.close();
    });
    client.pause().write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    return { said, client, page: await waitFor("the page", () => said.page) };
  }

  it("lets a client go that does not read, instead of keeping everything for it", async () => {
    const { said, page } = await startDeafClient();
    const megabyte = "x".repeat(1 << 20);
    for (let sent = 0; sent < 64 && said.left === 0; sent++) {
      page.send(megabyte);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(said.left).toBe(1);
    page.send("nobody hears this");
  });

  it("leaves when the client goes, and leaves at once when it had gone before", async () => {
    const { said, client } = await startDeafClient();
    client.destroy();
    await waitFor("the client's end", () => said.left === 1);
    const gone = startFeed();
    const response = new http.ServerResponse(new http.IncomingMessage(new net.Socket()));
    response.destroy();
    pipeFeed(gone.feed, response);
    expect(gone.said).toEqual({ page: null, left: 1 });
  });
});
