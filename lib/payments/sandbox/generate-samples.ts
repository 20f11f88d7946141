import { randomBytes, randomInt, randomUUID } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { shifts, terminals } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import type { MemberContext } from "@/lib/base/context/context";
import { orm, type Transaction } from "@/lib/base/db/client";
import { DomainError } from "@/lib/base/values/errors";
import { findMerchantCurrency } from "@/lib/business/merchants/currency";
import { endSamples } from "@/lib/payments/intents/transition";
import { findRate } from "@/lib/payments/prices/find-rate";
import { lockTerminals, requireNoReset, requireSandbox } from "@/lib/payments/sandbox/require-sandbox";
import { planSamples, type SamplePayment, type SampleRate } from "@/lib/payments/sandbox/sample-plan";

const MAX_SEED = 2 ** 31 - 1;

export const GenerateSamplesInput = z.object({
  /** the same seed gives the same payments on the same day; default: by chance */
  seed: z.int().min(0).max(MAX_SEED).optional(),
});

/**
 * Writes a month of ended sandbox payments with their simulated transfers for the merchant's terminals, in one
 * transaction and under the triggers and constraints of all payments. Most are priced in the business's currency, if it
 * has one with a current rate. It emits no events, so no webhooks are sent. Returns how many. Errors:
 * `invalid_transition` in live, without a terminal, with an open shift, and while the sandbox is being reset.
 */
export async function generateSamples(
  ctx: MemberContext,
  { seed = randomInt(MAX_SEED) }: z.output<typeof GenerateSamplesInput>,
): Promise<{ payments: number }> {
  requireSandbox(ctx);
  const rate = await findSampleRate(ctx);
  return ctx.db.sql.begin(async (tx) => {
    const locked = await lockTerminals(tx, ctx);
    await requireNoReset(tx, ctx);
    await requireNoShift(tx, ctx);
    const open = locked.filter(({ archivedAt }) => archivedAt === null);
    if (open.length === 0) {
      throw new DomainError("invalid_transition", "There is no terminal to take payments. Create one and try again.");
    }
    const [clock] = await tx<[{ now: Date }]>`select now()`;
    const planned = planSamples(open, seed, clock.now, rate).map((payment) => withIds(payment));
    await insertPending(tx, ctx, planned);
    await insertTransfers(tx, ctx, planned);
    await endSamples(tx, ctx.merchantId, planned);
    await recordAudit(tx, {
      merchantId: ctx.merchantId,
      actor: ctx.actor,
      action: "sandbox.samples_generated",
      targetType: "merchant",
      targetId: ctx.merchantId,
      after: { payments: planned.length },
    });
    return { payments: planned.length };
  });
}

async function findSampleRate({ db, merchantId }: MemberContext): Promise<SampleRate | null> {
  const currency = await findMerchantCurrency(db, merchantId);
  const rate = currency && (await findRate(db, { merchantId, currency }));
  return currency && rate && typeof rate === "object" ? { currency, ...rate } : null;
}

/**
 * A shift's report is the difference of two totals, so payments of earlier days must not come between them. Archived
 * terminals get none of these payments.
 */
async function requireNoShift(tx: Transaction, { merchantId }: MemberContext): Promise<void> {
  const [shift] = await orm(tx)
    .select({ terminal: terminals.name })
    .from(shifts)
    .innerJoin(terminals, and(eq(terminals.id, shifts.terminalId), eq(terminals.merchantId, shifts.merchantId)))
    .where(
      and(
        eq(shifts.merchantId, merchantId),
        eq(shifts.environment, "sandbox"),
        isNull(shifts.closedAt),
        isNull(terminals.archivedAt),
      ),
    )
    .limit(1);
  if (!shift) return;
  throw new DomainError(
    "invalid_transition",
    `A shift is open at ${shift.terminal}. Close it first, so that these payments aren't in its report.`,
  );
}

type Planned = ReturnType<typeof withIds>;

function withIds({ transfers, ...payment }: SamplePayment) {
  const identified = transfers.map((transfer) => ({
    ...transfer,
    id: randomUUID(),
    txHash: randomBytes(32).toString("hex"),
  }));
  const completing = identified.find(({ completes }) => completes);
  return { ...payment, id: randomUUID(), transfers: identified, transferId: completing?.id ?? null };
}

function insertPending(tx: Transaction, { merchantId }: MemberContext, planned: Planned[]) {
  const list = <T>(pick: (one: Planned) => T) => planned.map(pick);
  return tx`
    insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, tolerance_micros, reference,
                                 metadata, created_at, expires_at, price_currency, price_minor, price_rate,
                                 price_source, price_spread_bps)
    select id, ${merchantId}, terminal, 'sandbox', amount, tolerance, reference, metadata::jsonb, created, expires,
           currency, minor, rate, source, spread
      from unnest(${list((p) => p.id)}::uuid[], ${list((p) => p.terminalId)}::uuid[],
                  ${list((p) => String(p.amountMicros))}::bigint[], ${list((p) => String(p.toleranceMicros))}::bigint[],
                  ${list((p) => p.reference)}::text[], ${list((p) => JSON.stringify(p.metadata))}::text[],
                  ${list((p) => p.createdAt.toISOString())}::timestamptz[],
                  ${list((p) => p.expiresAt.toISOString())}::timestamptz[],
                  ${list((p) => p.quote?.currency ?? null)}::text[],
                  ${list((p) => (p.quote ? String(p.quote.minor) : null))}::bigint[],
                  ${list((p) => p.quote?.rate ?? null)}::text[], ${list((p) => p.quote?.source ?? null)}::text[],
                  ${list((p) => p.quote?.spreadBps ?? null)}::smallint[])
           as p(id, terminal, amount, tolerance, reference, metadata, created, expires, currency, minor, rate, source, spread)`;
}

/** Recorded at the time they arrived, as those of a payment that is simulated. */
function insertTransfers(tx: Transaction, { merchantId }: MemberContext, planned: Planned[]) {
  const transfers = planned.flatMap((payment) => payment.transfers.map((one) => ({ ...one, intentId: payment.id })));
  const list = <T>(pick: (one: (typeof transfers)[number]) => T) => transfers.map(pick);
  return tx`
    insert into transfers (id, merchant_id, intent_id, network, tx_hash, log_index, amount_micros, occurred_at, created_at,
                           counted)
    select id, ${merchantId}, intent, 'sandbox', tx_hash, 0, amount, occurred, occurred, counted::boolean
      from unnest(${list((t) => t.id)}::uuid[], ${list((t) => t.intentId)}::uuid[], ${list((t) => t.txHash)}::text[],
                  ${list((t) => String(t.amountMicros))}::bigint[],
                  ${list((t) => t.occurredAt.toISOString())}::timestamptz[], ${list((t) => String(t.counted))}::text[])
           as t(id, intent, tx_hash, amount, occurred, counted)`;
}
