import type { receiveAddresses, receivingWallets } from "@/drizzle/schema";
import type { Sql, Transaction } from "@/lib/base/db/client";
import type { HexAddress } from "@/lib/base/tron/address";
import { tronFromHex } from "@/lib/base/tron/address";
import { deriveAddresses } from "@/lib/base/tron/derive";
import { DomainError } from "@/lib/base/values/errors";
import { derivesSoon } from "@/lib/chain/wallets/refund-wallet-addresses";
import type { ReadWallet } from "@/lib/chain/wallets/wallet-input";

export type CurrentWallet = Pick<typeof receivingWallets.$inferSelect, "id" | "xpub"> & {
  kind: "list" | "xpub";
  addresses: HexAddress[];
};

export const SHOWN = 3;

/** The first addresses of a wallet, for the merchant to compare with their wallet app. */
export function firstAddresses(wallet: ReadWallet): HexAddress[] {
  return wallet.kind === "list" ? wallet.addresses.slice(0, SHOWN) : deriveAddresses(wallet.xpub, 0, SHOWN);
}

/** With its addresses, or the first `most` of them. */
export async function currentWallet(
  sql: Sql | Transaction,
  merchantId: string,
  most: number | null = null,
): Promise<CurrentWallet | null> {
  const [wallet] = await sql<CurrentWallet[]>`
    select w.id, w.kind, w.xpub, array(
             select a.address from receive_addresses a
              where a.wallet_id = w.id and a.merchant_id = w.merchant_id and a.retired_at is null and not a.is_ahead
              order by a.derivation_index, a.created_at, a.id limit ${most}) as addresses
      from receiving_wallets w where w.merchant_id = ${merchantId} and w.retired_at is null`;
  return wallet ?? null;
}

/** Whether a merchant would set what is set. */
export function isSameWallet(current: CurrentWallet | null, wanted: ReadWallet): boolean {
  if (!current || current.kind !== wanted.kind) return false;
  if (wanted.kind === "xpub") return current.xpub === wanted.xpub;
  const held = new Set(current.addresses);
  return held.size === wanted.addresses.length && wanted.addresses.every((address) => held.has(address));
}

/** How many of the current addresses a change would keep and retire. */
export function countKept(current: CurrentWallet | null, wanted: ReadWallet): { keeps: number; retires: number } {
  if (!current) return { keeps: 0, retires: 0 };
  const wantedOnes = new Set(wanted.kind === "list" ? wanted.addresses : []);
  const isSame = wanted.kind === "xpub" && current.xpub === wanted.xpub;
  const keeps = isSame ? current.addresses.length : current.addresses.filter((one) => wantedOnes.has(one)).length;
  return { keeps, retires: current.addresses.length - keeps };
}

/** An address has one owner here, for good. Error: `conflict`, field `wallet`, for what another merchant has. */
export async function refuseForeign(sql: Sql | Transaction, merchantId: string, wanted: ReadWallet): Promise<void> {
  const sought = wanted.kind === "list" ? wanted.addresses : firstAddresses(wanted);
  const [foreign] = await sql<Pick<typeof receiveAddresses.$inferSelect, "address">[]>`
    select address from receive_addresses where address = any(${sought}::text[]) and merchant_id <> ${merchantId} limit 1`;
  if (foreign) throw takenByAnother(tronFromHex(foreign.address));
  const [paying] = await sql<{ address: HexAddress; isOwn: boolean }[]>`
    select address, merchant_id = ${merchantId} as "isOwn" from refund_wallets
     where address = any(${sought}::text[]) and removed_at is null limit 1`;
  if (paying?.isOwn) throw isRefundWallet(tronFromHex(paying.address));
  if (paying) throw takenByAnother(tronFromHex(paying.address));
  if (wanted.kind === "xpub") await refuseOwnRefundWallet(sql, merchantId, wanted.xpub);
}

async function refuseOwnRefundWallet(sql: Sql | Transaction, merchantId: string, xpub: string): Promise<void> {
  const [own] = await sql<{ address: HexAddress }[]>`
    select address from refund_wallets where merchant_id = ${merchantId} and removed_at is null`;
  if (own && derivesSoon(xpub, 0, own.address)) throw isRefundWallet(tronFromHex(own.address));
}

function isRefundWallet(address: string): DomainError {
  return new DomainError(
    "conflict",
    `${address} is your refund wallet, so it can't receive payments. Remove the refund wallet first, or use other addresses.`,
    { field: "wallet" },
  );
}

export function takenByAnother(address: string): DomainError {
  return new DomainError(
    "conflict",
    `${address} is used by another business on this installation. Each business needs its own addresses.`,
    { field: "wallet" },
  );
}
