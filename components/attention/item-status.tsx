import { StatusBadge } from "@/components/ui/status-badge";
import type { ItemResolution } from "@/lib/base/values/attention-kinds";
import { attentionMessages, attentionResolutions } from "@/lib/service/messages/en/attention";

/** Whether an item is open, or how it was resolved. */
export function ItemStatus({ resolution }: { resolution: ItemResolution | null }) {
  if (resolution === null) return <StatusBadge status="attention" words={attentionMessages.status.open} />;
  return (
    <StatusBadge status={resolution === "accepted" ? "disabled" : "paid"} words={attentionResolutions[resolution]} />
  );
}
