import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { MAX_WAITING_PER_KEY } from "@/lib/delivery/feed/waiting-readers";
import { ask, bearer, startService } from "@/tests/support/service";
import { waitFor } from "@/tests/support/wait";

const POLL = "/api/v1/events?after=latest&wait=25";

async function startShop(env: Record<string, string> = {}) {
  const service = await startService({ env: { RATE_LIMIT_API_PER_MINUTE: "0", ...env } });
  const { keys } = await service.createMerchant();
  const key = bearer(keys.sandbox);
  const create = async () =>
    (await ask(service, "/api/v1/create-payment-intent", { amount_usdt: 2 }, key)).json.intent.id as string;
  return { service, key, create };
}

type Shop = Awaited<ReturnType<typeof startShop>>;

/** Fills the places of the shop's key with readers that wait: one more than there are, which is refused. */
async function fillPlaces({ service, key }: Shop) {
  const polls = Array.from({ length: MAX_WAITING_PER_KEY + 1 }, () => ask(service, POLL, undefined, key));
  expect((await Promise.race(polls)).status).toBe(429);
  return async () => (await Promise.all(polls)).filter(({ status }) => status !== 429);
}

/** A poll of a client that says when it closes its side. */
function openSocket({ service, key }: Shop, path = POLL): { socket: Socket; answer: Promise<string> } {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: ${key.authorization}\r\n\r\n`);
  return { socket, answer: text(socket) };
}

it.each([
  ["the fast lane", "true"],
  ["Next", "false"],
])(
  "readers that wait are answered through %s when there is an event or they close, and at once when the service stops",
  async (_lane, lane) => {
    const shop = await startShop({ FAST_LANE: lane });
    const { service, key, create } = shop;
    await create();
    // a client that closes its side has its answer at once, and frees its place
    const sockets = Array.from({ length: MAX_WAITING_PER_KEY + 1 }, () => openSocket(shop));
    await waitFor("every place to be taken", () => sockets.some(({ socket }) => socket.bytesRead > 0));
    for (const { socket } of sockets) socket.end();
    const answers = await Promise.all(sockets.map(({ answer }) => answer));
    const empty = answers.filter((answer) => /^HTTP\/1\.1 200 [\s\S]*"data":\[\]/.test(answer));
    expect(empty).toHaveLength(MAX_WAITING_PER_KEY);

    const woken = await fillPlaces(shop);
    const id = await create();
    for (const { status, json } of await woken()) {
      expect([status, json.data.map(({ body }: { body: string }) => JSON.parse(body).intent_id)]).toEqual([200, [id]]);
    }
    const { next } = (await ask(service, "/api/v1/events", undefined, key)).json;
    const stopped = await fillPlaces(shop);
    expect(await service.end()).toBe(0);
    for (const { status, json } of await stopped()) {
      expect([status, json]).toEqual([200, { data: [], has_more: false, next }]);
    }
  },
);

it("every process tells its readers of an event that any has written", async () => {
  const shop = await startShop({ WEB_CONCURRENCY: "2" });
  const polls = Array.from({ length: MAX_WAITING_PER_KEY }, () => openSocket(shop, "/api/v1/events?wait=25"));
  const id = await shop.create();
  for (const { socket, answer } of polls) {
    await waitFor("an answer", () => socket.bytesRead > 0);
    socket.end();
    expect(await answer).toContain(id);
  }
  expect(await shop.service.end()).toBe(0);
});
