import type { receivingWallets } from "@/drizzle/schema";
import type { Transaction } from "@/lib/base/db/client";
import type { HexAddress } from "@/lib/base/tron/address";
import { deriveAddresses } from "@/lib/base/tron/derive";
import { beginLedgers } from "@/lib/chain/wallets/begin-ledgers";
import { lockAddresses } from "@/lib/chain/wallets/lock-addresses";
import { findRefundWallets } from "@/lib/chain/wallets/refund-wallet-addresses";
import { watchAhead } from "@/lib/chain/wallets/watch-ahead";

type Merchant = { merchantId: string; neverReuse: boolean; network: string };
export type TakenAddress = { id: string; address: HexAddress };

/**
 * Takes an address for one intent, in the transaction that creates it: free ones first, those holding USDT before
 * others (their payers need half the energy), then the longest unused. When none is free, an xpub derives its next
 * address and a list uses one past its minimum cooldown. Null when there is none.
 *
 * A taken address gets an infinite cooldown, so that a racer that rechecks the row skips it. Releasing it resets both
 * times.
 */
export async function takeAddress(tx: Transaction, merchant: Merchant): Promise<TakenAddress | null> {
  const free = { until: "rests_until", others: "skip" } as const;
  return (await withSavepoint(tx, (inner) => takeCooled(inner, merchant, free))) ?? takeUnderWalletLock(tx, merchant);
}

/**
 * Stores the lease of a taken address once its intent exists. The lease begins behind the newest known block: the
 * address was shown to no customer before, so earlier transfers can't be for this intent.
 */
export async function leaseAddress(tx: Transaction, address: TakenAddress, intentId: string, network: string) {
  await tx`
    insert into address_leases (address_id, intent_id, leased_at_block, head_block)
    select ${address.id}, ${intentId}, block_number, head_number from chain_cursors where network = ${network}`;
}

/**
 * Takes an address with the wallet locked, so that no other transaction does so or changes the wallet, and waits for
 * rows that others hold briefly. Lock order, as everywhere: wallet, then addresses by id.
 */
async function takeUnderWalletLock(tx: Transaction, merchant: Merchant): Promise<TakenAddress | null> {
  const wallet = await holdWallet(tx, merchant);
  if (!wallet) return null;
  const waiting = (until: CooldownColumn) =>
    withSavepoint(tx, (inner) => takeCooled(inner, merchant, { until, others: "wait" }));
  const free = await waiting("rests_until");
  if (free) return free;
  if (wallet.xpub !== null) return takeDerived(tx, merchant, { ...wallet, xpub: wallet.xpub });
  return waiting("rests_at_least_until");
}

type Wallet = Pick<typeof receivingWallets.$inferSelect, "id" | "xpub" | "nextIndex">;

/** The wallet, locked, after any change in progress has been committed. */
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

/**
 * Without waiting, in the order of the index for it. Waiting goes by id, as for everyone who locks several, but only if
 * there is a free one at all: PostgreSQL may expect the first one soon, and then reads every address in the order of
 * ids.
 */
async function takeCooled(
  tx: Transaction,
  merchant: Merchant,
  { until, others }: { until: CooldownColumn; others: "skip" | "wait" },
): Promise<TakenAddress | null> {
  const isFree = isGivenOut(tx, merchant, until);
  const byUse = tx`a.funded desc nulls last, a.rests_until nulls first, a.id`;
  const isAny = tx`(select a.id from receive_addresses a where ${isFree} order by ${byUse} limit 1) is not null`;
  const [taken] = await tx<TakenAddress[]>`
    with chosen as (
      select a.id from receive_addresses a
       where ${isFree} and ${others === "skip" ? tx`true` : isAny}
       order by ${others === "skip" ? byUse : tx`a.id`}
       limit 1 for update ${others === "skip" ? tx`skip locked` : tx``})
    update receive_addresses a
       set last_leased_at = now(), rests_until = 'infinity', rests_at_least_until = 'infinity'
      from chosen where a.id = chosen.id
    returning a.id, a.address`;
  return taken ?? null;
}

/** SQL: whether a row `a` of `receive_addresses` may be given to a payment now. */
function isGivenOut(tx: Transaction, { merchantId, neverReuse }: Merchant, until: CooldownColumn) {
  return tx`a.merchant_id = ${merchantId}
    and a.wallet_id = (select id from receiving_wallets where merchant_id = ${merchantId} and retired_at is null)
    and a.retired_at is null and a.blacklisted_at is null and a.differs_at is null and not a.is_ahead
    and (a.${tx(until)} is null or a.${tx(until)} <= now())
    and ${neverReuse ? tx`a.last_leased_at is null` : tx`true`}`;
}

