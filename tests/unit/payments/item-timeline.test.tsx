import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ItemTimeline } from "@/components/attention/item-timeline";
import type { AttentionItem } from "@/lib/payments/attention/get-attention";

const at = (second: number, ms = 0) => new Date(Date.UTC(2026, 2, 1, 12, 0, second, ms));

const transfer = (occurredAt: Date, counted: boolean): AttentionItem["transfers"][number] => ({
  id: occurredAt.toISOString(),
  network: "sandbox",
  txHash: "ab".repeat(32),
  logIndex: 0,
  from: null,
  to: null,
  amountMicros: 5_000_000n,
  blockNumber: null,
  occurredAt,
  counted,
});

const item: AttentionItem = {
  id: "1",
  kind: "late",
  amountMicros: 5_000_000n,
  createdAt: at(9),
  resolvedAt: null,
  resolution: null,
  intentId: "2",
  reference: null,
  terminalId: "3",
  terminalName: "Front desk",
  txHash: null,
  what: "",
  intent: {
    id: "22222222",
    amountMicros: 5_000_000n,
    toleranceMicros: 0n,
    receivedMicros: 5_000_000n,
    reference: null,
    createdAt: at(1),
    expiresAt: at(50),
    quote: null,
    endedAt: at(5),
    status: "paid",
    checkoutUrl: "",
  },
  transfers: [transfer(at(8), false), transfer(at(5, 3), true)],
  address: null,
  note: null,
  resolvedBy: null,
  rest: null,
  refundAddress: null,
  refunds: [],
  sums: null,
  refundableMicros: 0n,
  payableMicros: 0n,
  suggestedMicros: 0n,
  actions: [],
};

function textAt(now: string): string {
  const html = renderToStaticMarkup(<ItemTimeline item={item} zone="UTC" now={now} paymentHref={null} />);
  return html.replaceAll(/<[^>]*>/g, " ");
}

it("an applied transfer comes before the end that it brought, and a late one after it, whatever the clocks say", () => {
  const text = textAt("2026-03-02T00:00:00Z");
  const places = ["Payment created", "received ", "Paid", "received, not applied"].map((words) => text.indexOf(words));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
  expect(text).not.toContain("Block");
});

it.each([
  ["2026-03-01T20:00:00Z", " 12:00:01 "],
  ["2026-03-02T20:00:00Z", " 1 Mar, 12:00:01 "],
  ["2027-03-01T20:00:00Z", " 1 Mar 2026, 12:00:01 "],
])("at %s the first time reads %s", (now, time) => {
  expect(textAt(now)).toContain(time);
});
