import type { MemberContext } from "@/lib/context";
import { visibleTerminals } from "@/lib/terminals/visible";

export type WorkingKey = {
  id: string;
  terminalId: string;
  terminalName: string;
  last4: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  /** when a replaced key stops working; null for a current key */
  endsAt: Date | null;
};

/** The environment's working keys; a terminal's current key comes before its replaced ones. */
export function listKeys(ctx: MemberContext, { terminalId = null }: { terminalId?: string | null } = {}) {
  const { sql } = ctx.db;
  return sql<WorkingKey[]>`
    select k.id, t.id as "terminalId", t.name as "terminalName", k.last4, k.created_at as "createdAt",
           k.last_used_at as "lastUsedAt", k.ends_at as "endsAt"
      from api_keys k join terminals t on t.id = k.terminal_id
     where k.merchant_id = ${ctx.merchantId} and k.environment = ${ctx.environment}
       and ${visibleTerminals(ctx, "k.terminal_id")} and (${terminalId}::uuid is null or t.id = ${terminalId})
       and (k.ends_at is null or k.ends_at > now()) and t.archived_at is null
     order by lower(t.name), t.id, k.ends_at desc nulls first`;
}
