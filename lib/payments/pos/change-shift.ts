import { and, desc, eq, sql as fragment, isNull } from "drizzle-orm";
import { z } from "zod";
import { shifts, terminals } from "@/drizzle/schema";
import type { AuditValues, MerchantAction } from "@/lib/base/audit/actions";
import { recordAudit } from "@/lib/base/audit/record";
import { orm, type Transaction } from "@/lib/base/db/client";
import { requireRow } from "@/lib/base/db/require-row";
import { conflict, DomainError } from "@/lib/base/values/errors";
import type { PosContext } from "@/lib/payments/pos/context";
import { refundedBefore } from "@/lib/payments/pos/shift-refunds";
import { terminalTotals } from "@/lib/payments/pos/shift-totals";
import { requireNoReset } from "@/lib/payments/sandbox/require-sandbox";

export const ChangeShiftInput = z.discriminatedUnion("change", [
  z.object({ change: z.literal("open") }),
  /** the number that the keypad shows, so that no one closes a shift they haven't seen */
  z.object({ change: z.literal("close"), number: z.int().positive() }),
]);
export type ChangeShiftInput = z.output<typeof ChangeShiftInput>;

/**
 * Opens the terminal's next shift, or closes its open one for good with what was paid, expired, cancelled and refunded
 * meanwhile; both are in the audit log. Errors: `invalid_transition` when a shift is open already, another one than the
 * given is, or the sandbox is being reset, `conflict` when one is to be opened at a terminal that was archived
 * meanwhile.
 */
export async function changeShift(ctx: PosContext, input: ChangeShiftInput): Promise<{ number: number }> {
  return ctx.db.sql.begin(async (tx) => {
    const isArchived = await lockTerminal(tx, ctx);
    await requireNoReset(tx, ctx);
    if (isArchived && input.change === "open") throw conflict(ARCHIVED);
    const number = input.change === "open" ? await open(tx, ctx) : await close(tx, ctx, input.number);
    return { number };
  });
}

const ARCHIVED = "This terminal is archived. Restore it to open a shift.";

/** One change at a time, so that numbers have no gaps. Returns whether the terminal is archived. */
async function lockTerminal(tx: Transaction, { merchantId, terminalId }: PosContext): Promise<boolean> {
  const [terminal] = await orm(tx)
    .select({ archivedAt: terminals.archivedAt })
    .from(terminals)
    .where(and(eq(terminals.id, terminalId), eq(terminals.merchantId, merchantId)))
    .for("no key update");
  return terminal?.archivedAt !== null;
}

async function open(tx: Transaction, ctx: PosContext): Promise<number> {
  const [last] = await orm(tx)
    .select({ number: shifts.number, closedAt: shifts.closedAt })
    .from(shifts)
    .where(ofKeypad(ctx))
    .orderBy(desc(shifts.number))
    .limit(1);
  if (last?.closedAt === null) {
    throw new DomainError("invalid_transition", `Shift ${last.number} is already open. Close it first.`);
  }
  const totals = await terminalTotals(tx, ctx);
  const { merchantId, terminalId, environment, chargedBy } = ctx;
  const inserted = await orm(tx)
    .insert(shifts)
    .values({
      merchantId,
      terminalId,
      environment,
      number: (last?.number ?? 0) + 1,
      openedBy: chargedBy,
      // after the lock, and so after the last closing
      openedAt: fragment`clock_timestamp()`,
      paidCountBefore: totals.paidCount,
      paidMicrosBefore: totals.paidMicros,
      tipMicrosBefore: totals.tipMicros,
      expiredCountBefore: totals.expiredCount,
      cancelledCountBefore: totals.cancelledCount,
    })
    .returning({ id: shifts.id, number: shifts.number });
  const { id, number } = requireRow(inserted);
  await record(tx, ctx, "shift.opened", id, {
    terminalId,
    shift: number,
    refundsCountBefore: String(totals.refundsCount),
    refundedMicrosBefore: String(totals.refundedMicros),
  });
  return number;
}

async function close(tx: Transaction, ctx: PosContext, number: number): Promise<number> {
  const [shift] = await orm(tx)
    .select()
    .from(shifts)
    .where(and(ofKeypad(ctx), eq(shifts.number, number), isNull(shifts.closedAt)));
  if (!shift) throw new DomainError("invalid_transition", `Shift ${number} isn't open any more.`);
  const totals = await terminalTotals(tx, ctx);
  const before = await refundedBefore(tx, shift);
  const closed = {
    paidCount: totals.paidCount - shift.paidCountBefore,
    paidMicros: totals.paidMicros - shift.paidMicrosBefore,
    tipMicros: totals.tipMicros - shift.tipMicrosBefore,
    expiredCount: totals.expiredCount - shift.expiredCountBefore,
    cancelledCount: totals.cancelledCount - shift.cancelledCountBefore,
    pendingCount: totals.pendingCount,
    pendingMicros: totals.pendingMicros,
  };
  await orm(tx)
    .update(shifts)
    .set({ ...closed, closedAt: fragment`clock_timestamp()`, closedBy: ctx.chargedBy })
    .where(and(eq(shifts.id, shift.id), eq(shifts.merchantId, ctx.merchantId)));
  const { paidCount, paidMicros } = closed;
  await record(tx, ctx, "shift.closed", shift.id, {
    terminalId: ctx.terminalId,
    shift: number,
    paidCount: String(paidCount),
    paidMicros: String(paidMicros),
    ...(before && {
      refundsCount: String(totals.refundsCount - before.count),
      refundedMicros: String(totals.refundedMicros - before.micros),
    }),
  });
  return number;
}

function ofKeypad({ merchantId, terminalId, environment }: PosContext) {
  return and(eq(shifts.merchantId, merchantId), eq(shifts.terminalId, terminalId), eq(shifts.environment, environment));
}

function record(tx: Transaction, ctx: PosContext, action: MerchantAction, targetId: string, after: AuditValues) {
  return recordAudit(tx, {
    merchantId: ctx.merchantId,
    actor: ctx.actor,
    action,
    targetType: "shift",
    targetId,
    after,
  });
}
