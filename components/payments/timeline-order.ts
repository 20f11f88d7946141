import type { PaymentTimeline } from "@/lib/payments/timeline/timeline";
import type { TimelineEntry } from "./timeline-entry";

/** An entry's position: the phase of the payment, the moment within the phase, the rank at that moment. */
type Place = { phase: number; atMs: number; writtenMicros: bigint; rank: number };

const PHASES = { created: 0, open: 1, end: 2, after: 3, expires: 4 };
const RANKS = { act: 0, seen: 1, effect: 2, attention: 3 };

/**
 * Sorts causes before effects, whatever the clocks say: the intent is created first, applied transfers come before its
 * end, an action comes before its effects. Rows written by one transaction share its start to the microsecond.
 */
export function inCausalOrder(entries: TimelineEntry[], timeline: PaymentTimeline): TimelineEntry[] {
  return entries
    .map((entry) => ({ entry, place: placeOf(entry, entries, timeline) }))
    .sort((a, b) => compare(a.place, b.place))
    .map(({ entry }) => entry);
}

function compare(a: Place, b: Place): number {
  return a.phase - b.phase || a.atMs - b.atMs || Number(a.writtenMicros - b.writtenMicros) || a.rank - b.rank;
}

function placeOf(entry: TimelineEntry, entries: TimelineEntry[], timeline: PaymentTimeline): Place {
  const atMs = entry.at.getTime();
  const place = { phase: PHASES.open, atMs, writtenMicros: 0n, rank: RANKS.effect };
  switch (entry.kind) {
    case "created":
      return { ...place, phase: PHASES.created };
    case "expires":
      return { ...place, phase: PHASES.expires };
    case "ended":
      return { ...place, phase: PHASES.end, writtenMicros: timeline.endedMicros ?? 0n };
    case "transfer":
      return { ...place, phase: phaseOfTransfer(entry, timeline), writtenMicros: entry.transfer.writtenMicros };
    case "seen":
      return placeOfSeen(entry, timeline);
    case "refund":
    case "attention":
      // to the millisecond, so that an item opened by the end sorts after the end
      return { ...place, ...phaseByTime(BigInt(atMs) * 1_000n + 999n, timeline), rank: RANKS.attention };
    case "act": {
      const [first] = effectsOf(entry, entries, timeline).sort(compare);
      return { ...(first ?? { ...place, ...phaseByTime(entry.act.writtenMicros, timeline) }), rank: RANKS.act };
    }
  }
}

type Entry<Kind extends TimelineEntry["kind"]> = Extract<TimelineEntry, { kind: Kind }>;

/** The entries written by the transaction that also recorded the act. */
function effectsOf({ act }: Entry<"act">, entries: TimelineEntry[], timeline: PaymentTimeline): Place[] {
  return entries
    .filter((entry) => entry.kind === "transfer" || entry.kind === "ended")
    .map((entry) => placeOf(entry, entries, timeline))
    .filter(({ writtenMicros }) => writtenMicros === act.writtenMicros);
}

/** On the chain, a transfer can be late for an intent that hasn't been ended yet. */
function phaseOfTransfer({ transfer }: Entry<"transfer">, timeline: PaymentTimeline): number {
  if (transfer.counted) return PHASES.open;
  return transfer.network === "sandbox" ? PHASES.after : phaseByTime(transfer.writtenMicros, timeline).phase;
}

/** Seen in a block before it is recorded, even if the chain's clock is ahead of the database's. */
function placeOfSeen({ at, transfer }: Entry<"seen">, timeline: PaymentTimeline): Place {
  const atMs = Math.min(at.getTime(), transfer?.createdAt.getTime() ?? at.getTime());
  const atMicros = BigInt(atMs) * 1_000n;
  const phase = transfer?.counted ? PHASES.open : phaseByTime(atMicros, timeline).phase;
  return { phase, atMs, writtenMicros: 0n, rank: RANKS.seen };
}

function phaseByTime(micros: bigint, { endedMicros }: PaymentTimeline) {
  return { phase: endedMicros !== null && micros >= endedMicros ? PHASES.after : PHASES.open };
}
