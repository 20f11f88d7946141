import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { terminals } from "@/drizzle/schema";
import { recordAudit } from "@/lib/audit/record";
import type { MemberContext } from "@/lib/context";
import { DomainError, notFound } from "@/lib/errors";
import { insertPlanned, planIntent } from "@/lib/intents/insert-statement";
import { visibleTerminals } from "@/lib/terminals/visible";

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
  const { sql } = ctx.db;
  const [terminal] = await sql<Pick<typeof terminals.$inferSelect, "id" | "intentLifeSeconds">[]>`
    select id, intent_life_seconds as "intentLifeSeconds" from terminals
     where merchant_id = ${ctx.merchantId} and archived_at is null and ${visibleTerminals(ctx, "id")}
       and (${input.terminal ?? null}::uuid is null or id = ${input.terminal ?? null})
     order by created_at, id limit 1`;
  if (!terminal) throw notFound("terminal");
  return sql.begin(async (tx) => {
    const [clock] = await tx<[{ now: Date }]>`select clock_timestamp() as now`;
    const id = randomUUID();
    const planned = planIntent(
      {
        ...{ id, eventId: randomUUID(), keyId: null, merchantId: ctx.merchantId, terminalId: terminal.id },
        ...{
          environment: "sandbox",
          amountMicros: AMOUNT_MICROS,
          lifeSeconds: terminal.intentLifeSeconds,
          autoCompleteMs: null,
        },
        ...{ reference: "test-payment", metadata: null, successUrl: null, cancelUrl: null, idempotency: null },
      },
      clock.now,
    );
    await insertPlanned(tx, [planned]);
    await recordAudit(tx, {
      ...{ merchantId: ctx.merchantId, actor: ctx.actor },
      ...{ action: "intent.test_created", targetType: "intent", targetId: id },
    });
    return { id, expiresAt: planned.expiresAt };
  });
}
