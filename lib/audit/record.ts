import type { Actor } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";

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
  await tx`
    insert into audit_log (merchant_id, actor_type, actor_id, address, action, target_type, target_id, before, after)
    values (${entry.merchantId}, ${entry.actor.type}, ${actorId(entry.actor)},
            ${"address" in entry.actor ? entry.actor.address : null}, ${entry.action}, ${entry.targetType}, ${entry.targetId},
            ${json(entry.before)}::text::jsonb, ${json(entry.after)}::text::jsonb)`;
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
      return null;
  }
}

function json(value: Record<string, unknown> | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
