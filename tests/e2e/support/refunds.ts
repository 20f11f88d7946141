import { randomBytes, randomUUID } from "node:crypto";
import type { Environment } from "@/lib/base/context/context";
import type { HexAddress } from "@/lib/base/tron/address";
import { makeRestrictedKey } from "@/tests/e2e/support/restricted-key";
import type { Shop } from "@/tests/e2e/support/shop";

export const randomHex = () => `0x${randomBytes(20).toString("hex")}` as HexAddress;

type RefundDraft = {
  micros?: number;
  to?: HexAddress | null;
  reason?: string;
  reference?: string;
  /** the receiving address that pays it, in live */
  from?: HexAddress;
  /** null: the owner prepared it */
  keyId?: string | null;
  /** what the customer left on the payment page */
  left?: HexAddress;
};

/** A key of the shop that may prepare refunds. */
export async function refundKey(shop: Shop, { name = "Shop plugin", environment = "sandbox" as Environment } = {}) {
  const { id } = await makeRestrictedKey(shop, shop.owner, { name, environment });
  await shop.ctx.db.sql`update restricted_keys set refund_limit_micros = 1000000000 where id = ${id}`;
  return id;
}

/** A refund of a paid payment of its own, as a member or a key prepares it; in live with an address that pays it. */
export async function openRefund(shop: Shop, draft: RefundDraft = {}): Promise<string> {
  const { sql } = shop.ctx.db;
  const { micros = 2_500_000, to = randomHex(), reason = null, reference = null, from = null, keyId = null } = draft;
  const environment = from ? "live" : "sandbox";
  const intentId = randomUUID();
  await sql`
    insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, receive_address, reference,
                                 expires_at, received_micros)
    values (${intentId}, ${shop.merchantId}, ${shop.terminalId}, ${environment}, ${micros}, ${from}, ${reference},
            now() + interval '20 minutes', ${micros})`;
  await sql`update payment_intents set status = 'paid', paid_at = now() where id = ${intentId}`;
  if (draft.left) {
    await sql`
      insert into refund_addresses (payment_intent_id, merchant_id, address)
      values (${intentId}, ${shop.merchantId}, ${draft.left})`;
  }
  const [refund] = await sql<[{ id: string }]>`
    insert into refunds (merchant_id, environment, intent_id, status, from_address, to_address, amount_micros, reason,
                         prepared_by, prepared_by_key)
    select ${shop.merchantId}, ${environment}, ${intentId}, ${to ? "prepared" : "waiting_for_address"}, ${from}, ${to},
           ${micros}, ${reason}, case when ${keyId}::uuid is null then u.id end, ${keyId}::uuid
      from users u where u.email = ${shop.owner.email}
    returning id`;
  return refund.id;
}
