import { beforeAll, describe, expect, it } from "vitest";
import { hexFromTron } from "@/lib/base/tron/address";
import { createTerminal } from "@/lib/business/terminals/create";
import { call } from "@/tests/support/api";
import { type LineDraft, writeLines } from "@/tests/support/book-lines";
import { type LiveMerchant, liveMerchant, turnLiveOn } from "@/tests/support/live";
import { makePayments } from "@/tests/support/payments";
import { createRestrictedKey } from "@/tests/support/restricted-keys";

turnLiveOn();

const MARCH = "from=2026-03-01&to=2026-03-31";
const CUSTOMER = "TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC";

let shop: LiveMerchant;
let bar: string;
let whole: string;

/** Nine sales of two terminals, three of them in one moment, and a sweep. */
beforeAll(async () => {
  shop = await liveMerchant();
  await shop.member.db.sql`update merchants set time_zone = 'Asia/Kathmandu' where id = ${shop.merchantId}`;
  bar = (await createTerminal(shop.member, { name: "Bar", timeZone: "UTC" })).id;
  const sale = (n: number, at: string): LineDraft => ({
    kind: "sale",
    at,
    micros: BigInt(n) * 1_000_000n,
    terminalId: n % 3 === 0 ? bar : shop.terminalId,
    counterparty: hexFromTron(CUSTOMER),
  });
  await writeLines(shop.member, [
    // in Kathmandu, March begins and ends at 18:15 UTC
    sale(1, "2026-02-28T18:14:59.999Z"),
    sale(2, "2026-02-28T18:15:00Z"),
    ...[3, 4, 5, 6].map((n) => sale(n, "2026-03-05T12:00:00.001Z")),
    { kind: "sweep", at: "2026-03-06T12:00:00Z", micros: -5_000_000n },
    sale(8, "2026-03-31T18:14:59.999Z"),
    sale(9, "2026-03-31T18:15:00Z"),
  ]);
  whole = (await createRestrictedKey(shop, { environment: "live", scopes: ["reports:read", "customers:read"] })).key;
});

async function readAll(key: string, limit: number): Promise<number[]> {
  const numbers: number[] = [];
  let after = "";
  for (;;) {
    const { status, json } = await call(`book-lines?${MARCH}&limit=${limit}${after}`, undefined, { key });
    expect(status).toBe(200);
    numbers.push(...json.data.map((line: { number: number }) => line.number));
    if (!json.has_more) return numbers;
    after = `&after=${json.next}`;
  }
}

describe("lines of the books by key", () => {
  it.each([1, 2, 3, 100])("are each read once, %d at a time, by the business's days", async (limit) => {
    expect(await readAll(whole, limit)).toEqual([2, 3, 4, 5, 6, 7, 8]);
  });

  it("of a terminal's key are those of its payments", async () => {
    expect(await readAll(shop.liveKey, 2)).toEqual([2, 4, 5, 8]);
    const { key } = await createRestrictedKey(shop, { environment: "live", terminalId: bar });
    expect(await readAll(key, 1)).toEqual([3, 6]);
    const other = await liveMerchant();
    expect(await readAll(other.liveKey, 100)).toEqual([]);
    const sandbox = await createRestrictedKey(shop);
    expect(await readAll(sandbox.key, 100)).toEqual([]);
  });

  it("name the other side only to a key that sees customers", async () => {
    const { json } = await call(`book-lines?${MARCH}`, undefined, { key: whole });
    expect(json.data[0]).toMatchObject({ number: 2, date: "2026-03-01", counterparty: CUSTOMER, quantity: "2" });
    const { key } = await createRestrictedKey(shop, { environment: "live", scopes: ["reports:read"] });
    const { text } = await call(`book-lines?${MARCH}`, undefined, { key });
    expect(text).not.toContain("counterparty");
    expect(text).not.toContain(CUSTOMER);
  });

  it("continue only with a cursor of the same key's list", async () => {
    const first = await call(`book-lines?${MARCH}&limit=2`, undefined, { key: whole });
    for (const [query, key] of [
      [`from=2026-03-02&to=2026-03-31`, whole],
      [MARCH, shop.liveKey],
      [MARCH, (await createRestrictedKey(await liveMerchant(), { environment: "live" })).key],
    ] as const) {
      const { status, json } = await call(`book-lines?${query}&after=${first.json.next}`, undefined, { key });
      expect([status, json.code]).toEqual([400, "invalid_request"]);
    }
  });

  it.each([
    ["", "invalid_period"],
    ["from=2026-03-01", "invalid_period"],
    ["from=2026-03-01&to=soon", "invalid_period"],
    ["from=2026-02-30&to=2026-03-01", "invalid_period"],
    ["from=2026-03-02&to=2026-03-01", "invalid_period"],
    ["from=2024-03-02&to=2026-03-01", "invalid_period"],
    [`${MARCH}&limit=101`, "invalid_request"],
    [`${MARCH}&after=${"x".repeat(101)}`, "invalid_request"],
  ])("of %j are refused with %s", async (query, code) => {
    const { status, json } = await call(`book-lines?${query}`, undefined, { key: whole });
    expect([status, json.code]).toEqual([400, code]);
  });
});

describe("the reconciliation by key", () => {
  it("compares what the key reaches", async () => {
    await makePayments(shop, [
      { environment: "live", createdAt: "2026-03-05T12:00:00Z", amountMicros: 19_000_000n },
      { environment: "live", createdAt: "2026-03-05T12:00:00Z", amountMicros: 9_000_000n, terminalId: bar },
    ]);
    const sales = async (key: string) => (await call(`book-reconciliation?${MARCH}`, undefined, { key })).json;
    expect(await sales(whole)).toMatchObject({
      sales: { lines: "28", short: "0", takings: "28", difference: "0" },
      addresses: { count: 0, lines: "0", funds: "0" },
      agrees: true,
    });
    expect(await sales(shop.liveKey)).toMatchObject({ sales: { lines: "19", takings: "19" }, addresses: null });
  });
});
