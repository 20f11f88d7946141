import type { sandboxResets } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import type { Context } from "@/lib/base/context/context";
import type { Transaction } from "@/lib/base/db/client";
import { log } from "@/lib/base/process/log";
import { processWide } from "@/lib/base/process/process-wide";

/** Payments of one transaction, small enough that no one waits noticeably for its locks. */
const PAYMENTS = 500;
/** Rows of one statement that belong to no payment. */
const ROWS = 5_000;
/** Shorter than PostgreSQL's deadlock timeout, so that a reset always gives way. */
const LOCK_TIMEOUT = "300ms";
/** Until a reset that failed is tried again, so that it doesn't hold up the others. */
const PAUSE_MS = 60_000;

type Reset = Pick<
  typeof sandboxResets.$inferSelect,
  "id" | "merchantId" | "requestedBy" | "address" | keyof Deleted | "shifts"
> & {
  /** as text: a Date would lose its microseconds */
  until: string;
};

type Deleted = Partial<Record<"payments" | "transfers" | "events" | "deliveries" | "requests", number>>;

/**
 * Carries out up to `batches` batches of requested resets, the earliest request first, each batch in a transaction of
 * its own. Safe beside other engines and new payments: one engine holds a reset at a time, and what was created after
 * the request stays. Returns how many batches were done. A reset that would have to wait for a lock is left for the
 * next call, one that fails for a minute; the others go on.
 */
export async function continueResets(ctx: Context, batches: number): Promise<number> {
  const left = pausedIds();
  for (let done = 0; done < batches; ) {
    const batch = await tryBatch(ctx, left);
    if (batch === "none") return done;
    if (batch === "done") done++;
    else left.push(batch.left);
  }
  return batches;
}

/** Milliseconds until a reset goes on: 0 while one is under way, more if all have failed lately; null without one. */
export async function nextResetDueMs(ctx: Context): Promise<number | null> {
  const open = await ctx.db.sql<{ id: string }[]>`select id from sandbox_resets where finished_at is null`;
  if (open.length === 0) return null;
  return Math.min(...open.map(({ id }) => Math.max(0, (pauses().get(id) ?? 0) - performance.now())));
}

/** When each reset that failed in this process is tried again, by `performance.now()`. */
const pauses = () => processWide("sandbox.pausedResets", () => new Map<string, number>());

function pausedIds(): string[] {
  for (const [id, until] of pauses()) if (until <= performance.now()) pauses().delete(id);
  return [...pauses().keys()];
}

/** `left`: the reset that couldn't go on. */
async function tryBatch(ctx: Context, passedOver: readonly string[]): Promise<"done" | "none" | { left: string }> {
  let reset: Reset | undefined;
  try {
    await ctx.db.sql.begin(async (tx) => {
      reset = await takeReset(tx, passedOver);
      if (reset) await runBatch(tx, reset);
    });
    return reset ? "done" : "none";
  } catch (error) {
    if (!reset) throw error;
    const { id, merchantId } = reset;
    if (!isLockHeld(error)) {
      log().error({ err: error, resetId: id, merchantId }, "a sandbox reset failed and is tried again");
      pauses().set(id, performance.now() + PAUSE_MS);
    }
    return { left: id };
  }
}

function isLockHeld(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === "55P03" || code === "40P01";
}

async function takeReset(tx: Transaction, passedOver: readonly string[]): Promise<Reset | undefined> {
  await tx`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`;
  const [reset] = await tx<Reset[]>`
    select id, merchant_id as "merchantId", requested_by as "requestedBy", address, payments, transfers, events, deliveries,
           requests, shifts, requested_at::text as until
      from sandbox_resets where finished_at is null and id <> all(${[...passedOver]}::uuid[])
     order by requested_at limit 1 for update skip locked`;
  return reset;
}

async function runBatch(tx: Transaction, reset: Reset): Promise<void> {
  await tx`select set_config('till.sandbox_reset', ${reset.merchantId}, true)`;
  const deleted = (await deletePayments(tx, reset)) ?? (await deleteOthers(tx, reset));
  if (deleted) await addCounts(tx, reset, deleted);
  else await finish(tx, reset);
}

