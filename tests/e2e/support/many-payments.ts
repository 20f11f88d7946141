import type { Shop } from "@/tests/e2e/support/shop";

/** Paid payments of the last hours, one a minute back from now, with the references `order-1`, the latest, and up. */
export async function makePaidPayments(shop: Shop, count: number, terminalId = shop.terminalId): Promise<void> {
  // in one transaction: the service would expire those that it sees pending
  await shop.ctx.db.sql.begin(async (sql) => {
    await sql`
      insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, received_micros, reference,
                                   created_at, expires_at)
      select gen_random_uuid(), ${shop.merchantId}, ${terminalId}, 'sandbox', n * 1000001, n * 1000001, 'order-' || n,
             now() - n * interval '1 minute', now()
        from generate_series(1, ${count}::int) n`;
    await sql`
      update payment_intents set status = 'paid', paid_at = created_at + interval '20 seconds'
       where merchant_id = ${shop.merchantId} and terminal_id = ${terminalId} and received_micros = amount_micros`;
  });
}
