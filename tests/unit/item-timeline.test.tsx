import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ItemTimeline } from "@/components/settlement/item-timeline";
import type { AttentionItem } from "@/lib/attention/get-attention";

const at = (second: number, ms = 0) => new Date(Date.UTC(2026, 2, 1, 12, 0, second, ms));

const transfer = (occurredAt: Date, counted: boolean): AttentionItem["transfers"][number] => ({
  ...{ id: occurredAt.toISOString(), network: "sandbox", txHash: "ab".repeat(32), logIndex: 0 },
  ...{ from: null, to: null, amountMicros: 5_000_000n, blockNumber: null, occurredAt, counted },
});

it("an applied transfer comes before the end that it brought, and a late one after it, whatever the clocks say", () => {
  const item: AttentionItem = {
    ...{ id: "1", kind: "late", amountMicros: 5_000_000n, createdAt: at(9), resolvedAt: null, resolution: null },
    ...{ intentId: "2", reference: null, terminalId: "3", terminalName: "Front desk", txHash: null, what: "" },
    intent: {
      ...{ id: "22222222", amountMicros: 5_000_000n, toleranceMicros: 0n, receivedMicros: 5_000_000n, reference: null },
      ...{ createdAt: at(1), expiresAt: at(50), endedAt: at(5), status: "paid", checkoutUrl: "" },
    },
    transfers: [transfer(at(8), false), transfer(at(5, 3), true)],
    ...{ address: null, note: null, resolvedBy: null, rest: null, refundAddress: null },
    ...{ refunds: [], refundableMicros: 0n, actions: [] },
  };
  const html = renderToStaticMarkup(<ItemTimeline item={item} zone="UTC" paymentHref={null} />);
  const text = html.replaceAll(/<[^>]*>/g, " ");
  const places = ["Payment created", "received ", "Paid", "received, not applied"].map((words) => text.indexOf(words));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
  expect(text).not.toContain("Block");
});
