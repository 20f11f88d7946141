import type { Doer, RefundHistory } from "@/lib/payments/timeline/refund-history";
import type { PaymentEvent } from "@/lib/payments/timeline/timeline";

/** `started`: prepared without an address. `confirmed`: by a member with their password. `final`: it left for good. */
type RefundStep = "started" | "prepared" | "confirmed" | "sent" | "failed" | "again" | "cancelled" | "final";

export type RefundEntry = {
  kind: "refund";
  at: Date;
  step: RefundStep;
  refund: Pick<RefundHistory, "id" | "amountMicros">;
  /** null: the chain, or it isn't known */
  by: Doer | null;
  failure: string | null;
  /** what was reported of it; null: nothing */
  event: PaymentEvent | null;
};

/** Everything that happened to a refund, in order. `events`: the payment's. */
export function refundEntries(history: RefundHistory, events: readonly PaymentEvent[]): RefundEntry[] {
  const { id, amountMicros, createdAt, confirmedAt, preparedBy, confirmedBy, sent } = history;
  const own = events.filter(({ refund }) => refund?.id === id);
  const entry = (step: RefundStep, at: Date, facts: Partial<RefundEntry>): RefundEntry => ({
    kind: "refund",
    step,
    at,
    refund: { id, amountMicros },
    by: null,
    failure: null,
    event: null,
    ...facts,
  });
  const preparedAt = (at: Date) =>
    own.find((one) => one.type === "refund.prepared" && isSame(one.createdAt, at)) ?? null;
  const first = preparedAt(createdAt);
  const isLater = confirmedAt !== null && !isSame(confirmedAt, createdAt);
  const confirmation = isLater ? preparedAt(confirmedAt) : null;
  // refunds of a former version have no events
  const isStarted = !history.hasAddress || (first === null && confirmation !== null);
  const steps = [
    entry(isStarted ? "started" : "prepared", createdAt, { by: preparedBy, event: first }),
    ...(isLater ? [entry("confirmed", confirmedAt, { by: confirmedBy, event: confirmation })] : []),
    ...sent.map(({ at, by }) => entry("sent", at, { by })),
  ];
  const reported = own.filter((event) => event !== first && event !== confirmation);
  for (const event of reported) {
    const step = STEPS[event.type as keyof typeof STEPS];
    const { by = null, failure = null } = event.refund ?? {};
    if (step) steps.push(entry(step, event.createdAt, { by, failure, event }));
  }
  return steps
    .filter((step) => step.step !== "again" || !isAside(step, steps))
    .sort((a, b) => Number(a.at) - Number(b.at));
}

const STEPS = {
  "refund.prepared": "again",
  "refund.failed": "failed",
  "refund.cancelled": "cancelled",
  "refund.sent": "final",
} as const;

/** What failed is prepared again in passing when it is signed anew or cancelled. */
function isAside(again: RefundEntry, steps: readonly RefundEntry[]): boolean {
  return steps.some((one) => one !== again && isSame(one.at, again.at));
}

function isSame(a: Date, b: Date): boolean {
  return a.getTime() === b.getTime();
}
