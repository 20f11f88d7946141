import { uiMessages } from "@/lib/service/messages/en/ui";
import type { ShownStatus } from "./status-drawing";
import { StatusShape } from "./status-shape";

export const STATUS_LABELS: Record<ShownStatus, string> = uiMessages.paymentStatus;

export const STATUS_COLOURS: Record<ShownStatus, string> = {
  pending: "text-amber-ink",
  partly: "text-amber-ink",
  paid: "text-verdigris",
  expired: "text-ink-2",
  cancelled: "text-ink-2",
};

/** The icon of a status, in the colour of its text. Hidden from screen readers, since the text is beside it. */
export function StatusMark({ status, className = "size-4" }: { status: ShownStatus; className?: string }) {
  return <StatusShape status={status} className={className} />;
}
