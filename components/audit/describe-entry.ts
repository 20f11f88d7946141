import type { Route } from "next";
import { pathTo } from "@/components/shell/paths";
import type { AuditEntry } from "@/lib/base/audit/select";
import { displayAmount } from "@/lib/base/values/money";
import { attentionKinds } from "@/lib/service/messages/en/attention";
import { auditMessages } from "@/lib/service/messages/en/audit";
import { type Change, describeChanges } from "./change-labels";

/** An entry of a business's log in words: what was done, to what, and what changed. */
export function describeEntry(entry: AuditEntry) {
  const target = targetName(entry);
  const changes = describeChanges(entry.before, entry.after, entry.references);
  return {
    description: actionLabel(entry.action),
    target,
    changes: changes.filter((change) => !repeats(change, target)),
  };
}

/** Whether a recorded field is the target's own name, which the title has already. */
function repeats({ before, after }: Change, target: string | null): boolean {
  return target !== null && (before === null || after === null) && (before ?? after) === target;
}

/** The label of an action; one without a message is read off its name: `terminal.renamed` is "Terminal renamed". */
function actionLabel(action: string): string {
  const label = (auditMessages.actions as Record<string, string>)[action] ?? action.replaceAll(/[._]/g, " ");
  return label.charAt(0).toUpperCase() + label.slice(1);
}

function targetName(entry: AuditEntry): string | null {
  const { targetName: name, targetMicros, targetKind, before, after } = entry;
  const recorded = (field: string) => text(after?.[field]) ?? text(before?.[field]);
  const amount = targetMicros === null ? null : `${displayAmount(targetMicros)}\u00a0USDT`;
  switch (entry.targetType) {
    case "invitation":
      return name ?? recorded("email") ?? auditMessages.anyone;
    case "webhook_endpoint":
      return name ?? recorded("url");
    case "device":
    case "restricted_key":
      return name ?? recorded("name");
    case "address":
      return recorded("address");
    case "attention_item": {
      const kind = targetKind && attentionKinds[targetKind as keyof typeof attentionKinds]?.short;
      return [kind, targetMicros === 0n ? null : amount].filter(Boolean).join(" · ") || null;
    }
    default:
      return [amount, name].filter(Boolean).join(" · ") || null;
  }
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

const WALLET_ACTIONS = ["wallet.set", "merchant.never_reuse_changed"];

/**
 * Where the target of an entry can be seen, on a page that everyone who sees the log may open; null when it is gone.
 * Environments are the target's own.
 */
export function targetHref(
  entry: AuditEntry,
  here: { merchant: string; environment: "sandbox" | "live" },
): Route | null {
  const { action, targetType, targetId, targetEnvironment, targetTerminalId, targetIntentId } = entry;
  const there = targetEnvironment && { merchant: here.merchant, environment: targetEnvironment };
  const live = { merchant: here.merchant, environment: "live" as const };
  switch (targetType) {
    case "merchant":
      return WALLET_ACTIONS.includes(action) ? pathTo(live, "settlement") : pathTo(here, "settings", "general");
    case "user":
    case "invitation":
      return pathTo(here, "settings", "team");
    case "terminal":
      return pathTo(here, "terminals", targetId);
    case "device":
      return there && targetTerminalId ? pathTo(there, "terminals", targetTerminalId) : null;
    case "restricted_key":
      return there && pathTo(there, "developers", "keys", targetId);
    case "shift": {
      const number = entry.after?.shift;
      if (!there || !targetTerminalId || typeof number !== "number") return null;
      return pathTo(there, "terminals", targetTerminalId, "shifts", String(number));
    }
    case "webhook_endpoint":
      return there && pathTo(there, "webhooks", targetId);
    case "delivery":
      return there && pathTo(there, "webhooks", "deliveries", targetId);
    case "intent":
      return there && pathTo(there, "payments", targetId);
    case "attention_item":
      return there && pathTo(there, "settlement", "attention", targetId);
    case "transfer":
      return targetIntentId ? pathTo(live, "payments", targetIntentId) : null;
    case "address":
      return pathTo(live, "settlement", "funds");
    default:
      return null;
  }
}
