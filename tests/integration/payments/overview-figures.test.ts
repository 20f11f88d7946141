import { describe, expect, it } from "vitest";
import type { Environment } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { createTerminal } from "@/lib/business/terminals/create";
import { INTENT_STATUSES } from "@/lib/payments/intents/state";
import { overview } from "@/lib/payments/reports/overview";
import type { OverviewSpan } from "@/lib/payments/reports/overview-periods";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";
import { memberContext } from "@/tests/support/member-context";
import { type MadePayment, makePayments, type PaymentDraft } from "@/tests/support/payments";
import { randomsOf } from "@/tests/support/seed";

const chance = randomsOf("overview");

/** Kathmandu stands at +05:45, Lord Howe changes its clock by half an hour, Marquesas stands at −09:30. */
const ZONES = [
  "UTC",
  "Europe/Lisbon",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Marquesas",
  "America/St_Johns",
];
const DAYS: Record<OverviewSpan, number> = { today: 1, "7d": 7, "30d": 30 };

const random = <T>(values: readonly T[]) => values[Math.floor(chance() * values.length)] as T;

async function shopIn(zone: string): Promise<MerchantFixture> {
  const merchant = await createMerchantFixture();
  await database().sql`update merchants set time_zone = ${zone} where id = ${merchant.merchantId}`;
  return merchant;
}

/** Payments that ended at random moments of the last 65 days, many of them near now. */
function lately(count: number): PaymentDraft[] {
  return Array.from({ length: count }, () => {
    const ago = chance() * random([3, 30, 200, 65 * 24]) * 3_600_000;
    const ended = Date.now() - 1_000 - ago;
    return {
      status: random(INTENT_STATUSES.filter((status) => status !== "pending")),
      amountMicros: BigInt(1 + Math.floor(chance() * 1e9)),
      createdAt: new Date(ended - 60_000).toISOString(),
      endedAt: new Date(ended).toISOString(),
    };
  });
}

/** PostgreSQL's own calendar: where a span of days of the zone begins, and the moment up to which it is compared. */
async function edges(zone: string, now: Date, span: OverviewSpan, side: 0 | 1) {
  const days = DAYS[span];
  const [row] = await database().sql<[{ starts: Date; until: Date }]>`
    select ((${now}::timestamptz at time zone ${zone})::date - (${days}::int * ${side + 1} - 1)) ::timestamp at time zone ${zone} as starts,
           ((${now}::timestamptz at time zone ${zone}) - make_interval(days => ${days * side})) at time zone ${zone} as until`;
  return row;
}

const within = (made: MadePayment[], { starts, until }: { starts: Date; until: Date }) =>
  made.filter(
    (one) => one.endedAt && Date.parse(one.endedAt) >= starts.getTime() && Date.parse(one.endedAt) < until.getTime(),
  );
const sum = (made: MadePayment[]) =>
  made.filter((one) => one.status === "paid").reduce((total, one) => total + one.amountMicros, 0n);
const count = (made: MadePayment[], status: string) => BigInt(made.filter((one) => one.status === status).length);

describe("the overview", () => {
  it.each(ZONES)("has the takings and the ends of its spans in %s to the millionth", async (zone) => {
    const merchant = await shopIn(zone);
    const bar = await createTerminal(merchant.ctx, { name: "Bar" });
    const made = [
      ...(await makePayments(merchant, lately(300))),
      ...(await makePayments({ ...merchant, terminalId: bar.id }, lately(300))),
    ];
    await makePayments(
      merchant,
      lately(20).map((draft) => ({ ...draft, environment: "live" as Environment })),
    );
    await makePayments(await createMerchantFixture(), lately(20));
    const ctx = await memberContext(merchant);
    for (const span of ["today", "7d", "30d"] as const) {
      const seen = await overview(ctx, span);
      for (const side of [0, 1] as const) {
        const expected = within(made, await edges(zone, seen.now, span, side));
        const totals = side === 0 ? seen.current : seen.before;
        expect([totals.micros, totals.paid, totals.expired, totals.cancelled]).toEqual([
          sum(expected),
          count(expected, "paid"),
          count(expected, "expired"),
          count(expected, "cancelled"),
        ]);
        expect(totals.medianSeconds).toBe(totals.paid > 0n ? 60 : null);
      }
      for (const bucket of seen.buckets) {
        expect(bucket.micros).toBe(sum(within(made, { starts: bucket.starts, until: bucket.ends })));
      }
      expect(seen.buckets.reduce((total, bucket) => total + bucket.micros, 0n)).toBe(seen.current.micros);
      expect(seen.buckets.reduce((total, bucket) => total + bucket.microsBefore, 0n)).toBe(seen.before.micros);
    }
  });

  it("has the days of the merchant's calendar without a gap, today last, and the hours of today", async () => {
    for (const zone of ZONES) {
      const ctx = await memberContext(await shopIn(zone));
      for (const span of ["today", "7d", "30d"] as const) {
        const { buckets, now } = await overview(ctx, span);
        // a day has 23 to 25 hours
        expect(span === "today" ? [23, 24, 25] : [DAYS[span]]).toContain(buckets.length);
        buckets.slice(1).forEach((bucket, index) => {
          expect(bucket.starts).toEqual(buckets[index]?.ends);
        });
        const { starts } = await edges(zone, now, span, 0);
        expect(buckets[0]?.starts).toEqual(starts);
        expect(buckets.at(-1)?.ends.getTime()).toBeGreaterThan(now.getTime());
      }
    }
  });

  it("counts what is pending now, and of the latest paid how long they took", async () => {
    const merchant = await shopIn("UTC");
    const now = Date.now();
    const at = (secondsAgo: number) => new Date(now - secondsAgo * 1_000).toISOString();
    await makePayments(merchant, [
      { status: "pending", amountMicros: 3n },
      { status: "pending", amountMicros: 4_000_000n },
      ...[10, 20, 90].map((seconds) => ({ createdAt: at(5 + seconds), endedAt: at(5) })),
    ]);
    const ctx = await memberContext(merchant);
    const { pending, current } = await overview(ctx, "7d");
    expect(pending).toEqual({ count: 2, micros: 4_000_003n, isMore: false });
    expect(current.medianSeconds).toBe(20);
  });

  it("shows a member with some terminals what those took", async () => {
    const merchant = await shopIn("UTC");
    const bar = await createTerminal(merchant.ctx, { name: "Bar" });
    await makePayments(merchant, lately(5));
    const mine = await makePayments({ ...merchant, terminalId: bar.id }, lately(50));
    const ctx = await memberContext(merchant, { role: "cashier", terminalIds: [bar.id] });
    const seen = await overview(ctx, "30d");
    expect(seen.current.micros).toBe(sum(within(mine, await edges("UTC", seen.now, "30d", 0))));
  });
});
