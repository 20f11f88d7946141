import { randomBytes } from "node:crypto";
import { HDKey } from "@scure/bip32";
import type { MemberContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { resetEnv } from "@/lib/base/process/env";
import { type HexAddress, tronFromHex } from "@/lib/base/tron/address";
import { chainXpub } from "@/lib/base/tron/derive";
import { issueKeyToTerminal } from "@/lib/business/terminals/issue-key";
import { previewWallet } from "@/lib/chain/wallets/preview-wallet";
import { setWallet } from "@/lib/chain/wallets/set-wallet";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";
import { memberContext } from "@/tests/support/member-context";

/** The network of a process whose `TRON_RPC_URLS` is set and nothing else of TRON. */
export const MAINNET = "tron-mainnet";
export const USDT = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";

/** To be called at a test file's head: live is on, with a provider that nobody listens at. */
export function turnLiveOn(settings: Record<string, string> = {}) {
  Object.assign(process.env, { TRON_RPC_URLS: "http://127.0.0.1:9", ...settings });
  resetEnv();
}

export const randomHex = (): HexAddress => `0x${randomBytes(20).toString("hex")}`;

/** Addresses that nobody else has, as a wallet shows them. */
export const randomAddresses = (count: number) => Array.from({ length: count }, () => tronFromHex(randomHex()));

/**
 * An extended public key that nobody else has: of the chain, of the account, of another key's chain; or what is secret.
 */
export function newXpub({ account = false, secret = false, of = "" } = {}): string {
  if (of) return chainXpub(of);
  const key = HDKey.fromMasterSeed(randomBytes(64)).derive(account ? "m/44'/195'/0'" : "m/44'/195'/0'/0");
  return secret ? key.privateExtendedKey : key.publicExtendedKey;
}

/** As the watcher leaves it when everything is well; seconds since its last pass and the chain's last final block. */
export async function setCursor({ passed = 0, finalized = 60, skew = null as number | null, network = MAINNET } = {}) {
  await database().sql`
    insert into chain_cursors as c (network, block_number, block_hash, block_time, finalized_number, finalized_hash,
                                    finalized_time, head_number, clock_skew_seconds, passed_at, provider)
    values (${network}, 1000, '0xa', now() - make_interval(secs => ${finalized}), 1002, '0xb',
            now() - make_interval(secs => ${finalized}), 1020, ${skew}, now() - make_interval(secs => ${passed}), 'node.example')
    on conflict (network) do update
       set finalized_time = excluded.finalized_time, passed_at = excluded.passed_at,
           clock_skew_seconds = excluded.clock_skew_seconds`;
}

export type LiveMerchant = MerchantFixture & { member: MemberContext; addresses: string[]; liveKey: string };

/** A merchant with a receiving wallet and a live key; the chain is being read. */
export async function liveMerchant({ wallet }: { wallet?: string[] | string } = {}): Promise<LiveMerchant> {
  await setCursor();
  const merchant = await createMerchantFixture();
  const member = await memberContext(merchant, { environment: "live" });
  const addresses = typeof wallet === "string" ? [] : (wallet ?? randomAddresses(3));
  const text = typeof wallet === "string" ? wallet : addresses.join("\n");
  await setWallet(member, { wallet: text, confirmation: await firstOf(member, text) });
  const { key } = await issueKeyToTerminal(member, { terminalId: merchant.terminalId });
  return { ...merchant, member, addresses, liveKey: key };
}

/** What a merchant reads off his wallet app. */
async function firstOf(member: MemberContext, wallet: string): Promise<string> {
  const { first } = await previewWallet(member, { wallet });
  return first[0]?.address ?? "";
}

export type AddressRow = {
  id: string;
  address: HexAddress;
  index: number | null;
  leased: boolean;
  retired: boolean;
  restsFor: number | null;
};

/**
 * The addresses of a merchant, by index and then by address; `restsFor` in whole seconds since the last lease ended,
 * null when it is over or never was.
 */
export function addressesOf(merchantId: string) {
  return database().sql<AddressRow[]>`
    select a.id, a.address, a.derivation_index as index, a.retired_at is not null as retired,
           exists (select from address_leases l where l.address_id = a.id and l.released_at is null) as leased,
           case when a.rests_until > now() and a.rests_until < 'infinity'
                then round(extract(epoch from a.rests_until - coalesce(
                   (select max(l.released_at) from address_leases l where l.address_id = a.id), now())))::int end as "restsFor"
      from receive_addresses a where a.merchant_id = ${merchantId} and not a.is_ahead
     order by a.derivation_index, a.address`;
}

/** Alarms of one merchant that stand, and those of the installation that a test looks for. */
export async function alarmsOf(merchantId: string | null): Promise<string[]> {
  const rows = await database().sql<{ kind: string }[]>`
    select kind from chain_alarms
     where merchant_id is not distinct from ${merchantId} and cleared_at is null order by kind`;
  return rows.map((row) => row.kind);
}

export type MoneyDraft = {
  merchantId: string;
  address: HexAddress;
  amountMicros: bigint;
  intentId?: string | null;
  counted?: boolean;
  txHash?: string;
  from?: HexAddress;
  occurredAt?: Date;
};

/** A transfer as the watcher enters it. Returns its id. */
export async function makeTransfer(draft: MoneyDraft): Promise<string> {
  const [row] = await database().sql<[{ id: string }]>`
    insert into transfers (merchant_id, intent_id, network, tx_hash, log_index, address, from_address, block_number,
                           block_hash, amount_micros, occurred_at, counted)
    values (${draft.merchantId}, ${draft.intentId ?? null}, ${MAINNET},
            ${draft.txHash ?? `0x${randomBytes(32).toString("hex")}`}, 0, ${draft.address}, ${draft.from ?? randomHex()},
            1001, '0xc', ${draft.amountMicros}, ${draft.occurredAt ?? new Date()}, ${draft.counted ?? false})
    returning id`;
  return row.id;
}

/**
 * The balance of addresses on the chain; the ledger explains it as far as its transfers do, and by the opening balance.
 */
export async function setKnownBalance(addresses: readonly HexAddress[], micros: bigint | number): Promise<void> {
  const { sql } = database();
  await sql`
    update receive_addresses set balance_micros = ${micros}, balance_at = now() where address = any(${[...addresses]}::text[])`;
  await sql`
    insert into address_ledgers as l (network, address, opening_micros)
    select ${MAINNET}, unnest(${[...addresses]}::text[]), ${micros}
    on conflict (network, address) do update set opening_micros = excluded.opening_micros - l.received_micros + l.sent_micros`;
}
