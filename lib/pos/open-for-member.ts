import type { Environment, UserContext } from "@/lib/context";
import { may, type Role } from "@/lib/members/permissions";
import type { PosContext } from "@/lib/pos/context";

type Row = Pick<PosContext, "merchantId" | "merchantName" | "terminalName" | "timeZone" | "intentLifeSeconds"> & {
  role: Role;
  chargedBy: string;
};

/** The context of a signed-in member who may charge at the terminal; null for everyone else. */
export async function openPosForMember(
  ctx: UserContext,
  terminalId: string,
  environment: Environment,
): Promise<PosContext | null> {
  const [row] = await ctx.db.sql<Row[]>`
    select s.role, m.id as "merchantId", m.name as "merchantName", t.name as "terminalName", t.time_zone as "timeZone",
           t.intent_life_seconds as "intentLifeSeconds", coalesce(nullif(u.name, ''), u.email) as "chargedBy"
      from terminals t
      join merchants m on m.id = t.merchant_id
      join memberships s on s.merchant_id = t.merchant_id and s.user_id = ${ctx.actor.userId}
      join users u on u.id = s.user_id
     where t.id = ${terminalId} and t.archived_at is null and (s.terminal_ids is null or t.id = any(s.terminal_ids))`;
  if (!row || !may(row.role, "payments.charge")) return null;
  const { role: _role, ...pos } = row;
  return { db: ctx.db, actor: ctx.actor, environment, terminalId, ...pos };
}
