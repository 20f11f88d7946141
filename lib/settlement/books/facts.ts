import type { Environment } from "@/lib/base/context/context";
import type { Transaction } from "@/lib/base/db/client";
import type { OutgoingFacts, PaymentFacts, RefundFacts, TransferFacts } from "@/lib/settlement/books/lines";

/** The books of a business in one environment. */
export type Book = { merchantId: string; environment: Environment };

/** What may have to be booked. */
export type Queued = Book & {
  source: "intent" | "transfer" | "outgoing" | "refund" | "fee" | "address";
  sourceId: string;
};

type Payment = PaymentFacts & { refunds: RefundFacts[] };

/** Facts that are booked together, since the lines of one depend on those of the others. */
export type Facts = Book &
  (
    | { payment: Payment }
    | { transfer: TransferFacts | null; refunds: RefundFacts[] }
    | { outgoing: OutgoingFacts }
    | { opening: { id: string; network: string; address: string; micros: bigint; at: Date } }
    | { fee: { id: string; network: string; txHash: string; from: string; sun: bigint; at: Date } }
  );

type Owned = { merchantId: string; environment: Environment; id: string };

/**
 * The facts that the queued ones belong to. The caller holds the books, so that it reads what is committed by then.
 * Refunds are read before transfers and those before payments: what is committed in between is queued itself.
 */
export async function readFacts(tx: Transaction, queuedRows: readonly Queued[]): Promise<Facts[]> {
  const queued = [...new Map(queuedRows.map((one) => [`${one.source} ${one.sourceId}`, one])).values()];
  const of = (source: Queued["source"]): Owned[] =>
    queued.filter((one) => one.source === source).map(({ sourceId, ...book }) => ({ ...book, id: sourceId }));
  const related = await findRelated(tx, queued);
  const ids = (kind: Related["kind"]) => related.filter((one) => one.kind === kind);
  const [intents, loose, refunds] = [ids("intent"), ids("transfer"), ids("refund")];
  const left = await readRefunds(tx, { intents, loose, refunds });
  const transfers = await readTransfers(tx, { intents, loose });
  const payments = await readPayments(tx, intents);
  const facts: Facts[] = payments.map(({ merchantId, environment, ...payment }) => ({
    merchantId,
    environment,
    payment: {
      ...payment,
      transfers: transfers.filter((one) => one.intentId === payment.id),
      refunds: left.filter((one) => one.intentId === payment.id),
    },
  }));
  facts.push(...withoutPayment(transfers, left));
  facts.push(...(await readOutgoing(tx, of("outgoing"))));
  facts.push(...(await readOpenings(tx, of("address"))));
  facts.push(...(await readFees(tx, of("fee"))));
  return facts;
}

type Related = Owned & { kind: "intent" | "transfer" | "refund" };

/** The payments, transfers without payment and refunds without either that the queued ones belong to. */
function findRelated(tx: Transaction, queued: readonly Queued[]): Promise<Related[]> {
  const list = <T>(pick: (one: Queued) => T) => queued.map(pick);
  return tx<Related[]>`
    with q as materialized (
      select * from unnest(${list((q) => q.merchantId)}::uuid[], ${list((q) => q.environment)}::text[],
                           ${list((q) => q.source)}::text[], ${list((q) => q.sourceId)}::uuid[])
                      as q(merchant_id, environment, source, id)),
    outs as (
      select q.merchant_id, q.environment, o.id, o.network, o.tx_hash, o.log_index
        from q join outgoing_transfers o on o.id = q.id and o.merchant_id = q.merchant_id where q.source = 'outgoing'),
    refunded as (
      select q.merchant_id, q.environment, f.id, f.intent_id, f.item_id
        from q join refunds f on f.id = q.id and f.merchant_id = q.merchant_id where q.source = 'refund'
      union
      select o.merchant_id, o.environment, f.id, f.intent_id, f.item_id
        from outs o join refunds f on f.outgoing_id = o.id and f.merchant_id = o.merchant_id),
    about as (
      select r.merchant_id, r.environment, r.id, r.intent_id, n.transfer_id
        from refunded r left join attention_items n on n.id = r.item_id and n.merchant_id = r.merchant_id),
    moved as (
      select q.merchant_id, q.environment, t.id, t.intent_id
        from q join transfers t on t.id = q.id and t.merchant_id = q.merchant_id where q.source = 'transfer'
      union
      select o.merchant_id, o.environment, t.id, t.intent_id
        from outs o join transfers t on t.network = o.network and t.tx_hash = o.tx_hash and t.log_index = o.log_index
                                    and t.merchant_id = o.merchant_id
      union
      select a.merchant_id, a.environment, t.id, t.intent_id
        from about a join transfers t on t.id = a.transfer_id and t.merchant_id = a.merchant_id where a.intent_id is null)
    select merchant_id as "merchantId", environment, 'intent' as kind, id from q where source = 'intent'
    union select merchant_id, environment, 'intent', intent_id from moved where intent_id is not null
    union select merchant_id, environment, 'intent', intent_id from about where intent_id is not null
    union select merchant_id, environment, 'transfer', id from moved where intent_id is null
    union select merchant_id, environment, 'refund', id from about where intent_id is null and transfer_id is null`;
}

