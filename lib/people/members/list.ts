import type { memberships, terminals, users } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";
import { SESSION_IDLE_DAYS } from "@/lib/people/accounts/find-session";

export type TeamMember = Pick<typeof memberships.$inferSelect, "userId" | "role"> &
  Pick<typeof users.$inferSelect, "name" | "email"> & {
    terminals: Pick<typeof terminals.$inferSelect, "id" | "name">[] | null;
    since: Date;
    /** null: not within `SESSION_IDLE_DAYS`, after which sessions are removed */
    lastSeenAt: Date | null;
    /** joined within these days without having been seen */
    neverSeen: boolean;
    totpEnabled: boolean;
    /** until when the password is enough to set up two-step sign-in that the business requires; null: it isn't */
    setUpUntil: Date | null;
    /** the signed-in person */
    you: boolean;
  };

/** Every member with role and terminals, owners first. */
export function listMembers(ctx: MemberContext): Promise<TeamMember[]> {
  return ctx.db.sql<TeamMember[]>`
    select s.user_id as "userId", u.name, u.email, s.role, s.created_at as since, u.totp_enabled_at is not null as "totpEnabled",
           case when u.totp_enabled_at is null and s.two_step_setup_until > now() and m.requires_two_step
                then s.two_step_setup_until end as "setUpUntil",
           d.last_seen_at as "lastSeenAt",
           d.last_seen_at is null and s.created_at > now() - make_interval(days => ${SESSION_IDLE_DAYS}) as "neverSeen",
           u.id = ${ctx.actor.userId} as you,
           case when s.terminal_ids is not null then (
             select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name) order by lower(t.name)), '[]')
               from terminals t where t.merchant_id = s.merchant_id and t.id = any(s.terminal_ids)) end as terminals
      from memberships s join users u on u.id = s.user_id join merchants m on m.id = s.merchant_id
      left join lateral (select max(last_seen_at) as last_seen_at from user_sessions where user_id = u.id) d on true
     where s.merchant_id = ${ctx.merchantId}
     order by array_position(array['owner', 'manager', 'developer', 'cashier', 'viewer'], s.role),
              lower(coalesce(nullif(u.name, ''), u.email)), u.id`;
}
