import type { Transaction } from "@/lib/db/client";
import type { HexAddress } from "@/lib/tron/address";
import { deriveAddress } from "@/lib/tron/derive";
import { beginLedgers } from "@/lib/wallets/begin-ledgers";
import { watchAhead } from "@/lib/wallets/watch-ahead";

type Merchant = { merchantId: string; neverReuse: boolean };
export type TakenAddress = { id: string; address: HexAddress };

/**
 * Takes an address of the merchant's wallet for one intent, in the transaction that creates it: of the free ones one that
 * holds USDT before one that does not (its payer needs half the energy), then the longest rested. When none is free, an
 * xpub gives its next address and a list one that has rested the least it must. Null: there is none at all.
 *
 * A taken address rests until infinity, so that the row itself says that it is taken: whoever raced for it looks again at
 * this row and passes on. Its release sets both moments anew.
 */
export async function takeAddress(tx: Transaction, merchant: Merchant): Promise<TakenAddress | null> {
  const free = { until: "rests_until", others: "skip" } as const;
  return (await withSavepoint(tx, (inner) => takeCooled(inner, merchant, free))) ?? takeUnderWalletLock(tx, merchant);
}

/**
 * Writes the lease of a taken address down, once its intent is there. It begins behind the newest block that anybody here
 * has heard of: nobody was shown the address before, so what pays the intent comes later, and what lies before is not its.
 */
export async function leaseAddress(tx: Transaction, address: TakenAddress, intentId: string, network: string) {
  await tx`
    insert into address_leases (address_id, intent_id, leased_at_block, head_block)
    select ${address.id}, ${intentId}, block_number, head_number from chain_cursors where network = ${network}`;
}

/**
 * The same with the wallet held, so that nobody else takes the slow way and nobody changes the wallet: then what another
 * transaction holds for a moment is waited for. Locks are taken in the order wallet, addresses by id, as everybody does.
 */
async function takeUnderWalletLock(tx: Transaction, merchant: Merchant): Promise<TakenAddress | null> {
  const wallet = await holdWallet(tx, merchant);
  if (!wallet) return null;
  const waiting = (until: CooldownColumn) =>
    withSavepoint(tx, (inner) => takeCooled(inner, merchant, { until, others: "wait" }));
  const free = await waiting("rests_until");
  if (free) return free;
  if (wallet.xpub !== null) return takeDerived(tx, merchant, { ...wallet, xpub: wallet.xpub });
  return merchant.neverReuse ? null : waiting("rests_at_least_until");
}

type Wallet = { id: string; xpub: string | null; nextIndex: number };

/** The wallet, after whoever changes it has done so. */
async function holdWallet(tx: Transaction, { merchantId }: Merchant): Promise<Wallet | null> {
  for (;;) {
    const [held] = await tx<Wallet[]>`
      select id, xpub, next_index as "nextIndex" from receiving_wallets
       where merchant_id = ${merchantId} and retired_at is null for no key update`;
    if (held) return held;
    const [another] = await tx`select from receiving_wallets where merchant_id = ${merchantId} and retired_at is null`;
    if (!another) return null;
  }
}

type CooldownColumn = "rests_until" | "rests_at_least_until";

async function takeCooled(
  tx: Transaction,
  { merchantId, neverReuse }: Merchant,
  { until, others }: { until: CooldownColumn; others: "skip" | "wait" },
): Promise<TakenAddress | null> {
  const [taken] = await tx<TakenAddress[]>`
    with chosen as (
      select a.id from receive_addresses a
       where a.wallet_id = (select id from receiving_wallets where merchant_id = ${merchantId} and retired_at is null)
         and a.retired_at is null and a.blacklisted_at is null and a.differs_at is null and not a.is_ahead
         and (a.${tx(until)} is null or a.${tx(until)} <= now())
         and ${neverReuse ? tx`a.last_leased_at is null` : tx`true`}
       order by ${others === "skip" ? tx`a.funded desc nulls last, a.rests_until nulls first, a.id` : tx`a.id`}
       limit 1 for update ${others === "skip" ? tx`skip locked` : tx``})
    update receive_addresses a
       set last_leased_at = now(), rests_until = 'infinity', rests_at_least_until = 'infinity'
      from chosen where a.id = chosen.id
    returning a.id, a.address`;
  return taken ?? null;
}

/** A row that turns out to be taken stays locked by whoever looked: when nothing was found, all of them are let go. */
async function withSavepoint(
  tx: Transaction,
  take: (inner: Transaction) => Promise<TakenAddress | null>,
): Promise<TakenAddress | null> {
  try {
    return await tx.savepoint(async (inner) => {
      const taken = await take(inner);
      if (!taken) throw NOTHING;
      return taken;
    });
  } catch (error) {
    if (error === NOTHING) return null;
    throw error;
  }
}

const NOTHING = Symbol("nothing was found");

/** Indices that may be passed over in one go, because their addresses are known from an earlier wallet and not free. */
const TRIES = 100;

async function takeDerived(
  tx: Transaction,
  merchant: Merchant,
  wallet: Wallet & { xpub: string },
): Promise<TakenAddress | null> {
  const { merchantId } = merchant;
  for (let index = wallet.nextIndex; index < wallet.nextIndex + TRIES; index++) {
    await addDerived(tx, { ...wallet, merchantId }, index);
    const taken = await takeCooled(tx, merchant, { until: "rests_until", others: "skip" });
    if (!taken) continue;
    await watchAhead(tx, { ...wallet, merchantId, nextIndex: index + 1 });
    return taken;
  }
  return null;
}

/** Gives a wallet its address at an index. One that the merchant had before comes back; somebody else's is passed over. */
export async function addDerived(
  tx: Transaction,
  wallet: { id: string; merchantId: string; xpub: string },
  index: number,
): Promise<{ isOwn: boolean }> {
  const address = deriveAddress(wallet.xpub, index);
  await beginLedgers(tx, [address]);
  const added = await tx`
    insert into receive_addresses (merchant_id, wallet_id, address, derivation_index)
    values (${wallet.merchantId}, ${wallet.id}, ${address}, ${index})
    on conflict (address) do update
       set wallet_id = excluded.wallet_id, derivation_index = excluded.derivation_index, is_ahead = false,
           retired_at = null
     where receive_addresses.merchant_id = excluded.merchant_id`;
  await tx`update receiving_wallets set next_index = ${index + 1} where id = ${wallet.id}`;
  return { isOwn: added.count > 0 };
}
