import type { receiveAddresses } from "@/drizzle/schema";
import type { Sql, Transaction } from "@/lib/base/db/client";
import { lockLedger } from "@/lib/base/db/locks";
import { clearAlarm, raiseAlarm } from "@/lib/chain/nodes/alarms";
import type { ChainCursor } from "@/lib/chain/nodes/cursor";
import type { WatchContext } from "@/lib/chain/nodes/watch-context";
import { isOverdue } from "@/lib/payments/intents/is-overdue";

/**
 * Compares balances with the ledger, once it includes every block that a balance reflects. An address's first
 * comparison sets its opening balance, except for one that was read while an overdue payment had the address: it may be
 * that payment's money. An address that differs raises an alarm and is not leased until it agrees or its balance is
 * accepted.
 */
export async function compareLedgers({ db, network }: WatchContext, { block }: ChainCursor): Promise<void> {
  const [due] = await db.sql`select from receive_addresses where balance_block <= ${block.number} limit 1`;
  if (!due) return;
  await db.sql.begin(async (tx) => {
    await lockLedger(tx, network.id);
    // before the addresses, as for one that is given out
    await tx`
      select from address_ledgers
       where network = ${network.id}
         and address in (select address from receive_addresses where balance_block <= ${block.number} and balance_at is not null)
       order by address for no key update`;
    const compared = await tx<Pick<typeof receiveAddresses.$inferSelect, "merchantId">[]>`
      with ready as (
        select a.id, a.address, b.opening, coalesce(l.opening_micros, case when p.id is null then b.opening else 0 end) as known
          from receive_addresses a left join address_ledgers l on l.network = ${network.id} and l.address = a.address
         cross join lateral (
           select a.balance_micros - coalesce(l.received_micros, 0) + coalesce(l.sent_micros, 0) as opening) b
          left join lateral (
            select i.id from address_leases h join payment_intents i on i.id = h.intent_id and i.merchant_id = a.merchant_id
             where h.address_id = a.id and h.released_at is null and h.leased_at <= a.balance_at
               and ${isOverdue(tx, tx`(select block_time from chain_cursors where network = ${network.id})`)}) p on true
         where a.balance_block <= ${block.number} and a.balance_at is not null
         order by a.id for no key update of a),
      opened as (
        insert into address_ledgers as l (network, address, opening_micros)
        select ${network.id}, address, known from ready order by address
        on conflict (network, address) do update set opening_micros = excluded.opening_micros where l.opening_micros is null)
      update receive_addresses a
         set balance_block = null, differs_at = case when known <> opening then coalesce(differs_at, now()) end
        from ready where a.id = ready.id
      returning a.merchant_id as "merchantId"`;
    for (const merchantId of new Set(compared.map((row) => row.merchantId))) {
      await reviewDiffering(tx, network.id, merchantId);
    }
  });
}

/** Raises `ledger_differs` for a merchant with addresses that differ, or ends it. */
export async function reviewDiffering(sql: Sql | Transaction, network: string, merchantId: string): Promise<void> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count from receive_addresses where merchant_id = ${merchantId} and differs_at is not null`;
  const alarm = { network, kind: "ledger_differs" as const, merchantId };
  if (row.count === 0) {
    await clearAlarm(sql, alarm);
    return;
  }
  const which = row.count === 1 ? "1 address has" : `${row.count} addresses have`;
  const message = `${which} a balance that doesn't match your records.`;
  await raiseAlarm(sql, { ...alarm, message });
}