function unnestOwned(tx: Transaction, owned: readonly Owned[]) {
  return tx`unnest(${owned.map((one) => one.merchantId)}::uuid[], ${owned.map((one) => one.environment)}::text[],
                   ${owned.map((one) => one.id)}::uuid[]) as q(merchant_id, environment, id)`;
}

type PaymentRow = Book &
  Omit<PaymentFacts, "price" | "transfers"> & { currency: string | null; minor: bigint | null; rate: string | null };

async function readPayments(tx: Transaction, intents: readonly Owned[]) {
  if (intents.length === 0) return [];
  const rows = await tx<PaymentRow[]>`
    select i.merchant_id as "merchantId", i.environment, i.id, i.terminal_id as "terminalId",
           i.amount_micros as "amountMicros", i.transfer_id as "transferId", i.paid_at as "paidAt",
           i.price_currency as currency, i.price_minor as minor, i.price_rate as rate
      from ${unnestOwned(tx, intents)} join payment_intents i on i.id = q.id and i.merchant_id = q.merchant_id`;
  return rows.map(({ currency, minor, rate, ...row }) => ({
    ...row,
    price: currency !== null && minor !== null && rate !== null ? { currency, minor, rate } : null,
  }));
}

type TransferRow = Book & TransferFacts & { intentId: string | null };

/** Of the payments, and those without one, in the order in which they were recorded. */
function readTransfers(
  tx: Transaction,
  { intents, loose }: { intents: readonly Owned[]; loose: readonly Owned[] },
): Promise<TransferRow[]> | TransferRow[] {
  if (intents.length + loose.length === 0) return [];
  // `offset 0`: by the index for each payment, also by a plan that was made when there were few
  return tx<TransferRow[]>`
    with found as (
      select q.environment, t.* from ${unnestOwned(tx, intents)}
       cross join lateral (
          select * from transfers f where f.intent_id = q.id and f.merchant_id = q.merchant_id offset 0) t
      union all
      select q.environment, t.* from ${unnestOwned(tx, loose)}
        join transfers t on t.id = q.id and t.merchant_id = q.merchant_id)
    select t.merchant_id as "merchantId", t.environment, t.intent_id as "intentId", t.id, t.network, t.tx_hash as "txHash",
           t.log_index as "logIndex", t.address, t.from_address as "from", t.amount_micros as "amountMicros",
           t.occurred_at as "occurredAt", t.created_at as "recordedAt", t.counted,
           exists (select from outgoing_transfers o
                    where o.network = t.network and o.tx_hash = t.tx_hash and o.log_index = t.log_index
                      and o.merchant_id = t.merchant_id) as "isOwn",
           exists (select from refund_wallets w
                    where w.address = t.from_address and w.merchant_id = t.merchant_id and w.set_at <= t.created_at)
             as "fromWallet"
      from found t
     order by t.created_at, t.block_number nulls first, t.log_index, t.occurred_at, t.id`;
}

type Out = { [Name in keyof Omit<OutgoingFacts, "isSweep" | "toWallet">]: OutgoingFacts[Name] | null };
type RefundRow = Book &
  Omit<RefundFacts, "of" | "outgoing"> & { itemKind: string | null; transferId: string | null; outgoing: never } & {
    [Name in keyof Out as `out_${Name}`]: Out[Name];
  };

/** Those that left, of the payments, of transfers without one, and the ones named, in the order in which they left. */
async function readRefunds(
  tx: Transaction,
  of: { intents: readonly Owned[]; loose: readonly Owned[]; refunds: readonly Owned[] },
): Promise<(Book & RefundFacts)[]> {
  if (of.intents.length + of.loose.length + of.refunds.length === 0) return [];
  const rows = await tx<Omit<RefundRow, "outgoing">[]>`
    with found as (
      select f.* from ${unnestOwned(tx, of.intents)}
        join refunds f on f.intent_id = q.id and f.merchant_id = q.merchant_id
      union all
      select f.* from ${unnestOwned(tx, of.loose)}
        join attention_items n on n.transfer_id = q.id and n.merchant_id = q.merchant_id
        join refunds f on f.item_id = n.id and f.merchant_id = n.merchant_id and f.intent_id is null
      union all
      select f.* from ${unnestOwned(tx, of.refunds)}
        join refunds f on f.id = q.id and f.merchant_id = q.merchant_id)
    select f.merchant_id as "merchantId", f.environment, f.id, f.intent_id as "intentId", i.terminal_id as "terminalId",
           f.amount_micros as "amountMicros", f.final_at as "finalAt", f.simulated_tx_hash as "simulatedTxHash",
           f.to_address as to, n.kind as "itemKind", n.transfer_id as "transferId", o.id as out_id, o.network as out_network,
           o.tx_hash as "out_txHash", o.log_index as "out_logIndex", o.from_address as out_from, o.to_address as out_to,
           o.amount_micros as "out_amountMicros", o.occurred_at as "out_occurredAt", o.created_at as "out_recordedAt"
      from found f
      left join payment_intents i on i.id = f.intent_id and i.merchant_id = f.merchant_id
      left join attention_items n on n.id = f.item_id and n.merchant_id = f.merchant_id
      left join outgoing_transfers o on o.id = f.outgoing_id and o.merchant_id = f.merchant_id
     where f.final_at is not null
     order by f.final_at, f.id`;
  return rows.map(({ itemKind, transferId, ...row }) => ({
    ...row,
    of: itemKind === "over" ? ("over" as const) : transferId ? { transferId } : null,
    outgoing:
      row.out_id === null
        ? null
        : ({
            id: row.out_id,
            network: row.out_network,
            txHash: row.out_txHash,
            logIndex: row.out_logIndex,
            from: row.out_from,
            to: row.out_to,
            amountMicros: row.out_amountMicros,
            occurredAt: row.out_occurredAt,
            recordedAt: row.out_recordedAt,
            isSweep: false,
            toWallet: false,
          } as OutgoingFacts),
  }));
}

