import { z } from "zod";
import { recordAudit } from "@/lib/base/audit/record";
import type { MemberContext } from "@/lib/base/context/context";
import { requireNetwork } from "@/lib/base/context/network";
import type { Sql, Transaction } from "@/lib/base/db/client";
import { lockLedger, lockMerchant } from "@/lib/base/db/locks";
import { type HexAddress, tronFromHex } from "@/lib/base/tron/address";
import { conflict, DomainError } from "@/lib/base/values/errors";
import { checkRecipient, type RecipientFault } from "@/lib/chain/wallets/recipient";
import { derivesSoon } from "@/lib/chain/wallets/refund-wallet-addresses";
import { findSecret, SECRET_REFUSED } from "@/lib/chain/wallets/wallet-secrets";

export const SetRefundWalletInput = z.object({
  /** base58, blanks around it allowed */
  address: z
    .string()
    .max(1_000)
    .refine((text) => text.trim() !== "", "Enter the address of your wallet."),
});
export type SetRefundWalletInput = z.output<typeof SetRefundWalletInput>;

/** One sentence for whatever this installation uses the address for, so that no one learns whose it is. */
const TAKEN = "This address can't be your refund wallet. Enter another address of a wallet that only you control.";

const FAULTS: Record<RecipientFault, string> = {
  invalid: "This isn't a valid TRON address. TRON addresses start with T and have 34 characters.",
  lost: "No one can sign for this address. Enter an address of your own wallet.",
  own: "This address receives payments here. Enter an address that doesn't.",
};

/**
 * Sets the address that refunds are paid from when the address that received the money no longer holds it. Refunds that
 * aren't sent move to it when they are signed. Errors: `invalid_request` field `address`, `conflict` when it is set
 * already.
 */
export async function setRefundWallet(ctx: MemberContext, { address: text }: SetRefundWalletInput): Promise<void> {
  const network = requireNetwork(ctx.settings);
  const { merchantId, actor } = ctx;
  await ctx.db.sql.begin(async (tx) => {
    await lockMerchant(tx, merchantId);
    // no one makes it a receiving address meanwhile
    await lockLedger(tx, network.id);
    const found = await readAddress(tx, { text, token: network.token, merchantId });
    if ("fault" in found) throw refused(found.fault);
    const { address } = found;
    const before = await removeCurrent(tx, merchantId);
    if (before === address) throw conflict("This is your refund wallet already. Nothing was changed.");
    const set = await tx`
      insert into refund_wallets (merchant_id, address, set_by)
      select ${merchantId}, ${address}, ${actor.userId}
       where not exists (select from receive_addresses where address = ${address})
      on conflict (address) where removed_at is null do nothing
      returning id`;
    if (set.length === 0) throw refused(TAKEN);
    await recordAudit(tx, {
      merchantId,
      actor,
      action: "refund_wallet.set",
      targetType: "merchant",
      targetId: merchantId,
      before: before ? { address: tronFromHex(before) } : undefined,
      after: { address: tronFromHex(address) },
    });
  });
}

/** What is wrong with the address, as far as this business may know; by field. */
export async function checkRefundWallet(
  { db, settings, merchantId }: MemberContext,
  { address: text }: Partial<SetRefundWalletInput>,
): Promise<Record<string, string>> {
  if (text === undefined || !settings.network) return {};
  const found = await readAddress(db.sql, { text, token: settings.network.token, merchantId });
  return "fault" in found ? { address: found.fault } : {};
}

type Typed = { text: string; token: HexAddress; merchantId: string };

async function readAddress(sql: Sql | Transaction, typed: Typed): Promise<{ address: HexAddress } | { fault: string }> {
  const secret = findSecret(typed.text);
  if (secret) return { fault: SECRET_REFUSED[secret] };
  const found = await checkRecipient(sql, typed);
  if ("fault" in found) return { fault: FAULTS[found.fault] };
  const [current] = await sql<{ xpub: string | null; nextIndex: number }[]>`
    select xpub, next_index as "nextIndex" from receiving_wallets
     where merchant_id = ${typed.merchantId} and retired_at is null`;
  const { xpub = null, nextIndex = 0 } = current ?? {};
  return xpub && derivesSoon(xpub, nextIndex, found.address) ? { fault: WILL_RECEIVE } : found;
}

const WILL_RECEIVE = "This address will receive payments here: your extended public key derives it. Enter another one.";

/** Refunds that aren't sent then wait for money at their address, or for another refund wallet. Error: `conflict`. */
export async function removeRefundWallet({ db, merchantId, actor }: MemberContext): Promise<void> {
  await db.sql.begin(async (tx) => {
    await lockMerchant(tx, merchantId);
    const before = await removeCurrent(tx, merchantId);
    if (!before) throw conflict("No refund wallet is set any more. Nothing was changed.");
    await recordAudit(tx, {
      merchantId,
      actor,
      action: "refund_wallet.removed",
      targetType: "merchant",
      targetId: merchantId,
      before: { address: tronFromHex(before) },
    });
  });
}

async function removeCurrent(tx: Transaction, merchantId: string): Promise<HexAddress | null> {
  const [removed] = await tx<{ address: HexAddress }[]>`
    update refund_wallets set removed_at = now() where merchant_id = ${merchantId} and removed_at is null
    returning address`;
  return removed?.address ?? null;
}

function refused(message: string): DomainError {
  return new DomainError("invalid_request", message, { field: "address" });
}
