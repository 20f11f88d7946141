import { randomBytes, randomUUID } from "node:crypto";
import { hexFromTron } from "@/lib/base/tron/address";
import type { Shop } from "@/tests/e2e/support/shop";

export const RECEIVE_ADDRESS = "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH";
const RECEIVE_ADDRESS_HEX = hexFromTron(RECEIVE_ADDRESS);
const HEAD = 70_000_000;

const hash = () => `0x${randomBytes(32).toString("hex")}`;

type Draft = {
  amountMicros?: number;
  /** what the amount was quoted from; the rate is not checked against the amount */
  price?: { currency: string; minor: number } | null;
  reference?: string | null;
  successUrl?: string | null;
  cancelUrl?: string | null;
  expiresInSeconds?: number;
  /** left out: one of its own, which has no explorer */
  network?: string;
};

export type LivePayment = Awaited<ReturnType<typeof openLivePayment>>;

/**
 * A live payment in the database of the server under test, which has no chain: what the watcher would write is written
 * by SQL, and told as it would tell it. Each payment has a network of its own.
 */
export async function openLivePayment(shop: Shop, draft: Draft = {}) {
  const { sql } = shop.ctx.db;
  const { amountMicros = 12_500_000, price = null, reference = null, successUrl = null, cancelUrl = null } = draft;
  const id = randomUUID();
  const { network = `e2e-${id}` } = draft;
  await sql`
    insert into chain_cursors (network, block_number, block_hash, block_time, finalized_number, finalized_hash,
                               finalized_time, head_number, passed_at, provider)
    values (${network}, ${HEAD - 20}, ${hash()}, now(), ${HEAD - 20}, ${hash()}, now(), ${HEAD}, now(), 'e2e')
    on conflict do nothing`;
  await sql`
    insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, receive_address, reference,
                                 success_url, cancel_url, price_currency, price_minor, price_rate, price_source,
                                 price_spread_bps, expires_at)
    values (${id}, ${shop.merchantId}, ${shop.terminalId}, 'live', ${amountMicros}, ${RECEIVE_ADDRESS_HEX}, ${reference},
            ${successUrl}, ${cancelUrl}, ${price?.currency ?? null}, ${price?.minor ?? null}, ${price && "1.0895"},
            ${price && "manual"}, ${price && 0}, now() + make_interval(secs => ${draft.expiresInSeconds ?? 1_800}))`;

  const book = async (micros: number, counted: boolean) => {
    const txHash = hash();
    const [row] = await sql<{ id: string }[]>`
      insert into transfers (merchant_id, intent_id, network, tx_hash, log_index, amount_micros, occurred_at, counted)
      values (${shop.merchantId}, ${id}, ${network}, ${txHash}, 0, ${micros}, now(), ${counted}) returning id`;
    await sql`delete from chain_sightings where intent_id = ${id}`;
    return { transferId: row?.id ?? "", txHash };
  };
  const tell = () => sql`select pg_notify('till_intents', ${id})`;

  return {
    id,
    path: `/pay/${id}`,
    /** money in a block that has `blocks` on it, itself included */
    async sight(micros: number, blocks: number) {
      const txHash = hash();
      await sql`
        insert into chain_sightings (network, tx_hash, log_index, intent_id, amount_micros, block_number, block_hash)
        values (${network}, ${txHash}, 0, ${id}, ${micros}, ${HEAD - blocks + 1}, ${hash()})`;
      await tell();
      return txHash.slice(2);
    },
    /** the chain has thrown the blocks away */
    async unsee() {
      await sql`delete from chain_sightings where intent_id = ${id}`;
      await tell();
    },
    /** more blocks come */
    async grow(blocks: number) {
      await sql`update chain_cursors set head_number = head_number + ${blocks} where network = ${network}`;
      await tell();
    },
    /** a final transfer that is less than what is missing */
    async receive(micros: number) {
      await book(micros, true);
      await sql`update payment_intents set received_micros = received_micros + ${micros} where id = ${id}`;
    },
    async pay(micros = amountMicros) {
      const { transferId, txHash } = await book(micros, true);
      await sql`
        update payment_intents set status = 'paid', paid_at = now(), transfer_id = ${transferId},
               received_micros = received_micros + ${micros} where id = ${id}`;
      return txHash.slice(2);
    },
    /** its time ends so soon; nobody is told */
    async endIn(seconds: number) {
      await sql`update payment_intents set expires_at = now() + make_interval(secs => ${seconds}) where id = ${id}`;
    },
    async expire() {
      await sql`update payment_intents set status = 'expired', expired_at = now() where id = ${id}`;
    },
    async cancel() {
      await sql`update payment_intents set status = 'cancelled', cancelled_at = now() where id = ${id}`;
    },
    /** money that does not count any more */
    async comeLate(micros = amountMicros) {
      await book(micros, false);
    },
  };
}
