import type { MemberContext } from "@/lib/base/context/context";
import { createDeviceLink } from "@/lib/business/devices/create";
import { revokeDevice } from "@/lib/business/devices/revoke";
import type { Shop } from "@/tests/e2e/support/shop";

/** A link that opens the terminal's keypad on one device, as the shop's owner makes it. */
export async function makeDeviceLink(shop: Shop) {
  const owner = await ownerOf(shop);
  const { link, deviceId } = await createDeviceLink(owner, { terminalId: shop.terminalId, name: "Tablet" });
  return { path: `/pos/open${link.slice(link.indexOf("#"))}`, revoke: () => revokeDevice(owner, { deviceId }) };
}

async function ownerOf(shop: Shop): Promise<MemberContext> {
  const [owner] = await shop.ctx.db.sql<{ id: string }[]>`select id from users where email = ${shop.owner.email}`;
  const actor = { type: "user" as const, userId: owner?.id as string, address: "203.0.113.7" };
  return { ...shop.ctx, actor, environment: "sandbox", role: "owner", terminalIds: null };
}
