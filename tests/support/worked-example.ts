import { randomBytes, randomUUID } from "node:crypto";
import type { MemberContext } from "@/lib/base/context/context";
import type { HexAddress } from "@/lib/base/tron/address";
import { insertRefund } from "@/lib/payments/refunds/insert";
import { moveToFinal } from "@/lib/payments/refunds/transition";
import { bookAll } from "@/tests/support/books";
import { MAINNET, randomHex } from "@/tests/support/live";

const hash = () => `0x${randomBytes(32).toString("hex")}`;

/** What happened in the example of docs/accounting.md, recorded as the watcher does, and booked after each day. */
export async function happen({ db: { sql }, merchantId, actor }: MemberContext, terminalId: string, address: string) {
  const arrives = async (intentId: string, micros: bigint, at: string, counted = true): Promise<string> => {
    const id = randomUUID();
    await sql`
      insert into transfers (id, merchant_id, intent_id, network, tx_hash, log_index, address, from_address, block_number,
                             block_hash, amount_micros, occurred_at, counted, created_at)
      values (${id}, ${merchantId}, ${intentId}, ${MAINNET}, ${hash()}, 0, ${address}, ${randomHex()}, 1, '0xa', ${micros},
              ${at}, ${counted}, ${at})`;
    if (counted)
      await sql`update payment_intents set received_micros = received_micros + ${micros} where id = ${intentId}`;
    return id;
  };
  const leaves = async (to: HexAddress, micros: bigint, at: string, txHash = hash()): Promise<string> => {
    const [out] = await sql<[{ id: string }]>`
      insert into outgoing_transfers (merchant_id, network, tx_hash, log_index, from_address, to_address, amount_micros,
                                      block_number, occurred_at, created_at)
      values (${merchantId}, ${MAINNET}, ${txHash}, 0, ${address}, ${to}, ${micros}, 1, ${at}, ${at}) returning id`;
    return out.id;
  };
  const create = async (micros: bigint, at: string, price: string | null): Promise<string> => {
    const id = randomUUID();
    await sql`
      insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, created_at, expires_at,
                                   price_currency, price_minor, price_rate, price_source, price_spread_bps)
      select ${id}, ${merchantId}, ${terminalId}, 'live', ${micros}, ${at}, ${at}::timestamptz + interval '1 hour',
             case when ${price !== null} then 'EUR' end, case when ${price !== null} then 2490 end, ${price},
             case when ${price !== null} then 'manual' end, case when ${price !== null} then 0 end`;
    return id;
  };
  const pay = (intentId: string, transferId: string, at: string) => sql`
    update payment_intents set status = 'paid', paid_at = ${at}, transfer_id = ${transferId} where id = ${intentId}`;

  await sql`
    insert into merchant_currencies (merchant_id, currency, since, set_by)
    values (${merchantId}, 'EUR', '2026-01-01', ${actor.userId})`;
  await sql`
    insert into exchange_rate_history (merchant_id, currency, since, valid_until, rate, source)
    select ${merchantId}, 'EUR', since, since + interval '2 days', rate, 'manual'
      from (values ('2026-03-02T20:00Z'::timestamptz, '1.09'), ('2026-03-09T00:00Z', '1.1'), ('2026-03-21T00:00Z', '1.09'))
           as h(since, rate)`;
  const order = await create(27_130_000n, "2026-03-02T12:00:00Z", "1.0895");
  await arrives(order, 10_000_000n, "2026-03-02T12:10:00Z");
  await bookAll();
  const completing = await arrives(order, 17_130_000n, "2026-03-02T12:59:30Z");
  await pay(order, completing, "2026-03-02T13:00:40Z");
  await bookAll();
  await arrives(order, 5_000_000n, "2026-03-03T09:00:00Z", false);
  await bookAll();
  await sql.begin(async (tx) => {
    const to = randomHex();
    const by = { userId: actor.userId };
    const draft = { merchantId, environment: "live" as const, intentId: order, itemId: null, network: null };
    const { id } = await insertRefund(tx, { ...draft, amountMicros: 13_565_000n, from: address as HexAddress, to, by });
    const [out] = await tx<[{ id: string }]>`
      insert into outgoing_transfers (merchant_id, network, tx_hash, log_index, from_address, to_address, amount_micros,
                                      block_number, occurred_at, created_at)
      values (${merchantId}, ${MAINNET}, ${hash()}, 0, ${address}, ${to}, 13565000, 1, '2026-03-10T10:00Z', '2026-03-10T10:00Z')
      returning id`;
    await moveToFinal(tx, { id, merchantId }, { by: { outgoingId: out.id }, at: new Date("2026-03-10T10:00:00Z") });
  });
  await bookAll();
  const unpriced = await create(50_000_000n, "2026-03-12T12:00:00Z", null);
  await pay(unpriced, await arrives(unpriced, 50_000_000n, "2026-03-12T12:01:00Z"), "2026-03-12T12:02:00Z");
  await bookAll();
  await sql`
    insert into book_rates (merchant_id, currency, asset, first_day, last_day, rate, set_by)
    values (${merchantId}, 'EUR', 'USDT', '2026-03-12', '2026-03-12', '1.09', ${actor.userId})`;
  await bookAll();
  const [to, swept] = [randomHex(), hash()];
  await sql`
    insert into sent_transactions (merchant_id, network, tx_hash, from_address, to_address, amount_micros, expires_at, sent_by)
    values (${merchantId}, ${MAINNET}, ${swept}, ${address}, ${to}, 50000000, now(), ${actor.userId})`;
  await leaves(to, 50_000_000n, "2026-03-21T10:00:00Z", swept);
  await bookAll();
  await sql`
    update transaction_fees set fee_sun = 13500000, occurred_at = '2026-03-21T10:00Z', read_at = now(), next_read_at = null
     where tx_hash = ${swept}`;
  await bookAll();
}