function withoutPayment(transfers: readonly TransferRow[], refunds: readonly (Book & RefundFacts)[]): Facts[] {
  const loose = transfers.filter((one) => one.intentId === null);
  const known = new Set(loose.map((one) => one.id));
  const isAbout = ({ of }: RefundFacts, id: string) => of !== null && of !== "over" && of.transferId === id;
  const rest = refunds.filter(
    ({ intentId, of }) => intentId === null && !(of && of !== "over" && known.has(of.transferId)),
  );
  return [
    ...loose.map(({ intentId: _, merchantId, environment, ...transfer }) => ({
      merchantId,
      environment,
      transfer,
      refunds: refunds.filter((one) => one.intentId === null && isAbout(one, transfer.id)),
    })),
    ...rest.map(({ merchantId, environment, ...refund }) => ({
      merchantId,
      environment,
      transfer: null,
      refunds: [refund],
    })),
  ];
}

/** Those that are no refund. What was an own address when it was recorded is one. */
async function readOutgoing(tx: Transaction, outgoing: readonly Owned[]): Promise<Facts[]> {
  if (outgoing.length === 0) return [];
  const rows = await tx<(Book & Omit<OutgoingFacts, "isSweep"> & { isSent: boolean; toOwn: boolean })[]>`
    select o.merchant_id as "merchantId", q.environment, o.id, o.network, o.tx_hash as "txHash", o.log_index as "logIndex",
           o.from_address as "from", o.to_address as to, o.amount_micros as "amountMicros", o.occurred_at as "occurredAt",
           o.created_at as "recordedAt",
           exists (select from sent_transactions s
                    where s.network = o.network and s.tx_hash = o.tx_hash and s.merchant_id = o.merchant_id
                      and s.refund_id is null and s.to_address = o.to_address) as "isSent",
           exists (select from receive_addresses a
                    where a.address = o.to_address and a.merchant_id = o.merchant_id and a.created_at <= o.created_at) as "toOwn",
           exists (select from refund_wallets w
                    where w.address = o.to_address and w.merchant_id = o.merchant_id and w.set_at <= o.created_at)
             and not exists (select from receive_addresses a
                              where a.address = o.to_address and a.merchant_id = o.merchant_id) as "toWallet"
      from ${unnestOwned(tx, outgoing)}
      join outgoing_transfers o on o.id = q.id and o.merchant_id = q.merchant_id
     where not exists (select from refunds f where f.outgoing_id = o.id and f.merchant_id = o.merchant_id)`;
  return rows.map(({ merchantId, environment, isSent, toOwn, ...outgoing }) => ({
    merchantId,
    environment,
    outgoing: { ...outgoing, isSweep: isSent || toOwn || outgoing.toWallet },
  }));
}

/** Of each address on each network. An address without an opening balance has an empty one. */
async function readOpenings(tx: Transaction, addresses: readonly Owned[]): Promise<Facts[]> {
  if (addresses.length === 0) return [];
  const rows = await tx<(Book & Extract<Facts, { opening: unknown }>["opening"])[]>`
    select a.merchant_id as "merchantId", q.environment, a.id, l.network, a.address,
           coalesce(l.opening_micros, 0)::bigint as micros, clock_timestamp() as at
      from ${unnestOwned(tx, addresses)}
      join receive_addresses a on a.id = q.id and a.merchant_id = q.merchant_id
      join address_ledgers l on l.address = a.address`;
  return rows.map(({ merchantId, environment, ...opening }) => ({ merchantId, environment, opening }));
}

async function readFees(tx: Transaction, fees: readonly Owned[]): Promise<Facts[]> {
  if (fees.length === 0) return [];
  const rows = await tx<(Book & Extract<Facts, { fee: unknown }>["fee"])[]>`
    select f.merchant_id as "merchantId", q.environment, f.id, f.network, f.tx_hash as "txHash", f.from_address as "from",
           f.fee_sun as sun, f.occurred_at as at
      from ${unnestOwned(tx, fees)}
      join transaction_fees f on f.id = q.id and f.merchant_id = q.merchant_id
     where f.fee_sun > 0`;
  return rows.map(({ merchantId, environment, ...fee }) => ({ merchantId, environment, fee }));
}
