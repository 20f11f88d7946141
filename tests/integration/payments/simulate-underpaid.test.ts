import { describe, expect, it } from "vitest";
import { database } from "@/lib/base/db/client";
import { call } from "@/tests/support/api";
import { createMerchantFixture } from "@/tests/support/fixtures";

/**
 * A sandbox intent of a terminal with an underpayment tolerance, of which the intent takes at most half of its amount.
 */
async function newIntent(amountUsdt: number, toleranceMicros: bigint) {
  const { terminalId, keys } = await createMerchantFixture();
  await database().sql`update terminals set tolerance_micros = ${String(toleranceMicros)} where id = ${terminalId}`;
  const { json } = await call("create-payment-intent", { amount_usdt: amountUsdt }, { key: keys.sandbox });
  return json.intent.id as string;
}

const simulate = (id: string, outcome: string) => call("simulate-payment", { id, outcome });

async function factsOf(id: string) {
  const { sql } = database();
  const [intent] = await sql<{ status: string; tolerance: bigint }[]>`
    select status, tolerance_micros as tolerance from payment_intents where id = ${id}`;
  const transfers = await sql<{ micros: bigint; counted: boolean }[]>`
    select amount_micros as micros, counted from transfers where intent_id = ${id} order by created_at`;
  const events = await sql<{ type: string }[]>`select type from events where intent_id = ${id} order by created_at`;
  return { ...intent, transfers: transfers.map((one) => one.micros), events: events.map((event) => event.type) };
}

describe("an underpaid intent stays pending", () => {
  it.each([
    ["whose tolerance is half of its amount", 12.5, 10_000_000n, 6_250_000n, 6_249_999n],
    ["whose tolerance is below half", 12.5, 6_249_999n, 6_249_999n, 6_250_000n],
    ["without a tolerance", 12.5, 0n, 0n, 6_250_000n],
    ["of an odd number of millionths", 0.000003, 1_000_000n, 1n, 1n],
  ])("%s", async (_name, amountUsdt, wanted, tolerance, part) => {
    const id = await newIntent(amountUsdt, wanted);
    const { status, json } = await simulate(id, "underpaid");
    expect([status, json.status]).toEqual([200, "pending"]);
    const facts = { status: "pending", tolerance, transfers: [part], events: ["intent.created"] };
    expect(await factsOf(id)).toEqual(facts);
    expect((await simulate(id, "paid")).json.status).toBe("paid");
  });

  it("however often that is simulated, until any payment would complete it", async () => {
    const id = await newIntent(10, 1_000_000n);
    for (let n = 0; n < 4; n += 1) expect((await simulate(id, "underpaid")).json.status).toBe("pending");
    expect((await simulate(id, "underpaid")).json.code).toBe("invalid_transition");
    expect((await factsOf(id)).transfers).toEqual([5_000_000n, 2_500_000n, 1_250_000n, 249_999n]);
    expect((await simulate(id, "paid")).json.status).toBe("paid");
  });
});

describe("an intent that any payment completes", () => {
  it.each([
    ["the smallest amount", 0.000001, 0n],
    ["two millionths, of which one is tolerance", 0.000002, 1_000_000n],
  ])("cannot be underpaid: %s", async (_name, amountUsdt, tolerance) => {
    const id = await newIntent(amountUsdt, tolerance);
    const { status, json } = await simulate(id, "underpaid");
    expect(status).toBe(409);
    expect(json).toEqual({
      error: "A partial payment isn't possible: even 0.000001 USDT would complete this intent.",
      code: "invalid_transition",
    });
    expect(await factsOf(id)).toMatchObject({ status: "pending", transfers: [] });
  });
});
