import type { UserContext } from "@/lib/context";
import type { Role } from "@/lib/members/permissions";

export type Membership = {
  role: Role;
  terminalIds: string[] | null;
  merchant: { id: string; name: string; timeZone: string; logoDigest: string | null };
};

/** The signed-in person's membership of a merchant; null if there is none or no such merchant. */
export async function findMembership(ctx: UserContext, merchantId: string): Promise<Membership | null> {
  const [row] = await selectMemberships(ctx, merchantId);
  return row ?? null;
}

/** Every merchant of the signed-in person, by name. */
export function listMemberships(ctx: UserContext): Promise<Membership[]> {
  return selectMemberships(ctx, null);
}

function selectMemberships(ctx: UserContext, merchantId: string | null): Promise<Membership[]> {
  return ctx.db.sql<Membership[]>`
    select s.role, s.terminal_ids as "terminalIds",
           json_build_object('id', m.id, 'name', m.name, 'timeZone', m.time_zone, 'logoDigest', l.digest) as merchant
      from memberships s
      join merchants m on m.id = s.merchant_id
      left join merchant_logos l on l.merchant_id = m.id
     where s.user_id = ${ctx.actor.userId} and (${merchantId}::uuid is null or s.merchant_id = ${merchantId})
     order by lower(m.name), m.id`;
}
