import { randomBytes, randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { Database } from "@/lib/base/db/client";
import { type HexAddress, tronFromHex } from "@/lib/base/tron/address";
import type { ItemKind } from "@/lib/base/values/attention-kinds";
import type { Shop } from "@/tests/e2e/support/shop";

/** The network of the server under test. */
const NETWORK = "tron-nile";

const randomHex = (bytes: number) => `0x${randomBytes(bytes).toString("hex")}`;
export const randomAddress = () => tronFromHex(randomHex(20));
const HEAD = 61_234_567;

/**
 * As a watcher leaves it that is on time for the next hour: its last pass and its last final block are that far ahead.
 */
export async function watchedBy(db: Database): Promise<void> {
  await db.sql`
    insert into chain_cursors as c (network, block_number, block_hash, block_time, finalized_number, finalized_hash,
                                    finalized_time, head_number, passed_at, provider)
    values (${NETWORK}, ${HEAD - 20}, ${randomHex(32)}, now() - interval '1 minute', ${HEAD - 19}, '0xb',
            now() + interval '1 hour', ${HEAD}, now() + interval '1 hour', 'node.example')
    on conflict (network) do update
       set block_time = excluded.block_time, finalized_time = excluded.finalized_time, passed_at = excluded.passed_at,
           failure = null, failures = 0`;
}

export const watched = (shop: Shop) => watchedBy(shop.ctx.db);

type StoredAddress = { id: string; address: string; hex: HexAddress };

/** A wallet of a shop's own, as a list: the given addresses, then new ones. */
export async function openWallet(shop: Shop, count = 5, given: HexAddress[] = []): Promise<StoredAddress[]> {
  const { sql } = shop.ctx.db;
  const hexes = Array.from({ length: count }, (_, index) => given[index] ?? (randomHex(20) as HexAddress));
  const rows = await sql<{ id: string; address: HexAddress }[]>`
    with w as (insert into receiving_wallets (merchant_id, kind) values (${shop.merchantId}, 'list') returning id)
    insert into receive_addresses (merchant_id, wallet_id, address)
    select ${shop.merchantId}, w.id, address from w, unnest(${hexes}::text[]) address returning id, address`;
  return rows.map(({ id, address }) => ({ id, address: tronFromHex(address), hex: address }));
}

type ItemDraft = {
  kind: ItemKind;
  address: HexAddress;
  askedMicros?: number;
  /** of the transfer */
  micros?: number;
  /** what the item is about; the transfer's amount unless given */
  aboutMicros?: number;
  reference?: string | null;
};

/** A live payment that needs attention, as the watcher would leave it. */
export async function openItem(
  shop: Shop,
  draft: ItemDraft,
): Promise<{ itemId: string; intentId: string | null; txHash: string }> {
  const { sql } = shop.ctx.db;
  const { kind, address, askedMicros = 12_500_000, micros = 5_000_000, aboutMicros = micros, reference = null } = draft;
  const isUnbooked = kind === "disputed" || kind === "unreadable";
  const intentId = kind === "unassigned" || isUnbooked ? null : randomUUID();
  const txHash = randomHex(32);
  if (intentId) await endedIntent(shop, intentId, { kind, address, askedMicros, micros, reference });
  const counted = kind === "partial" || kind === "over";
  const transferId = isUnbooked ? null : randomUUID();
  if (transferId) {
    await sql`
      insert into transfers (id, merchant_id, intent_id, network, tx_hash, log_index, address, from_address, block_number,
                             block_hash, amount_micros, occurred_at, counted)
      values (${transferId}, ${shop.merchantId}, ${intentId}, ${NETWORK}, ${txHash}, 4, ${address}, ${randomHex(20)},
              ${HEAD - 900}, '0xc', ${micros}, now() - interval '40 minutes', ${counted})`;
  }
  const disputed = {
    network: NETWORK,
    txHash,
    logIndex: 4,
    address,
    from: randomHex(20),
    amountMicros: String(micros),
  };
  const [item] = await sql<[{ id: string }]>`
    insert into attention_items (merchant_id, kind, intent_id, transfer_id, amount_micros, disputed, created_at)
    values (${shop.merchantId}, ${kind}, ${intentId}, ${counted ? null : transferId}, ${aboutMicros},
            ${isUnbooked ? JSON.stringify({ ...disputed, blockNumber: HEAD - 900, blockHash: "0xc", occurredAt: new Date() }) : null}::text::jsonb,
            now() - interval '12 minutes')
    returning id`;
  return { itemId: item.id, intentId, txHash };
}

type Ended = Required<Pick<ItemDraft, "kind" | "address" | "askedMicros" | "micros">> & { reference: string | null };

async function endedIntent(shop: Shop, id: string, { kind, address, askedMicros, micros, reference }: Ended) {
  const { sql } = shop.ctx.db;
  // what isn't applied is added with its transfer
  const isCounted = kind === "partial" || kind === "over";
  const received = isCounted ? micros : kind === "after_paid" ? askedMicros : 0;
  await sql`
    insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, receive_address, reference,
                                 created_at, expires_at, received_micros)
    values (${id}, ${shop.merchantId}, ${shop.terminalId}, 'live', ${askedMicros}, ${address}, ${reference},
            now() - interval '50 minutes', now() - interval '20 minutes', ${received})`;
  const ended = sql`now() - interval '19 minutes'`;
  if (kind === "over" || kind === "after_paid") {
    await sql`update payment_intents set status = 'paid', paid_at = ${ended} where id = ${id}`;
  } else if (kind === "after_cancel") {
    await sql`update payment_intents set status = 'cancelled', cancelled_at = ${ended} where id = ${id}`;
  } else {
    await sql`update payment_intents set status = 'expired', expired_at = ${ended} where id = ${id}`;
  }
}

/** Fills in the form of the page that plans a sweep: a link alone names no destination. */
export async function planSweep(page: Page, to: string, threshold = "1"): Promise<void> {
  await page.getByLabel("Destination address").fill(to);
  await page.getByLabel("Minimum balance").fill(threshold);
  await page.getByRole("button", { name: "Plan sweep" }).click();
}

/** What each address of the wallet holds, on the chain and as recorded. */
export async function setBalances(shop: Shop, micros: number): Promise<void> {
  await shop.ctx.db.sql`
    with a as (
      update receive_addresses set balance_micros = ${micros}, balance_at = now() where merchant_id = ${shop.merchantId}
      returning address)
    insert into address_ledgers (network, address, opening_micros) select ${NETWORK}, address, ${micros} from a
    on conflict (network, address) do update set opening_micros = excluded.opening_micros`;
}
