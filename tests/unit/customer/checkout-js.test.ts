import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { createRef, type RefObject } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { buildCheckout } from "@/scripts/lib/build-checkout.mjs";
import { askShop, readIntent } from "@/sdks/browser/src/ask-shop";
import type { TillIntent, TillOptions } from "@/sdks/browser/src/checkout";

afterEach(() => vi.useRealTimers());

const ID = "3f9a1c2e-0000-4000-8000-00000000c21e";
const INTENT: TillIntent = { intent_id: ID, environment: "sandbox", amount_usdt: 12.5 };

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
    expect(script).not.toMatch(
      /\bstyle=|prefers-color-scheme: ?dark\)\{|@layer|@property|[\d.]rem\b|oklch\(|color-mix\(|:root/,
    );
    expect(read("checkout-licences.txt")).toMatch(/^checkout\.js\n\nMIT License/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it("a button out of React's ref fits the types, before it is there too", () => {
  const button: RefObject<HTMLButtonElement | null> = createRef<HTMLButtonElement>();
  const options = { button: button.current, createIntent: async () => INTENT } satisfies TillOptions;
  expect(options.button).toBeNull();
});
