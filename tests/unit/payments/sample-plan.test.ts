import { TZDate } from "@date-fns/tz";
import { describe, expect, it } from "vitest";
import { decimalsOf } from "@/lib/base/values/currencies";
import { type Quote, quoteMicros } from "@/lib/payments/prices/quote";
import { planSamples, SAMPLE_DAYS, type SampleTerminal } from "@/lib/payments/sandbox/sample-plan";

const NOW = new Date("2026-03-31T15:00:00Z");
const LISBON: SampleTerminal = {
  id: "11111111-1111-4111-8111-111111111111",
  timeZone: "Europe/Lisbon",
  intentLifeSeconds: 1_800,
  toleranceMicros: 0n,
};
const AUCKLAND: SampleTerminal = {
  ...LISBON,
  id: "22222222-2222-4222-8222-222222222222",
  timeZone: "Pacific/Auckland",
  intentLifeSeconds: 300,
  toleranceMicros: 50_000_000n,
};
const plan = planSamples([LISBON, AUCKLAND], 7, NOW);
const count = (wanted: (one: (typeof plan)[number]) => boolean) => plan.filter(wanted).length;

describe("a generated month", () => {
  it("follows from its seed, and another seed gives another month", () => {
    expect(planSamples([LISBON, AUCKLAND], 7, NOW)).toEqual(plan);
    expect(planSamples([LISBON, AUCKLAND], 8, NOW)).not.toEqual(plan);
  });

  it("has a few hundred payments of both terminals, in order, over thirty days, and none of the future", () => {
    expect(plan.length).toBeGreaterThan(300);
    expect(plan.length).toBeLessThan(800);
    expect(new Set(plan.map((one) => one.terminalId)).size).toBe(2);
    const times = plan.map((one) => one.createdAt.getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(NOW.getTime() - (times[0] as number)).toBeGreaterThan((SAMPLE_DAYS - 2) * 86_400_000);
    expect(NOW.getTime() - (times[0] as number)).toBeLessThan(SAMPLE_DAYS * 86_400_000);
    for (const { endedAt, transfers } of plan) {
      for (const at of [endedAt, ...transfers.map((one) => one.occurredAt)]) expect(at <= NOW).toBe(true);
    }
  });

  it("is taken in opening hours by the terminal's clock, also across a change of the clocks", () => {
    for (const terminal of [LISBON, AUCKLAND]) {
      const hours = plan
        .filter((one) => one.terminalId === terminal.id)
        .map((one) => new TZDate(one.createdAt, terminal.timeZone).getHours());
      expect(Math.min(...hours)).toBe(9);
      expect(Math.max(...hours)).toBe(20);
    }
  });

  it("is busier on weekdays than at weekends", () => {
    const onWeekend = count((one) => {
      const zone = one.terminalId === LISBON.id ? LISBON.timeZone : AUCKLAND.timeZone;
      return [0, 6].includes(new TZDate(one.createdAt, zone).getDay());
    });
    expect(onWeekend / plan.length).toBeGreaterThan(0.05);
    expect(onWeekend / plan.length).toBeLessThan(0.25);
  });

  it("has every outcome, most of them paid, some with tips and references", () => {
    const large = Array.from({ length: 6 }, (_, seed) => planSamples([LISBON], seed, NOW)).flat();
    const share = (wanted: (one: (typeof large)[number]) => boolean) => large.filter(wanted).length / large.length;
    const isPaid = (one: (typeof large)[number]) => one.status === "paid";
    expect(share(isPaid)).toBeGreaterThan(0.75);
    expect(share(isPaid)).toBeLessThan(0.95);
    const others = [
      (one: (typeof large)[number]) => one.status === "cancelled",
      (one: (typeof large)[number]) => one.status === "expired" && one.receivedMicros === 0n,
      (one: (typeof large)[number]) => one.status === "expired" && one.receivedMicros > 0n,
      (one: (typeof large)[number]) => one.receivedMicros > one.amountMicros,
      (one: (typeof large)[number]) => one.transfers.some((transfer) => !transfer.counted),
      (one: (typeof large)[number]) => isPaid(one) && one.transfers.length === 2,
      (one: (typeof large)[number]) => "tip_usdt" in one.metadata,
      (one: (typeof large)[number]) => one.reference === null,
    ];
    for (const other of others) {
      expect(share(other)).toBeGreaterThan(0);
      expect(share(other)).toBeLessThan(0.3);
    }
    expect(share((one) => /^Order \d{4,5}$/.test(one.reference ?? ""))).toBeGreaterThan(0.7);
  });

  it.each([
    ["EUR", "1.0895", 0],
    ["JPY", "0.0067", 50],
    ["NGN", "0.000606060606060606060606", 0],
    ["KWD", "3.25", 0],
  ])(
    "has prices in %s at %s, quoted by the rule for real payments, and others in USDT",
    (currency, rate, spreadBps) => {
      const terms = { currency, rate, spreadBps, source: "manual" as const, lifeSeconds: 600 };
      const priced = planSamples([LISBON], 7, NOW, terms);
      const decimals = decimalsOf(currency) ?? 0;
      const quoted = priced.filter(({ quote }) => quote !== null);
      expect(quoted.length / priced.length).toBeGreaterThan(0.4);
      expect(quoted.length / priced.length).toBeLessThan(0.8);
      for (const { quote, amountMicros, createdAt, expiresAt, metadata } of quoted) {
        expect(quoteMicros({ ...(quote as Quote), decimals })).toBe(amountMicros);
        expect(expiresAt.getTime() - createdAt.getTime()).toBe(600_000);
        expect("tip_price" in metadata).toBe("tip_usdt" in metadata);
      }
      expect(quoted.some(({ metadata }) => "tip_price" in metadata)).toBe(true);
      const amounts = quoted.map(({ amountMicros }) => Number(amountMicros) / 1_000_000);
      expect(Math.min(...amounts)).toBeGreaterThan(2);
      expect(Math.max(...amounts)).toBeLessThan(400);
    },
  );

  it("pays by the rule for real payments: on time, and no more than the tolerance short", () => {
    for (const one of plan) {
      const counted = one.transfers.filter((transfer) => transfer.counted);
      expect(counted.reduce((sum, transfer) => sum + transfer.amountMicros, 0n)).toBe(one.receivedMicros);
      expect(one.status === "paid").toBe(
        one.receivedMicros > 0n && one.amountMicros - one.receivedMicros <= one.toleranceMicros,
      );
      expect(one.toleranceMicros <= one.amountMicros / 2n).toBe(true);
      expect(one.endedAt > one.createdAt).toBe(true);
      const tip = Number(one.metadata.tip_usdt ?? 0);
      expect(tip * 1_000_000).toBeLessThan(Number(one.amountMicros));
    }
  });
});
