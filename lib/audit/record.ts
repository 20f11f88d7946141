import { auditLog } from "@/drizzle/schema";
import type { Actor } from "@/lib/context";
import { orm, type Transaction } from "@/lib/db/client";

export type AuditEntry = {
  merchantId: string | null;
  actor: Actor;
  /** `noun.verb`, for example `api_key.rotated` */
  action: string;
  targetType: string;
  targetId: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
};

/** Appends to the audit log in the transaction of the change. Never put secrets or keys into `before` and `after`. */
export async function recordAudit(tx: Transaction, entry: AuditEntry): Promise<void> {
  const { actor, ...change } = entry;
  const address = "address" in actor ? actor.address : null;
  await orm(tx)
    .insert(auditLog)
    .values({ ...change, actorType: actor.type, actorId: actorId(actor), address });
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
