import { StatusBadge } from "@/components/ui/status-badge";
import type { RestrictedKeyState } from "@/lib/business/keys/restricted-state";
import { keysMessages } from "@/lib/service/messages/en/keys";

const { states } = keysMessages;

/** Whether a restricted key works, and whether it can do all that it was made for. */
export function KeyState({ state, endsSoon }: Pick<RestrictedKeyState, "state" | "endsSoon">) {
  if (state === "ended") return <StatusBadge status="disabled" words={states.ended} />;
  if (state === "stopped") return <StatusBadge status="failing" words={states.stopped} />;
  if (state === "reduced") return <StatusBadge status="attention" words={states.reduced} />;
  if (endsSoon) return <StatusBadge status="waiting" words={states.endsSoon} />;
  return <StatusBadge status="active" words={states.active} />;
}
