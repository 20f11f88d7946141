import { expect, it } from "vitest";
import { refundEntries } from "@/components/payments/refund-entries";
import { timelineEntries } from "@/components/payments/timeline-entries";
import type { PaymentAct, PaymentEvent, PaymentTimeline, PaymentTransfer } from "@/lib/payments/timeline/timeline";

const START = Date.UTC(2026, 10, 20, 12);
const at = (ms: number) => new Date(START + ms);
const micros = (ms: number) => BigInt(START + ms) * 1_000n;

/**
 * A simulated transfer that was written by a transaction of `written` ms, which got the intent `occurred` ms after the
 * start.
 */
const transfer = (written: number, occurred: number, counted = true): PaymentTransfer => ({
  id: `transfer ${written}`,
  network: "sandbox",
  txHash: "ab",
  amountMicros: 1n,
  blockNumber: null,
  from: null,
  counted,
  occurredAt: at(occurred),
  createdAt: at(written),
  writtenMicros: micros(written),
});

const final = (block: number, written: number, counted = true): PaymentTransfer => ({
  ...transfer(written, block, counted),
  network: "tron-nile",
  blockNumber: 70_000_000,
});

const act = (written: number, outcome: string): PaymentAct => ({
  id: `act ${written}`,
  action: "intent.simulated",
  who: "owner@example.com",
  outcome,
  at: at(written),
  writtenMicros: micros(written),
});

const opened = (written: number): PaymentEvent => ({
  id: `opened ${written}`,
  type: "attention.opened",
  createdAt: at(written),
  itemId: "item",
  resolution: null,
  deliveries: [],
});

type Facts = {
  /** the start of the transaction, and when it set the time of the end */
  end?: ["paid" | "expired" | "cancelled", number, number?];
  transfers?: PaymentTransfer[];
  acts?: PaymentAct[];
  events?: PaymentEvent[];
};

function orderOf({ end, transfers = [], acts = [], events = [] }: Facts): string[] {
  const facts = {
    payment: {
      status: end?.[0] ?? "pending",
      createdAt: at(0),
      expiresAt: at(600_000),
      endedAt: end ? at(end[2] ?? end[1]) : null,
    },
    transfers,
    acts,
    events,
    chain: null,
    refunds: [],
    endedMicros: end ? micros(end[1]) : null,
  } as unknown as PaymentTimeline;
  return timelineEntries(facts).map((entry) => {
    if (entry.kind === "act") return entry.act.id;
    if (entry.kind === "transfer") return entry.transfer.id;
    return entry.kind === "seen" ? `${entry.kind} ${entry.at.getTime() - START}` : entry.kind;
  });
}

it("what one second holds stands cause before effect, act by act", () => {
  const acts = [act(20, "underpaid"), act(40, "paid")];
  const transfers = [transfer(20, 23), transfer(40, 43)];
  expect(orderOf({ end: ["paid", 40], transfers, acts })).toEqual([
    "created",
    "act 20",
    "transfer 20",
    "act 40",
    "transfer 40",
    "ended",
  ]);
});

it("also when all of it happened at one millisecond", () => {
  const transfers = [transfer(0, 0)];
  expect(orderOf({ end: ["paid", 0], transfers, acts: [act(0, "paid")] })).toEqual([
    "created",
    "act 0",
    "transfer 0",
    "ended",
  ]);
});

it("who had to wait for the intent comes after those who had it first", () => {
  const acts = [act(20, "paid"), act(30, "underpaid")];
  const transfers = [transfer(20, 950), transfer(30, 35)];
  expect(orderOf({ end: ["paid", 20], transfers, acts })).toEqual([
    "created",
    "act 30",
    "transfer 30",
    "act 20",
    "transfer 20",
    "ended",
  ]);
});

it("late money comes after the end that the same act brought, and after any other end", () => {
  const late = { transfers: [transfer(20, 22, false)], acts: [act(20, "late")] };
  expect(orderOf({ end: ["expired", 20], ...late })).toEqual(["created", "act 20", "ended", "transfer 20"]);
  expect(orderOf({ end: ["cancelled", 21], ...late })).toEqual(["created", "ended", "act 20", "transfer 20"]);
});

it("an expiry that was played follows the act, and money before it", () => {
  const acts = [act(30, "expired"), act(20, "underpaid")];
  expect(orderOf({ end: ["expired", 30], acts, transfers: [transfer(20, 21)] })).toEqual([
    "created",
    "act 20",
    "transfer 20",
    "act 30",
    "ended",
  ]);
});

it("real money is seen before it is in the books, though the chain's clock be ahead", () => {
  expect(orderOf({ transfers: [final(9_000, 5_000)] })).toEqual(["created", "seen 9000", "transfer 5000", "expires"]);
  expect(orderOf({ end: ["paid", 5_000], transfers: [final(9_000, 5_000)] })).toEqual([
    "created",
    "seen 9000",
    "transfer 5000",
    "ended",
  ]);
});

it("real money that came too late may be in the books before the end is", () => {
  expect(orderOf({ end: ["expired", 8_000], transfers: [final(1_000, 5_000, false)] })).toEqual([
    "created",
    "seen 1000",
    "transfer 5000",
    "ended",
  ]);
  expect(orderOf({ end: ["expired", 3_000], transfers: [final(1_000, 5_000, false)] })).toEqual([
    "created",
    "seen 1000",
    "ended",
    "transfer 5000",
  ]);
});

it("what needs a decision comes after the end that its transaction brought, whose time was set a little later", () => {
  const facts = { transfers: [final(1_000, 5_000)], events: [opened(5_000)] };
  expect(orderOf({ end: ["paid", 5_000, 5_005], ...facts })).toEqual([
    "created",
    "seen 1000",
    "transfer 5000",
    "ended",
    "attention",
  ]);
});

it("a refund's steps are told once each: what is prepared again in passing isn't", () => {
  const reported = (type: PaymentEvent["type"], written: number, failure: string | null = null): PaymentEvent => ({
    id: `${type} ${written}`,
    type,
    createdAt: at(written),
    itemId: null,
    resolution: null,
    refund: { id: "refund", by: { email: "ada@example.com" }, failure },
    deliveries: [],
  });
  const ada = { email: "ada@example.com" };
  const history = {
    id: "refund",
    amountMicros: 1n,
    hasAddress: true,
    createdAt: at(100),
    confirmedAt: at(200),
    preparedBy: { key: "Shop plugin" },
    confirmedBy: ada,
    sent: [
      { at: at(300), by: ada },
      { at: at(500), by: ada },
    ],
  };
  const events = [
    reported("refund.prepared", 200),
    reported("refund.failed", 400, "REVERT"),
    reported("refund.prepared", 500),
    reported("refund.sent", 600),
    { ...reported("refund.prepared", 250), refund: { id: "another", by: ada, failure: null } },
  ];
  const entries = refundEntries(history, events);
  expect(entries.map(({ step, event }) => [step, event?.id ?? null])).toEqual([
    ["started", null],
    ["confirmed", "refund.prepared 200"],
    ["sent", null],
    ["failed", "refund.failed 400"],
    ["sent", null],
    ["final", "refund.sent 600"],
  ]);
  expect(entries[0]?.by).toEqual({ key: "Shop plugin" });
  expect(entries[3]?.failure).toBe("REVERT");
  const again = refundEntries({ ...history, sent: [] }, events.slice(0, 3)).map(({ step }) => step);
  expect(again).toEqual(["started", "confirmed", "failed", "again"]);
});
