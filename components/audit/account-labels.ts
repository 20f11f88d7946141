import { auditMessages } from "@/lib/service/messages/en/audit";
import { formatChange } from "./change-labels";

type Entry = {
  action: string;
  by: "you" | "operator";
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};

const { account, actors } = auditMessages;

/** The label of an event in a person's own security log, with its details. */
export function accountLabel({ action, by, before, after }: Entry) {
  return {
    label: (account.actions as Record<string, string>)[action] ?? action,
    detail: formatDetail(before, after),
    actor: by === "operator" ? actors.administrator : null,
    /** the password is known to someone without the second step: possibly not its owner */
    alarming: action === "session.refused",
  };
}

/** Devices are shown by their name alone, and a second step only where there was one. */
function formatDetail(before: Entry["before"], after: Entry["after"]): string {
  const { device, secondFactor, ...rest } = after ?? {};
  const { device: was, ...restBefore } = before ?? {};
  const hasSecond = typeof secondFactor === "string" && secondFactor !== "none";
  const second = hasSecond ? account.secondStep(secondFactor) : "";
  return [device, was, second, formatChange(restBefore, rest)].filter(Boolean).join(" · ");
}
