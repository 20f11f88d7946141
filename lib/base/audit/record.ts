import { auditLog } from "@/drizzle/schema";
import type { AuditAction, AuditField, AuditTarget, AuditValues } from "@/lib/base/audit/actions";
import type { Actor } from "@/lib/base/context/context";
import { orm, type Transaction } from "@/lib/base/db/client";

/** Refuses fields that `AUDIT_FIELDS` doesn't have, also those of a variable's type. */
type Known<Values> = { [Name in keyof Values]: Name extends AuditField ? Values[Name] : never };

export type AuditEntry<Before = AuditValues, After = AuditValues> = {
  merchantId: string | null;
  actor: Actor;
  action: AuditAction;
  targetType: AuditTarget;
  targetId: string;
  before?: Before & Known<Before>;
  after?: After & Known<After>;
};

/** Appends to the audit log in the transaction of the change. Never put secrets or keys into `before` and `after`. */
export async function recordAudit<Before extends AuditValues, After extends AuditValues>(
  tx: Transaction,
  entry: AuditEntry<Before, After>,
): Promise<void> {
  await orm(tx).insert(auditLog).values(rowOf(entry));
}

/** `recordAudit` for changes of many things at once, in one statement. */
export async function recordAudits<Before extends AuditValues, After extends AuditValues>(
  tx: Transaction,
  entries: readonly AuditEntry<Before, After>[],
): Promise<void> {
  if (entries.length > 0) await orm(tx).insert(auditLog).values(entries.map(rowOf));
}

function rowOf<Before, After>({ actor, ...change }: AuditEntry<Before, After>) {
  const address = "address" in actor ? actor.address : null;
  return { ...change, actorType: actor.type, actorId: actorId(actor), address };
}

function actorId(actor: Actor): string | null {
  switch (actor.type) {
    case "api_key":
      return actor.keyId;
    case "user":
      return actor.userId;
    case "device":
      return actor.deviceId;
    case "system":
      return actor.job;
    case "public":
    case "customer":
      return null;
  }
}
