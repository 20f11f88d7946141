import { randomUUID } from "node:crypto";
import net from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { database } from "@/lib/base/db/client";
import { HEAVY_READS_AT_ONCE } from "@/lib/base/pacing/heavy-reads";
import { ask, bearer, sharedService } from "@/tests/support/service";
import { attemptSignIn, cookiesOf } from "@/tests/support/sign-in-attempt";
import { waitFor } from "@/tests/support/wait";

/** Enough for a file that no buffers on the way hold. */
const TERMINALS = 400;
const DROPPED_WITHIN_MS = 120_000;

const running = sharedService(() => ({
  env: {
    DATABASE_URL: process.env.DATABASE_URL as string,
    ENCRYPTION_KEY: process.env.ENCRYPTION_KEY as string,
    RATE_LIMIT_CREATE_PER_SECOND: "0",
  },
}));

/** A chain of shops, and its owner's cookie. */
async function makeChain() {
  const service = running();
  const owner = { email: `${randomUUID()}@example.com`, password: "a long enough password" };
  const made = await service.createMerchant(undefined, owner);
  await database().sql`
    insert into terminals (merchant_id, name, time_zone)
    select ${made.merchant_id}, 'Till ' || n + 1, 'Europe/Lisbon' from generate_series(1, ${TERMINALS}::int) n`;
  const { jar } = await attemptSignIn(service, owner);
  return {
    cookie: cookiesOf(jar),
    year: `/dashboard/${made.merchant_id}/sandbox/reports/export?from=2024-01-01&to=2024-12-31`,
  };
}

/** Asks, reads until the answer has begun, and then nothing more. Null if it was refused. */
async function beginReading(path: string, cookie: string): Promise<net.Socket | null> {
  const socket = net.connect(Number(new URL(running().url).port), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => {});
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`);
  const head = await new Promise<string>((resolve) => {
    socket.once("data", (chunk) => {
      socket.pause();
      resolve(chunk.toString());
    });
  });
  return head.startsWith("HTTP/1.1 200 ") ? socket : null;
}

it("a member's long reports hold up nobody, are a few at a time, and end with readers who go or stop reading", async () => {
  const service = running();
  const seller = await service.createMerchant();
  const { year, cookie } = await makeChain();
  const status = async () => {
    const answer = await fetch(service.url + year, { headers: { cookie } });
    const text = answer.status === 200 ? "" : await answer.text();
    await answer.body?.cancel().catch(() => {});
    return [answer.status, answer.headers.get("retry-after"), text];
  };
  const refused = [429, "10", expect.stringContaining(`You have ${HEAVY_READS_AT_ONCE} reports or exports under way`)];

  const readers = await Promise.all(Array.from({ length: HEAVY_READS_AT_ONCE }, () => beginReading(year, cookie)));
  expect(readers).not.toContain(null);
  expect(await status()).toEqual(refused);
  const created = await ask(service, "/api/v1/create-payment-intent", { amount_usdt: 3 }, bearer(seller.keys.sandbox));
  expect(created.status).toBe(200);

  readers[0]?.destroy();
  await waitFor("one who has gone to make room", () => beginReading(year, cookie));
  expect(await status()).toEqual(refused);

  // the others are still connected, and are dropped since they take nothing
  await waitFor("those who stopped reading to make room", async () => (await status())[0] === 200, DROPPED_WITHIN_MS);
});

it("the whole report comes out, also after requests that read nothing of it", async () => {
  const { year, cookie } = await makeChain();
  for (let n = 0; n <= HEAVY_READS_AT_ONCE; n++) {
    const head = await fetch(running().url + year, { method: "HEAD", headers: { cookie } });
    expect([head.status, head.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
  }
  const answer = await fetch(running().url + year, { headers: { cookie } });
  const lines = (await answer.text()).trimEnd().split("\r\n");
  expect(lines).toHaveLength(1 + 366 * (TERMINALS + 1));
});

it("no one can have pictures fetched and scaled", async () => {
  for (const picture of ["%2Fapple-icon.png", "%2Ficon-192.png", "http%3A%2F%2F127.0.0.1%3A9%2Fx.png"]) {
    const { status, headers } = await ask(running(), `/_next/image?url=${picture}&w=64&q=75`);
    expect([status, headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
  }
});

it("the API reference is the same text for everyone", async () => {
  const reference = async () => /<main class="min-w-0.*<\/main>/s.exec((await ask(running(), "/docs/api")).text)?.[0];
  const first = await reference();
  expect(first).toContain("/create-payment-intent");
  expect(await reference()).toBe(first);
});
