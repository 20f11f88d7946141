import { and, asc, eq, sql as fragment, gt, isNull, or } from "drizzle-orm";
import { apiKeys, deviceLinks, restrictedKeys, shifts, terminals } from "@/drizzle/schema";
import type { AuditValues, MerchantAction } from "@/lib/base/audit/actions";
import { recordAudit } from "@/lib/base/audit/record";
import type { MemberContext } from "@/lib/base/context/context";
import { orm, type Transaction } from "@/lib/base/db/client";
import { conflict } from "@/lib/base/values/errors";
import { forgetTerminalKeys } from "@/lib/business/keys/forget";
import { hasNotEnded } from "@/lib/business/keys/restricted-where";
import { lockTerminal } from "@/lib/business/terminals/lock";
import type { TerminalId } from "@/lib/business/terminals/schemas";

/**
 * Archives a terminal: its keys, restricted ones too, and devices, in both environments, stop working immediately and
 * for good. Its pending payments can still be paid, and reports keep it. Does nothing to an archived terminal. Errors:
 * `not_found`, `conflict` while a shift is open, since only the keypad of an active terminal can close it.
 */
export async function archiveTerminal(ctx: MemberContext, { terminalId }: TerminalId): Promise<void> {
  await ctx.db.sql.begin(async (tx) => {
    if (!(await lockTerminal(tx, ctx, terminalId)).active) return;
    await requireNoShift(tx, ctx, terminalId);
    await orm(tx)
      .update(terminals)
      .set({ archivedAt: fragment`now()` })
      .where(and(eq(terminals.id, terminalId), eq(terminals.merchantId, ctx.merchantId)));
    // a process that still caches a key checks its end again when it writes; by the moment after the lock, since keys
    // may have ended or been issued while this waited
    const keys = await orm(tx)
      .update(apiKeys)
      .set({ endsAt: fragment`clock_timestamp()` })
      .where(
        and(
          eq(apiKeys.terminalId, terminalId),
          eq(apiKeys.merchantId, ctx.merchantId),
          or(isNull(apiKeys.endsAt), gt(apiKeys.endsAt, fragment`clock_timestamp()`)),
        ),
      )
      .returning({ id: apiKeys.id });
    const restricted = await orm(tx)
      .update(restrictedKeys)
      .set({ endsAt: fragment`clock_timestamp()` })
      .where(
        and(eq(restrictedKeys.merchantId, ctx.merchantId), eq(restrictedKeys.terminalId, terminalId), hasNotEnded()),
      )
      .returning({ id: restrictedKeys.id });
    const devices = await orm(tx)
      .update(deviceLinks)
      .set({ revokedAt: fragment`now()` })
      .where(
        and(
          eq(deviceLinks.terminalId, terminalId),
          eq(deviceLinks.merchantId, ctx.merchantId),
          isNull(deviceLinks.revokedAt),
          gt(deviceLinks.expiresAt, fragment`now()`),
        ),
      )
      .returning({ id: deviceLinks.id });
    await audit(tx, ctx, "terminal.archived", terminalId, {
      keysEnded: keys.length + restricted.length,
      devicesRevoked: devices.length,
    });
  });
  await forgetTerminalKeys(ctx, terminalId);
}

/** With the terminal locked, so that no shift opens meanwhile. */
async function requireNoShift(tx: Transaction, { merchantId }: MemberContext, terminalId: string): Promise<void> {
  const open = await orm(tx)
    .select({ environment: shifts.environment })
    .from(shifts)
    .where(and(eq(shifts.merchantId, merchantId), eq(shifts.terminalId, terminalId), isNull(shifts.closedAt)))
    .orderBy(asc(shifts.environment));
  if (open.length === 0) return;
  const where = open.map(({ environment }) => (environment === "live" ? "live" : "the sandbox")).join(" and in ");
  throw conflict(
    `A shift is still open in ${where}. Close it at this terminal's keypad, under Takings, then archive the terminal.`,
  );
}

/** Restores an archived terminal without its keys and devices; new ones have to be issued. Error: `not_found`. */
export async function restoreTerminal(ctx: MemberContext, { terminalId }: TerminalId): Promise<void> {
  await ctx.db.sql.begin(async (tx) => {
    if ((await lockTerminal(tx, ctx, terminalId)).active) return;
    await orm(tx)
      .update(terminals)
      .set({ archivedAt: null })
      .where(and(eq(terminals.id, terminalId), eq(terminals.merchantId, ctx.merchantId)));
    await audit(tx, ctx, "terminal.restored", terminalId);
  });
}

function audit(tx: Transaction, ctx: MemberContext, action: MerchantAction, targetId: string, after?: AuditValues) {
  const { merchantId, actor } = ctx;
  return recordAudit(tx, { merchantId, actor, action, targetType: "terminal", targetId, after });
}
