import type { Environment, MemberContext } from "@/lib/base/context/context";
import type { Role } from "@/lib/base/values/permissions";
import { createRestrictedKey } from "@/lib/business/keys/create-restricted";
import type { CreateRestrictedKeyInput } from "@/lib/business/keys/schemas";
import type { Person, Shop } from "@/tests/e2e/support/shop";

type Given = Partial<CreateRestrictedKeyInput> & { environment?: Environment };

/** A restricted key that a person of the shop has made. */
export async function makeRestrictedKey(shop: Shop, maker: Person, { environment = "sandbox", ...given }: Given = {}) {
  const ctx = await contextOf(shop, maker, environment);
  return createRestrictedKey(ctx, {
    name: "Shop plugin",
    terminalId: null,
    scopes: ["intents:read"],
    ipRanges: [],
    endsOn: null,
    ...given,
  });
}

async function contextOf(shop: Shop, { email }: Person, environment: Environment): Promise<MemberContext> {
  const [member] = await shop.ctx.db.sql<[{ userId: string; role: Role }]>`
    select u.id as "userId", m.role from users u join memberships m on m.user_id = u.id
     where u.email = ${email} and m.merchant_id = ${shop.merchantId}`;
  const { userId, role } = member;
  const actor = { type: "user" as const, userId, address: "203.0.113.7" };
  return { ...shop.ctx, actor, environment, role, terminalIds: null };
}
