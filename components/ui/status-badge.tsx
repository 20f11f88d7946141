import { type ShownStatus, STATUS_COLOURS, STATUS_WORDS, StatusMark } from "@/components/ui/status-mark";
import { WarningMark } from "@/components/ui/warning-mark";

/** Statuses beside those of a payment: deliveries, endpoints, keys, people. */
export type ThingStatus =
  | "waiting"
  | "delivered"
  | "failed"
  | "healthy"
  | "failing"
  | "disabled"
  | "active"
  | "invited"
  | "revoked"
  | "attention";

const THINGS: Record<ThingStatus, { words: string; colour: string; mark: ShownStatus | "warning" }> = {
  waiting: { words: "Waiting", colour: "text-amber-ink", mark: "pending" },
  delivered: { words: "Delivered", colour: "text-verdigris", mark: "paid" },
  failed: { words: "Failed", colour: "text-brick", mark: "warning" },
  healthy: { words: "Healthy", colour: "text-verdigris", mark: "paid" },
  failing: { words: "Failing", colour: "text-brick", mark: "warning" },
  disabled: { words: "Disabled", colour: "text-ink-2", mark: "cancelled" },
  active: { words: "Active", colour: "text-verdigris", mark: "paid" },
  invited: { words: "Invited", colour: "text-amber-ink", mark: "pending" },
  revoked: { words: "Revoked", colour: "text-ink-2", mark: "cancelled" },
  attention: { words: "Needs attention", colour: "text-amber-ink", mark: "warning" },
};

/** A status as colour, word and shape. `words` replaces the word where the place asks for another. */
export function StatusBadge({ status, words }: { status: ShownStatus | ThingStatus; words?: string }) {
  const { words: word, colour, mark } = looksOf(status);
  return (
    <span className={`inline-flex items-center gap-1.5 align-top text-14 font-medium whitespace-nowrap ${colour}`}>
      {mark === "warning" ? <WarningMark /> : <StatusMark status={mark} />}
      {words ?? word}
    </span>
  );
}

function looksOf(status: ShownStatus | ThingStatus) {
  if (status in THINGS) return THINGS[status as ThingStatus];
  const shown = status as ShownStatus;
  return { words: STATUS_WORDS[shown], colour: STATUS_COLOURS[shown], mark: shown };
}
