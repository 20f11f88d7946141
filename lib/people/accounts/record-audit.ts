import type { AccountAction, AuditValues } from "@/lib/base/audit/actions";
import { recordAudit } from "@/lib/base/audit/record";
import type { Actor } from "@/lib/base/context/context";
import type { Transaction } from "@/lib/base/db/client";

type Change = { userId?: string; before?: AuditValues; after?: AuditValues };

/** Appends to a person's security log: that of `userId`, or of the actor without it. */
export function recordAccountAudit(
  tx: Transaction,
  actor: Actor,
  action: AccountAction,
  change: Change = {},
): Promise<void> {
  const targetId = change.userId ?? (actor.type === "user" ? actor.userId : "");
  const { before, after } = change;
  return recordAudit(tx, { merchantId: null, actor, action, targetType: "user", targetId, before, after });
}
