import type { Tenant } from "@/lib/base/context/context";
import type { Database } from "@/lib/base/db/client";

type Watching = Pick<Tenant, "merchantId" | "terminalIds"> & { userId: string; sessionId: string };

/**
 * The indexes of those whose session is valid and whose access is unchanged. Doesn't count as activity of the session.
 */
export async function stillAllowed(db: Database, watching: Watching[]): Promise<Set<number>> {
  const list = <T>(pick: (one: Watching) => T) => watching.map(pick);
  const rows = await db.sql<{ place: number }[]>`
    select (w.n - 1)::int as place
      from unnest(${list((w) => w.sessionId)}::uuid[], ${list((w) => w.merchantId)}::uuid[],
                  ${list((w) => w.terminalIds?.join(",") ?? null)}::text[]) with ordinality w(session_id, merchant_id, seen, n)
      join user_sessions s on s.id = w.session_id and s.revoked_at is null and s.expires_at > now()
      join users u on u.id = s.user_id and u.session_version = s.version
      join memberships m on m.user_id = u.id and m.merchant_id = w.merchant_id
      join merchants b on b.id = m.merchant_id and (u.totp_enabled_at is not null or not b.requires_two_step)
     where array_to_string(m.terminal_ids, ',') is not distinct from w.seen`;
  return new Set(rows.map((row) => row.place));
}
