import { randomUUID } from "node:crypto";
import { and, eq, sql as fragment, isNull } from "drizzle-orm";
import { merchants, terminals } from "@/drizzle/schema";
import type { Context } from "@/lib/base/context/context";
import { insertIntent } from "@/lib/payments/intents/insert";
import { planIntent } from "@/lib/payments/intents/plan";
import { type CreatedIntent, DEMO_DELAY_MS } from "@/lib/payments/intents/present";

/** Creates an intent of the demo merchant that pays itself six seconds later. The service chooses the amount. */
export async function createDemoIntent(ctx: Context): Promise<CreatedIntent> {
  const [terminal] = await ctx.db.orm
    .select({
      id: terminals.id,
      merchantId: terminals.merchantId,
      name: terminals.name,
      intentLifeSeconds: terminals.intentLifeSeconds,
    })
    .from(terminals)
    .innerJoin(merchants, eq(merchants.id, terminals.merchantId))
    .where(and(fragment`${merchants.isDemo}`, isNull(terminals.archivedAt)))
    .orderBy(terminals.createdAt)
    .limit(1);
  if (!terminal) throw new Error("the demo merchant is missing; start the service once to seed it");
  const intent = planIntent(ctx.settings, {
    id: randomUUID(),
    merchantId: terminal.merchantId,
    terminalId: terminal.id,
    environment: "sandbox",
    amountMicros: demoAmountMicros(),
    lifeSeconds: terminal.intentLifeSeconds,
    autoCompleteMs: DEMO_DELAY_MS,
  });
  const inserted = await insertIntent(ctx, intent);
  if (inserted.outcome !== "created") throw new Error(`a demo intent was not created: ${inserted.outcome}`);
  return { ...intent, quote: null, terminalName: terminal.name, expiresAt: inserted.expiresAt };
}

/** Between 1.00 and 24.99 USDT. */
function demoAmountMicros(): bigint {
  return BigInt(100 + Math.floor(Math.random() * 2_400)) * 10_000n;
}
