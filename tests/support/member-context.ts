import { randomUUID } from "node:crypto";
import { type Environment, type MemberContext, type MerchantContext, systemContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import type { Role } from "@/lib/base/values/permissions";

type Options = { role?: Role; environment?: Environment; terminalIds?: string[] };

/** The context of a new person in a merchant, as a page or an action makes it. */
export async function memberContext(
  { merchantId }: Pick<MerchantContext, "merchantId">,
  { role = "owner", environment = "sandbox", terminalIds }: Options = {},
): Promise<MemberContext> {
  const db = database();
  const seen = role === "cashier" ? (terminalIds ?? []) : null;
  const [user] = await db.sql<[{ id: string }]>`
    with u as (insert into users (email, password_hash) values (${`${randomUUID()}@example.com`}, 'none') returning id)
    insert into memberships (merchant_id, user_id, role, terminal_ids)
    select ${merchantId}, u.id, ${role}, ${seen}::uuid[] from u returning user_id as id`;
  const actor = { type: "user" as const, userId: user.id, address: "203.0.113.7" };
  return { ...systemContext(db, "test"), actor, merchantId, environment, role, terminalIds: seen };
}

/** What was written to a merchant's audit log, oldest first. */
export function auditOf(merchantId: string) {
  return database().sql<
    { action: string; target_id: string; before: unknown; after: unknown; actor_type: string; address: string | null }[]
  >`select action, target_id, before, after, actor_type, address from audit_log
     where merchant_id = ${merchantId} order by created_at, id`;
}
