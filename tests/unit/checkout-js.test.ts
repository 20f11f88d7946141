import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { createRef, type RefObject } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { buildCheckout } from "@/scripts/lib/build-checkout.mjs";
import { askShop, readIntent } from "@/sdks/browser/src/ask-shop";
import type { TillIntent, TillOptions } from "@/sdks/browser/src/checkout";
import type { Instructions } from "@/sdks/browser/src/service";
import { type Model, missingOf, shownOf, walletLinkOf } from "@/sdks/browser/src/shown";

afterEach(() => vi.useRealTimers());

const ID = "3f9a1c2e-0000-4000-8000-00000000c21e";
const INTENT: TillIntent = { intent_id: ID, environment: "sandbox", amount_usdt: 12.5, checkout_uri: undefined };

describe("what the shop answers", () => {
  it.each([
    ["an intent", { ...INTENT, more: 1 }, INTENT],
    ["an amount as decimal text", { ...INTENT, amount_usdt: "12.50" }, INTENT],
    ["an id in capitals", { ...INTENT, intent_id: ID.toUpperCase() }, INTENT],
    ["nothing", undefined, null],
    ["text", ID, null],
    ["an id that is none", { ...INTENT, intent_id: "42" }, null],
    ["no environment", { ...INTENT, environment: undefined }, null],
    ["another environment", { ...INTENT, environment: "test" }, null],
    ["no amount", { ...INTENT, amount_usdt: undefined }, null],
    ["an amount of nothing", { ...INTENT, amount_usdt: 0 }, null],
    ["an amount that is no number", { ...INTENT, amount_usdt: "a lot" }, null],
  ])("%s", (_what, answer, intent) => {
    expect(readIntent(answer)).toEqual(intent);
  });

  it("whatever it does comes back as an error with a code", async () => {
    const cause = new Error("no stock");
    const thrower = () => {
      throw cause;
    };
    await expect(askShop(thrower)).rejects.toMatchObject({ code: "create_failed", message: "no stock", cause });
    await expect(askShop(() => Promise.reject(null))).rejects.toMatchObject({ code: "create_failed" });
    await expect(askShop(() => ({}))).rejects.toMatchObject({ code: "invalid_intent" });
    vi.useFakeTimers();
    const patient = askShop(() => new Promise(() => {}));
    const refused = expect(patient).rejects.toMatchObject({ code: "create_timeout" });
    await vi.advanceTimersByTimeAsync(30_000);
    await refused;
  });

  it("an intent need not come by a promise", async () => {
    await expect(askShop(() => INTENT)).resolves.toEqual(INTENT);
  });
});

describe("what is shown", () => {
  const instructions = { received_usdt: 0, missing_usdt: 12.5, to_send_usdt: 12.5, confirming: null } as Instructions;
  const model = (more: Partial<Model>): Model => ({
    intent: INTENT,
    status: "pending",
    instructions: null,
    failed: false,
    timeUp: false,
    ...more,
  });

  it.each([
    ["starting", model({ intent: null })],
    ["failed", model({ intent: null, failed: true })],
    ["waiting", model({})],
    ["waiting", model({ instructions })],
    ["partly", model({ instructions: { ...instructions, received_usdt: 1, missing_usdt: 11.5 } })],
    [
      "confirming",
      model({ instructions: { ...instructions, confirming: { confirmations: 0, required: 19, amount_usdt: 1 } } }),
    ],
    ["closing", model({ instructions, timeUp: true })],
    ["closing", model({ instructions: { ...instructions, received_usdt: 1, missing_usdt: 11.5 }, timeUp: true })],
    [
      "confirming",
      model({
        instructions: { ...instructions, confirming: { confirmations: 0, required: 19, amount_usdt: 1 } },
        timeUp: true,
      }),
    ],
    ["paid", model({ status: "paid", instructions: { ...instructions, received_usdt: 1 } })],
    ["expired", model({ status: "expired" })],
    ["cancelled", model({ status: "cancelled" })],
  ])("%s", (shown, given) => {
    expect(shownOf(given)).toBe(shown);
  });

  it("what is missing is the rest, or all", () => {
    expect(missingOf(model({}))).toBe(12.5);
    expect(missingOf(model({ instructions: { ...instructions, to_send_usdt: 6.25 } }))).toBe(6.25);
  });

  it("nothing is missing any more once the time is up", () => {
    expect(missingOf(model({ instructions, timeUp: true }))).toBe(0);
  });

  it("what is on its way need not be sent again, nor what the service lets go", () => {
    const confirming = { confirmations: 3, required: 19, amount_usdt: 12.4 };
    expect(missingOf(model({ instructions: { ...instructions, to_send_usdt: 0, confirming } }))).toBe(0);
  });

  const shops = (uri: string) => ({ intent: { ...INTENT, checkout_uri: uri } });
  const services = (uri: string) => ({ instructions: { ...instructions, checkout_uri: uri } });
  it.each([
    ["the shop's link", shops(`acme:pay?intent=${ID}`), `acme:pay?intent=${ID}`],
    ["the service's link", services(`b:pay?intent=${ID}`), `b:pay?intent=${ID}`],
    ["the default link in the sandbox", services(`service:pay?intent=${ID}`), `service:pay?intent=${ID}`],
    ["no link before there is one", {}, null],
    ["a link that runs script", shops(`javascript:pay?intent=${ID}`), null],
    ["a link with more before it", shops(`https://x/:pay?intent=${ID}`), null],
    ["another intent's link", shops("a:pay?intent=42"), null],
  ])("%s", (_what, more, link) => {
    expect(walletLinkOf(model(more))).toBe(link);
  });

  it.each([
    ["service", null],
    ["acme", `acme:pay?intent=${ID}`],
  ])("in live a link of the scheme %s, once the address is there too, is %s", (scheme, link) => {
    const intent = { ...INTENT, environment: "live", checkout_uri: `${scheme}:pay?intent=${ID}` } as const;
    expect(walletLinkOf(model({ intent, instructions }))).toBe(link);
    expect(walletLinkOf(model({ intent }))).toBe(null);
  });
});

it("the script fits 14 kB compressed with the words of any language, and says its integrity", async () => {
  const folder = mkdtempSync(join(tmpdir(), "till-checkout-"));
  try {
    const { path, integrity, version, scriptBytes } = await buildCheckout(folder);
    const read = (name: string) => readFileSync(join(folder, name), "utf8");
    const script = read("checkout.js");
    expect(read(path)).toBe(script);
    expect(JSON.parse(read("checkout.json"))).toEqual({ version, path, integrity, types: "/checkout.d.ts" });
    expect(gzipSync(script, { level: 9 }).length).toBe(scriptBytes);
    expect(scriptBytes).toBeLessThanOrEqual(14_000);
    expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|\beval\b|new Function|document\.write/);
    expect(read("checkout-licences.txt")).toContain("David Evans");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it("a button out of React's ref fits the types, before it is there too", () => {
  const button: RefObject<HTMLButtonElement | null> = createRef<HTMLButtonElement>();
  const options = { button: button.current, createIntent: async () => INTENT } satisfies TillOptions;
  expect(options.button).toBeNull();
});