/**
 * A row that turns out to be taken stays locked by this transaction; rolling back to the savepoint releases such locks.
 */
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

/**
 * Indices that may be passed over in one go, because their addresses are known from an earlier wallet and not free.
 * Each takes a few milliseconds, but once: the wallet goes on behind them.
 */
const TRIES = 2_000;
/** Of so many addresses at once it is asked whether they are free, once the next one is not. */
const MOST_ASKED = 100;

type XpubWallet = Wallet & { xpub: string };

async function takeDerived(tx: Transaction, merchant: Merchant, wallet: XpubWallet): Promise<TakenAddress | null> {
  const { merchantId, network } = merchant;
  const addresses = await untilFree(tx, merchant, wallet);
  // what is passed over may be on its way to be paid, expired or refreshed
  if (addresses.length > 1) await lockAddresses(tx, network, addresses);
  for (const [place, address] of addresses.entries()) {
    const index = wallet.nextIndex + place;
    const id = await addDerived(tx, network, { ...wallet, merchantId }, { index, address });
    const taken = id && (await takeHeld(tx, merchant, id));
    if (!taken) continue;
    await watchAhead(tx, network, { ...wallet, merchantId, nextIndex: index + 1 });
    return taken;
  }
  if (addresses.length === 0) return null;
  // another took the last one before it was locked
  return takeDerived(tx, merchant, { ...wallet, nextIndex: wallet.nextIndex + addresses.length });
}

/**
 * The addresses of the next indices up to the first that is free, as far as can be told before they are locked. Empty:
 * none is.
 */
async function untilFree(
  tx: Transaction,
  { merchantId, neverReuse }: Merchant,
  { xpub, nextIndex }: XpubWallet,
): Promise<HexAddress[]> {
  const passed: HexAddress[] = [];
  for (let count = 1; passed.length < TRIES; count = MOST_ASKED) {
    const addresses = deriveAddresses(xpub, nextIndex + passed.length, count);
    const rows = await tx<{ address: HexAddress }[]>`
      select address from receive_addresses
       where address = any(${addresses}::text[])
         and (merchant_id <> ${merchantId} or blacklisted_at is not null or differs_at is not null or rests_until > now()
              or (${neverReuse} and last_leased_at is not null))`;
    const taken = new Set(rows.map((row) => row.address));
    const paying = await findRefundWallets(tx, addresses);
    const free = addresses.findIndex((address) => !taken.has(address) && !paying.has(address));
    if (free !== -1) return [...passed, ...addresses.slice(0, free + 1)];
    passed.push(...addresses);
  }
  return [];
}

/** An address that this transaction has locked, if it may be given out. */
async function takeHeld(tx: Transaction, merchant: Merchant, id: string): Promise<TakenAddress | null> {
  const [taken] = await tx<TakenAddress[]>`
    update receive_addresses a
       set last_leased_at = now(), rests_until = 'infinity', rests_at_least_until = 'infinity'
     where a.id = ${id} and ${isGivenOut(tx, merchant, "rests_until")}
    returning a.id, a.address`;
  return taken ?? null;
}

/**
 * Adds the derived address at an index. An address the merchant had before is restored. Null: it is another merchant's,
 * or a refund wallet.
 */
export async function addDerived(
  tx: Transaction,
  network: string,
  wallet: { id: string; merchantId: string },
  { index, address }: { index: number; address: HexAddress },
): Promise<string | null> {
  const receives = !(await findRefundWallets(tx, [address])).has(address);
  if (receives) await beginLedgers(tx, network, [address]);
  const [added] = await tx<Pick<TakenAddress, "id">[]>`
    insert into receive_addresses (merchant_id, wallet_id, address, derivation_index)
    select ${wallet.merchantId}, ${wallet.id}, ${address}, ${index} where ${receives}
    on conflict (address) do update
       set wallet_id = excluded.wallet_id, derivation_index = excluded.derivation_index, is_ahead = false,
           retired_at = null
     where receive_addresses.merchant_id = excluded.merchant_id
    returning id`;
  await tx`
    update receiving_wallets set next_index = ${index + 1} where id = ${wallet.id} and merchant_id = ${wallet.merchantId}`;
  return added?.id ?? null;
}
