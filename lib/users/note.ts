import type { AccountAction, AuditValues } from "@/lib/audit/actions";
import { recordAudit } from "@/lib/audit/record";
import type { Actor } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";

type Change = { userId?: string; before?: AuditValues; after?: AuditValues };

/** Appends to a person's security log: that of `userId`, or of the actor without it. */
export function noteAccount(tx: Transaction, actor: Actor, action: AccountAction, change: Change = {}): Promise<void> {
  const targetId = change.userId ?? (actor.type === "user" ? actor.userId : "");
  const { before, after } = change;
  return recordAudit(tx, { merchantId: null, actor, action, targetType: "user", targetId, before, after });
}
