import { RESOLUTION_WORDS } from "@/components/settlement/item-words";
import { StatusBadge } from "@/components/ui/status-badge";
import type { ItemResolution } from "@/lib/settlement/item-kinds";

/** Whether somebody still has to decide, or what was decided. */
export function ItemStanding({ resolution }: { resolution: ItemResolution | null }) {
  if (resolution === null) return <StatusBadge status="attention" words="Open" />;
  return <StatusBadge status={resolution === "accepted" ? "disabled" : "paid"} words={RESOLUTION_WORDS[resolution]} />;
}
