import { and, eq, sql as fragment, isNull } from "drizzle-orm";
import { z } from "zod";
import { receivingWallets } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import type { MemberContext } from "@/lib/base/context/context";
import { type Network, requireNetwork } from "@/lib/base/context/network";
import { orm, type Transaction } from "@/lib/base/db/client";
import { lockLedger, lockMerchant } from "@/lib/base/db/locks";
import { requireRow } from "@/lib/base/db/require-row";
import { type HexAddress, tronFromHex } from "@/lib/base/tron/address";
import { deriveAddresses } from "@/lib/base/tron/derive";
import { DomainError } from "@/lib/base/values/errors";
import { beginLedgers } from "@/lib/chain/wallets/begin-ledgers";
import {
  type CurrentWallet,
  countKept,
  currentWallet,
  firstAddresses,
  isSameWallet,
  refuseForeign,
  takenByAnother,
} from "@/lib/chain/wallets/compare-wallet";
import { addDerived } from "@/lib/chain/wallets/lease";
import { reviewPools } from "@/lib/chain/wallets/pool";
import type { ReadWallet } from "@/lib/chain/wallets/wallet-input";
import { parseWallet, shortXpub, WalletInput } from "@/lib/chain/wallets/wallet-schema";
import { watchAhead } from "@/lib/chain/wallets/watch-ahead";

const CONFIRM =
  "This doesn't match the first address. Open your wallet and copy the end of its first receiving address.";

export const SetWalletInput = WalletInput.extend({
  /** the first address as the wallet app shows it, or its last six characters */
  confirmation: z.string().trim().min(6, CONFIRM).max(34, CONFIRM),
});
export type SetWalletInput = z.infer<typeof SetWalletInput>;

/**
 * Sets where a merchant's live money goes. Addresses that the earlier wallet shares stay as they are; its others are
 * given to no new intent, and what still arrives there is recorded. Errors: those of `previewWallet`, `invalid_request`
 * field `confirmation`, `conflict` when this wallet is set already.
 */
export async function setWallet(ctx: MemberContext, input: SetWalletInput): Promise<{ walletId: string }> {
  const network = requireNetwork(ctx.settings);
  const wanted = parseWallet(input, network.token);
  const first = tronFromHex(firstAddresses(wanted)[0] as HexAddress);
  if (input.confirmation !== first && input.confirmation !== first.slice(-6)) {
    throw new DomainError("invalid_request", CONFIRM, { field: "confirmation" });
  }
  const { merchantId, actor } = ctx;
  return ctx.db.sql.begin(async (tx) => {
    await lockMerchant(tx, merchantId);
    await lockLedger(tx, network.id);
    const current = await currentWallet(tx, merchantId);
    if (isSameWallet(current, wanted)) {
      throw new DomainError("conflict", "This wallet is already set. Nothing was changed.", { field: "wallet" });
    }
    await refuseForeign(tx, merchantId, wanted);
    await orm(tx)
      .update(receivingWallets)
      .set({ retiredAt: fragment`now()` })
      .where(and(eq(receivingWallets.merchantId, merchantId), isNull(receivingWallets.retiredAt)));
    // in the order of everybody who locks several
    await tx`select from receive_addresses where merchant_id = ${merchantId} order by id for no key update`;
    const walletId = await (wanted.kind === "list"
      ? addList(tx, network, merchantId, wanted.addresses)
      : addXpub(tx, network, merchantId, wanted.xpub));
    await tx`
      update receive_addresses set retired_at = now()
       where merchant_id = ${merchantId} and wallet_id <> ${walletId} and retired_at is null`;
    await recordAudit(tx, {
      merchantId,
      actor,
      action: "wallet.set",
      targetType: "merchant",
      targetId: merchantId,
      before: current ? told(current) : undefined,
      after: { ...told(wanted), first, ...countKept(current, wanted) },
    });
    await reviewPools(tx, network.id, merchantId);
    return { walletId };
  });
}

/** An xpub lets its reader see every payment, so the log shows its ends only. */
function told(wallet: ReadWallet | CurrentWallet) {
  if (wallet.kind === "list") return { kind: "list", addresses: wallet.addresses.length };
  return { kind: "xpub", xpub: shortXpub(wallet.xpub ?? "") };
}

async function addList(
  tx: Transaction,
  { id: network }: Network,
  merchantId: string,
  addresses: HexAddress[],
): Promise<string> {
  const inserted = await orm(tx)
    .insert(receivingWallets)
    .values({ merchantId, kind: "list" })
    .returning({ id: receivingWallets.id });
  const wallet = requireRow(inserted);
  await beginLedgers(tx, network, addresses);
  // in one order, so that two merchants who share addresses wait for each other and do not lock each other out
  const added = await tx`
    insert into receive_addresses (merchant_id, wallet_id, address)
    select ${merchantId}, ${wallet.id}, address from unnest(${[...addresses].sort()}::text[]) address
    on conflict (address) do update
       set wallet_id = excluded.wallet_id, derivation_index = null, is_ahead = false, retired_at = null
     where receive_addresses.merchant_id = excluded.merchant_id`;
  if (added.count !== addresses.length) throw takenByAnother("One of these addresses");
  return wallet.id;
}

/** An xpub that was set before goes on where it stopped, with the addresses that it had. */
async function addXpub(tx: Transaction, { id: network }: Network, merchantId: string, xpub: string): Promise<string> {
  const [wallet] = await tx<[Pick<typeof receivingWallets.$inferSelect, "id" | "nextIndex">]>`
    insert into receiving_wallets (merchant_id, kind, xpub, next_index)
    select ${merchantId}, 'xpub', ${xpub}, coalesce(max(next_index), 0) from receiving_wallets
     where merchant_id = ${merchantId} and xpub = ${xpub}
    returning id, next_index as "nextIndex"`;
  const again = await tx<{ address: HexAddress }[]>`
    select address from receive_addresses
     where merchant_id = ${merchantId} and derivation_index is not null
       and wallet_id in (select id from receiving_wallets where merchant_id = ${merchantId} and xpub = ${xpub})`;
  await beginLedgers(
    tx,
    network,
    again.map((row) => row.address),
  );
  await tx`
    update receive_addresses set wallet_id = ${wallet.id}, retired_at = null
     where merchant_id = ${merchantId} and derivation_index is not null
       and wallet_id in (select id from receiving_wallets where merchant_id = ${merchantId} and xpub = ${xpub})`;
  if (wallet.nextIndex === 0) {
    // the first address at once: two merchants cannot both have it
    const [address] = deriveAddresses(xpub, 0, 1) as [HexAddress];
    const first = await addDerived(tx, network, { id: wallet.id, merchantId }, { index: 0, address });
    if (!first) throw takenByAnother("The first address of this xpub");
  }
  await watchAhead(tx, network, { id: wallet.id, merchantId, xpub, nextIndex: Math.max(1, wallet.nextIndex) });
  return wallet.id;
}
