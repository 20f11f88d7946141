import type { MemberContext } from "@/lib/context";
import { visibleTerminals } from "@/lib/terminals/visible";

export type DeviceRow = {
  id: string;
  name: string;
  terminalId: string;
  terminalName: string;
  /** null until the link is opened */
  openedAt: Date | null;
  lastSeenAt: Date | null;
  expiresAt: Date;
  createdAt: Date;
  createdBy: string;
};

/** The environment's devices and unopened links, newest first, without revoked and expired ones. */
export function listDevices(ctx: MemberContext, { terminalId = null }: { terminalId?: string | null } = {}) {
  const { sql } = ctx.db;
  return sql<DeviceRow[]>`
    select d.id, d.name, t.id as "terminalId", t.name as "terminalName", d.opened_at as "openedAt",
           d.last_seen_at as "lastSeenAt", d.expires_at as "expiresAt", d.created_at as "createdAt",
           coalesce(nullif(u.name, ''), u.email) as "createdBy"
      from device_links d
      join terminals t on t.id = d.terminal_id
      join users u on u.id = d.created_by
     where d.merchant_id = ${ctx.merchantId} and d.environment = ${ctx.environment}
       and ${visibleTerminals(ctx, "d.terminal_id")} and (${terminalId}::uuid is null or d.terminal_id = ${terminalId})
       and d.revoked_at is null and d.expires_at > now() and t.archived_at is null
     order by d.created_at desc, d.id`;
}
