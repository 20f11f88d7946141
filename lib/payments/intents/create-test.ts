import { randomUUID } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { terminals } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import type { MemberContext } from "@/lib/base/context/context";
import { isVisibleTerminal } from "@/lib/base/context/visible-terminals";
import { requireRow } from "@/lib/base/db/require-row";
import { DomainError, notFound } from "@/lib/base/values/errors";
import { planIntent } from "@/lib/payments/intents/plan";
import { writeIntents } from "@/lib/payments/intents/write";

export const TestPaymentInput = z.object({
  /** default: the first terminal that the member may see */
  terminal: z.guid().optional(),
});

const AMOUNT_MICROS = 12_500_000n;

/**
 * Creates a sandbox payment of 12.50 USDT, as a server would; it is recorded in the audit log.
 * Errors: `not_found` for a terminal that the member does not see or that is archived, `invalid_transition` in live.
 */
export async function createTestPayment(ctx: MemberContext, input: z.output<typeof TestPaymentInput>) {
  if (ctx.environment !== "sandbox") {
    throw new DomainError(
      "invalid_transition",
      "Test payments are only available in the sandbox. Switch to the sandbox and try again.",
    );
  }
  const { sql, orm } = ctx.db;
  const [terminal] = await orm
    .select({ id: terminals.id, intentLifeSeconds: terminals.intentLifeSeconds })
    .from(terminals)
    .where(
      and(
        eq(terminals.merchantId, ctx.merchantId),
        isNull(terminals.archivedAt),
        isVisibleTerminal(ctx, terminals.id),
        input.terminal ? eq(terminals.id, input.terminal) : undefined,
      ),
    )
    .orderBy(terminals.createdAt, terminals.id)
    .limit(1);
  if (!terminal) throw notFound("terminal");
  return sql.begin(async (tx) => {
    const id = randomUUID();
    const intent = planIntent(ctx.settings, {
      id,
      merchantId: ctx.merchantId,
      terminalId: terminal.id,
      environment: "sandbox",
      amountMicros: AMOUNT_MICROS,
      lifeSeconds: terminal.intentLifeSeconds,
      reference: "test-payment",
    });
    const written = requireRow(await writeIntents(tx, [{ intent, receiveAddress: null, at: null }]));
    if (written.outcome !== "created") throw new Error(`a test payment was not created: ${written.outcome}`);
    await recordAudit(tx, {
      merchantId: ctx.merchantId,
      actor: ctx.actor,
      action: "intent.test_created",
      targetType: "intent",
      targetId: id,
    });
    return { id, expiresAt: written.expiresAt };
  });
}
