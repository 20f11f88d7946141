import { recordAudit } from "@/lib/audit/record";
import type { MemberContext } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import { forgetTerminalKeys } from "@/lib/keys/forget";
import type { TerminalId } from "@/lib/terminals/schemas";
import { visibleTerminals } from "@/lib/terminals/visible";

/**
 * Archives a terminal: its keys and devices, in both environments, stop working immediately and for good. Its pending
 * payments can still be paid, and reports keep it. Does nothing to an archived terminal. Error: `not_found`.
 */
export async function archiveTerminal(ctx: MemberContext, { terminalId }: TerminalId): Promise<void> {
  await ctx.db.sql.begin(async (tx) => {
    if (!(await lockTerminal(tx, ctx, terminalId)).active) return;
    await tx`update terminals set archived_at = now() where id = ${terminalId} and merchant_id = ${ctx.merchantId}`;
    // a process that still caches a key checks its end again when it writes
    const keys = await tx`
      update api_keys set ends_at = now()
       where terminal_id = ${terminalId} and merchant_id = ${ctx.merchantId} and (ends_at is null or ends_at > now())`;
    const devices = await tx`
      update device_links set revoked_at = now()
       where terminal_id = ${terminalId} and merchant_id = ${ctx.merchantId} and revoked_at is null
         and expires_at > now()`;
    await audit(tx, ctx, "terminal.archived", terminalId, { keysEnded: keys.count, devicesRevoked: devices.count });
  });
  await forgetTerminalKeys(ctx, terminalId);
}

/** Restores an archived terminal without its keys and devices; new ones have to be issued. Error: `not_found`. */
export async function restoreTerminal(ctx: MemberContext, { terminalId }: TerminalId): Promise<void> {
  await ctx.db.sql.begin(async (tx) => {
    if ((await lockTerminal(tx, ctx, terminalId)).active) return;
    await tx`update terminals set archived_at = null where id = ${terminalId} and merchant_id = ${ctx.merchantId}`;
    await audit(tx, ctx, "terminal.restored", terminalId);
  });
}

async function lockTerminal(tx: Transaction, ctx: MemberContext, id: string): Promise<{ active: boolean }> {
  const [terminal] = await tx<{ active: boolean }[]>`
    select archived_at is null as active from terminals
     where id = ${id} and merchant_id = ${ctx.merchantId} and ${visibleTerminals(ctx, "id")} for no key update`;
  if (!terminal) throw notFound("terminal");
  return terminal;
}

function audit(tx: Transaction, ctx: MemberContext, action: string, targetId: string, after?: Record<string, unknown>) {
  const { merchantId, actor } = ctx;
  return recordAudit(tx, { merchantId, actor, action, targetType: "terminal", targetId, after });
}
