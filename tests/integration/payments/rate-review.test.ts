import { beforeEach, expect, it } from "vitest";
import type { MemberContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { listRates } from "@/lib/payments/prices/list-rates";
import { reviewRate } from "@/lib/payments/prices/review-rate";
import { SetRateInput, setRate } from "@/lib/payments/prices/set-rate";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";
import { memberContext } from "@/tests/support/member-context";
import { answering, EUR_URL, eur, giveRate, ratesAge } from "@/tests/support/rates";

let shop: MerchantFixture;
let ctx: MemberContext;

beforeEach(async () => {
  shop = await createMerchantFixture();
  ctx = await memberContext(shop);
  await database().sql`delete from exchange_rates`;
});

const inputOf = (given: Record<string, unknown>) =>
  SetRateInput.parse({ currency: "EUR", source: "manual", way: "usdt_per_unit", ...given });
const NOTHING = { status: 404, text: "" };

/** The review of an input and whether it is saved without a confirmation, with the same answer of the URL. */
async function review(given: Record<string, unknown>, answer = eur("1.08")) {
  const input = inputOf(given);
  const { preview: _, ...rest } = await reviewRate(ctx, input, answering(answer));
  const saved = await setRate(ctx, input, answering(answer)).then(
    () => "saved",
    (error) => error.extra?.field ?? error,
  );
  return { ...rest, saved };
}

it("a review has a doubt exactly where setting the rate asks for a confirmation", async () => {
  const first = { rate: "1.0895", fallback: null, failure: null, before: null };
  expect(await review({ rate: "1.0895" })).toEqual({ ...first, doubt: "first", saved: "confirmed" });
  await giveRate(shop, { currency: "EUR", rate: "1", spreadBps: 50 });
  const before = { rate: "1", spreadBps: 50 };
  expect(await review({ rate: "1.1001" })).toMatchObject({ rate: "1.1001", before, doubt: "far", saved: "confirmed" });
  expect(await review({ rate: "0.8999" })).toMatchObject({ doubt: "far", saved: "confirmed" });
  expect(await review({ rate: "1.1", spreadBps: 2_000 })).toMatchObject({ before, doubt: null, saved: "saved" });
  expect(await review({ currency: "USD", source: "par" })).toMatchObject({ rate: "1", doubt: null, saved: "saved" });
});

it("a rate that is too old is still the one that a change is measured by", async () => {
  await giveRate(shop, { currency: "EUR", rate: "1" });
  await ratesAge(shop, 60 * 24 * 30);
  expect(await review({ rate: "1.2" })).toMatchObject({ before: { rate: "1" }, doubt: "far", saved: "confirmed" });
  expect(await review({ rate: "1.05" })).toMatchObject({ before: { rate: "1" }, doubt: null, saved: "saved" });
});

it("a URL is read for the review, which uses the fallback where it brings no rate", async () => {
  const fallback = { rate: "1.5", way: "usdt_per_unit" };
  const read = { rate: "1.08", fallback: null, failure: null, before: null };
  expect(await review(EUR_URL)).toEqual({ ...read, doubt: "first", saved: "confirmed" });
  await expect(reviewRate(ctx, inputOf(EUR_URL), answering(NOTHING))).rejects.toMatchObject({
    code: "invalid_request",
    extra: { field: "url" },
  });
  const failing = await review({ ...EUR_URL, fallback }, NOTHING);
  expect(failing).toMatchObject({ rate: "1.5", fallback: "1.5", failure: "status", doubt: "first" });
  await giveRate(shop, { currency: "EUR", rate: "1.08" });
  const far = await review({ ...EUR_URL, fallback });
  expect(far).toMatchObject({ rate: "1.08", fallback: "1.5", doubt: "fallback", saved: "confirmed" });
});

it("a review changes nothing", async () => {
  await giveRate(shop, { currency: "EUR", rate: "1" });
  const before = await listRates(ctx);
  await reviewRate(ctx, inputOf({ rate: "2" }));
  expect(await listRates(ctx)).toEqual(before);
});

it.each([
  ["1.08", "1.1339", "saved"],
  ["1.08", "1.1351", "conflict"],
  ["1.08", "0.9", "conflict"],
  ["0", "1.08", "conflict"],
  ["1e9", "1.08", "conflict"],
])(
  "what a member saw at %s, and the URL answers as %s when they confirm it: %s",
  async (reviewedRate, now, outcome) => {
    const input = inputOf({ ...EUR_URL, reviewedRate, confirmed: true });
    const saved = await setRate(ctx, input, answering(eur(now))).then(
      () => "saved",
      (error) => error.code,
    );
    expect([saved, (await listRates(ctx)).length]).toEqual([outcome, outcome === "saved" ? 1 : 0]);
  },
);