/** Payments with all that belongs to them; null when none is left. */
async function deletePayments(tx: Transaction, { merchantId, until }: Reset): Promise<Deleted | null> {
  const locked = await tx<{ id: string }[]>`
    select id from payment_intents
     where merchant_id = ${merchantId} and id = any(array(
             select i.id from payment_intents i
              where i.merchant_id = ${merchantId} and i.environment = 'sandbox' and i.created_at <= ${until}::timestamptz
                and i.terminal_id in (select t.id from terminals t where t.merchant_id = ${merchantId})
              limit ${PAYMENTS}))
     order by id for update`;
  if (locked.length === 0) return null;
  const ids = locked.map(({ id }) => id);
  await tx`
    delete from idempotency_keys
     where terminal_id in (select t.id from terminals t where t.merchant_id = ${merchantId} union all select ${merchantId})
       and environment = 'sandbox' and intent_id = any(${ids}::uuid[])`;
  await deleteLines(tx, merchantId, ids);
  await tx`delete from payment_notes where merchant_id = ${merchantId} and intent_id = any(${ids}::uuid[])`;
  await tx`delete from refund_addresses where merchant_id = ${merchantId} and payment_intent_id = any(${ids}::uuid[])`;
  await tx`
    delete from refunds r
     where r.merchant_id = ${merchantId} and (r.intent_id = any(${ids}::uuid[]) or r.item_id in (
             select n.id from attention_items n
              where n.merchant_id = ${merchantId} and n.rest_intent_id = any(${ids}::uuid[])))`;
  await tx`
    delete from attention_items
     where merchant_id = ${merchantId} and (intent_id = any(${ids}::uuid[]) or rest_intent_id = any(${ids}::uuid[]))`;
  const transfers =
    await tx`delete from transfers where merchant_id = ${merchantId} and intent_id = any(${ids}::uuid[])`;
  const deliveries = await tx`
    delete from webhook_deliveries d using events e
     where e.merchant_id = ${merchantId} and e.intent_id = any(${ids}::uuid[]) and d.event_id = e.id`;
  const events = await tx`delete from events where merchant_id = ${merchantId} and intent_id = any(${ids}::uuid[])`;
  const payments = await tx`delete from payment_intents where merchant_id = ${merchantId} and id = any(${ids}::uuid[])`;
  return {
    payments: payments.count,
    transfers: transfers.count,
    events: events.count,
    deliveries: deliveries.count,
  };
}

/**
 * What is booked of the payments. Holds the books until they are gone, so that no engine books them meanwhile; an
 * engine that holds the books waits for nothing that a reset has.
 */
async function deleteLines(tx: Transaction, merchantId: string, ids: string[]): Promise<void> {
  await tx`insert into books (merchant_id, environment) values (${merchantId}, 'sandbox') on conflict do nothing`;
  await tx`select from books where merchant_id = ${merchantId} and environment = 'sandbox' for no key update`;
  await tx`
    delete from book_lines
     where merchant_id = ${merchantId} and environment = 'sandbox' and source_id in (
       select id from transfers where merchant_id = ${merchantId} and intent_id = any(${ids}::uuid[])
       union all
       select id from refunds where merchant_id = ${merchantId} and intent_id = any(${ids}::uuid[]))`;
}

/** Entries of the request log, and test events of endpoints; null when none is left. */
async function deleteOthers(tx: Transaction, { merchantId, until }: Reset): Promise<Deleted | null> {
  const requests = await tx`
    delete from api_requests where merchant_id = ${merchantId} and id = any(array(
      select id from api_requests
       where merchant_id = ${merchantId} and environment = 'sandbox' and created_at <= ${until}::timestamptz
       order by created_at, id limit ${ROWS}))`;
  if (requests.count > 0) return { requests: requests.count };
  const tests = await tx<{ id: string }[]>`
    select id from events
     where merchant_id = ${merchantId} and environment = 'sandbox' and intent_id is null
       and created_at <= ${until}::timestamptz
     limit ${ROWS}`;
  if (tests.length === 0) return null;
  const ids = tests.map(({ id }) => id);
  const deliveries = await tx`
    delete from webhook_deliveries d using events e
     where e.merchant_id = ${merchantId} and e.id = any(${ids}::uuid[]) and d.event_id = e.id`;
  const events = await tx`delete from events where merchant_id = ${merchantId} and id = any(${ids}::uuid[])`;
  return { events: events.count, deliveries: deliveries.count };
}

function addCounts(tx: Transaction, { id, merchantId }: Reset, deleted: Deleted) {
  const { payments = 0, transfers = 0, events = 0, deliveries = 0, requests = 0 } = deleted;
  return tx`
    update sandbox_resets
       set payments = payments + ${payments}, transfers = transfers + ${transfers}, events = events + ${events},
           deliveries = deliveries + ${deliveries}, requests = requests + ${requests}
     where id = ${id} and merchant_id = ${merchantId}`;
}

async function finish(tx: Transaction, reset: Reset): Promise<void> {
  const { id, merchantId, requestedBy, address, payments, transfers, events, deliveries, requests, shifts } = reset;
  await tx`
    update sandbox_resets set finished_at = clock_timestamp() where id = ${id} and merchant_id = ${merchantId}`;
  await recordAudit(tx, {
    merchantId,
    actor: { type: "user", userId: requestedBy, address },
    action: "sandbox.reset",
    targetType: "merchant",
    targetId: merchantId,
    after: { payments, transfers, events, deliveries, requests, shifts },
  });
}
