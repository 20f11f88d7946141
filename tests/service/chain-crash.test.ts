import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { database } from "@/lib/base/db/client";
import { type Chain, startChain } from "@/tests/support/chain/chain";
import type { HttpFault } from "@/tests/support/chain/faults";
import { type TronProxy, tronProxy } from "@/tests/support/chain/proxy";
import {
  alarmsOf,
  booksOf,
  type LiveIntent,
  ledgerOf,
  makeLiveIntents,
  makeShop,
  readAll,
  type Shop,
  watcherOn,
} from "@/tests/support/live-intents";
import { randomsOf } from "@/tests/support/seed";
import { waitFor } from "@/tests/support/wait";

const chance = randomsOf("chain crash");

// within the project, so that packages are found
const folder = path.resolve("node_modules/.cache/till-tests", String(process.pid));
const program = path.join(folder, "watch-process.mjs");

let chain: Chain;
let proxies: [TronProxy, TronProxy];
let shop: Shop;

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  const shared = { bundle: true, platform: "node", format: "esm", packages: "external", logLevel: "error" } as const;
  const entryPoints = ["tests/support/watch-process.ts"];
  await build({ ...shared, entryPoints, outfile: program, alias: { "@": path.resolve(".") } });
  chain = await startChain();
  proxies = [await tronProxy(chain), await tronProxy(chain)];
  shop = await makeShop();
});
afterAll(async () => {
  for (const proxy of proxies) await proxy.stop();
  await chain.stop();
  rmSync(folder, { recursive: true, force: true });
});

const USDT = 1_000_000n;

function watch(extra: Record<string, string> = {}): ChildProcess {
  const env = { ...process.env, WATCH_NETWORK: JSON.stringify(chain.network(...proxies)), ...extra };
  return spawn(process.execPath, [program], { env, stdio: ["ignore", "pipe", "inherit"] });
}

/** Ends it as `kill -9` does, unless it has done that itself. */
async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

async function newIntents(count: number): Promise<LiveIntent[]> {
  const expiresAt = new Date((await chain.head()).time.getTime() + 86_400_000);
  const drafts = Array.from({ length: count }, () => ({ amountMicros: 2n * USDT, expiresAt }));
  return makeLiveIntents(chain.network(...proxies).id, shop, drafts);
}

async function areDone(intents: LiveIntent[]): Promise<boolean> {
  const [row] = await database().sql<[{ count: number }]>`
    select count(*)::int from payment_intents
     where id = any(${intents.map((one) => one.id)}::uuid[]) and uncounted_micros > 0`;
  return row.count === intents.length;
}

/** Each intent got 3 USDT in two payments of which the first is enough: paid once, told once, every sum exact. */
async function expectExact(intents: LiveIntent[]): Promise<void> {
  for (const intent of intents) {
    expect(await booksOf(intent.id)).toMatchObject({
      status: "paid",
      received: 2n * USDT,
      uncounted: USDT,
      events: ["payment.success"],
      items: [{ kind: "after_paid", amount: USDT, resolution: null }],
    });
    expect(await ledgerOf(intent.address)).toBe(await chain.balanceOf(intent.address));
  }
  const [sum] = await database().sql`
    select sum(total_micros)::bigint as total_micros, sum(sales_count)::bigint as sales_count from sales_sums
     where terminal_id = ${shop.terminalId} and environment = 'live' and span = 'day'`;
  const [paid] = await database().sql`
    select sum(amount_micros)::bigint as total_micros, count(*) as sales_count from payment_intents
     where terminal_id = ${shop.terminalId} and status = 'paid'`;
  expect(sum).toEqual(paid);
  expect(await alarmsOf(chain.network(...proxies).id)).not.toContain("hole_found");
}

async function payAll(intents: LiveIntent[]): Promise<void> {
  for (const amount of [2n, 1n]) {
    for (const intent of intents) await chain.transfer(chain.payers[0], intent.address, amount * USDT);
    await chain.mine();
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("kill -9 of the process that reads the chain", () => {
  it("before one statement after another of a pass with payments in it: no sum differs", async () => {
    await readAll(watcherOn(chain.network(...proxies)));
    const intents: LiveIntent[] = [];
    let deaths = 0;
    for (let at = 2; at <= 38; at += 3) {
      const fresh = await newIntents(2);
      intents.push(...fresh);
      await payAll(fresh);
      await chain.finalize();
      const child = watch({ KILL_AT: String(at) });
      await waitFor("its death, or the payments", async () => child.signalCode ?? (await areDone(fresh)));
      if (child.signalCode === "SIGKILL") deaths++;
      await kill(child);
    }
    expect(deaths).toBeGreaterThan(8);
    await readAll(watcherOn(chain.network(...proxies)));
    await expectExact(intents);
  });

  it("at any moment, two of them at once, with providers that fail: no sum differs", async () => {
    const faults: HttpFault[] = ["busy", "drop", "cut", "forbidden", "missing_id"];
    const intents: LiveIntent[] = [];
    for (let round = 0; round < 8; round++) {
      const children = [watch(), watch()];
      const fresh = await newIntents(10);
      intents.push(...fresh);
      await Promise.all(children.map((child) => once(child.stdout as NodeJS.ReadableStream, "data")));
      await payAll(fresh);
      proxies[round % 2]?.next(faults[round % faults.length] as HttpFault, 2);
      await chain.finalize();
      await pause(chance() * 250);
      await Promise.all(children.map(kill));
    }
    for (const proxy of proxies) proxy.heal();
    await readAll(watcherOn(chain.network(...proxies)));
    await expectExact(intents);
  });
});
