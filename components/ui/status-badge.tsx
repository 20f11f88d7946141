import { uiMessages } from "@/lib/service/messages/en/ui";
import type { ShownStatus } from "./status-drawing";
import { STATUS_COLOURS, STATUS_LABELS, StatusMark } from "./status-mark";
import { WarningMark } from "./warning-mark";

/** Statuses of things other than payments: deliveries, endpoints, keys, people. */
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

const THINGS: Record<ThingStatus, { colour: string; mark: ShownStatus | "warning" }> = {
  waiting: { colour: "text-amber-ink", mark: "pending" },
  delivered: { colour: "text-verdigris", mark: "paid" },
  failed: { colour: "text-brick", mark: "warning" },
  healthy: { colour: "text-verdigris", mark: "paid" },
  failing: { colour: "text-brick", mark: "warning" },
  disabled: { colour: "text-ink-2", mark: "cancelled" },
  active: { colour: "text-verdigris", mark: "paid" },
  invited: { colour: "text-amber-ink", mark: "pending" },
  revoked: { colour: "text-ink-2", mark: "cancelled" },
  attention: { colour: "text-amber-ink", mark: "warning" },
};

/** A status as colour, text and shape. `words` replaces the default text. */
export function StatusBadge({ status, words }: { status: ShownStatus | ThingStatus; words?: string }) {
  const { word, colour, mark } = looksOf(status);
  return (
    <span className={`inline-flex items-center gap-1.5 align-top text-14 font-medium whitespace-nowrap ${colour}`}>
      {mark === "warning" ? <WarningMark /> : <StatusMark status={mark} />}
      <span>{words ?? word}</span>
    </span>
  );
}

function looksOf(status: ShownStatus | ThingStatus) {
  if (status in THINGS) {
    const thing = status as ThingStatus;
    return { word: uiMessages.status[thing], ...THINGS[thing] };
  }
  const shown = status as ShownStatus;
  return { word: STATUS_LABELS[shown], colour: STATUS_COLOURS[shown], mark: shown };
}
