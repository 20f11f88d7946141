import { StatusShape } from "@/components/ui/status-shape";
import type { IntentStatus } from "@/lib/intents/state";

/** What a reader sees of an intent: its status, with the part-paid one told apart from waiting. */
export type ShownStatus = IntentStatus | "partly";

export const STATUS_WORDS: Record<ShownStatus, string> = {
  pending: "Waiting",
  partly: "Partly received",
  paid: "Paid",
  expired: "Expired",
  cancelled: "Cancelled",
};

export const STATUS_COLOURS: Record<ShownStatus, string> = {
  pending: "text-amber-ink",
  partly: "text-amber-ink",
  paid: "text-verdigris",
  expired: "text-brick",
  cancelled: "text-ink-2",
};

/** The shape of a status, in the colour of the text around it; the word stands beside it, so it is hidden from readers. */
export function StatusMark({ status, className = "size-4" }: { status: ShownStatus; className?: string }) {
  return <StatusShape status={status} className={className} />;
}
