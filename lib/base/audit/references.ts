import type { paymentIntents, terminals } from "@/drizzle/schema";
import type { AuditField } from "@/lib/base/audit/actions";
import type { MemberContext } from "@/lib/base/context/context";
import { displayAmount } from "@/lib/base/values/money";

type Values = Record<string, unknown> | null;
type Entry = { before: Values; after: Values };
type Terminal = Pick<typeof terminals.$inferSelect, "id" | "name">;
type Payment = Pick<typeof paymentIntents.$inferSelect, "id" | "amountMicros" | "reference">;

const TERMINALS: AuditField[] = ["terminalId", "terminals"];
const PAYMENTS: AuditField[] = ["intentId", "restIntentId"];

/** The names of the terminals and payments that entries refer to in `before` and `after`, by ID. */
export async function nameReferences(
  ctx: MemberContext,
  entries: readonly Entry[],
): Promise<Readonly<Record<string, string>>> {
  const [found, paid] = await Promise.all([
    selectTerminals(ctx, idsIn(entries, TERMINALS)),
    selectPayments(ctx, idsIn(entries, PAYMENTS)),
  ]);
  return Object.fromEntries([
    ...found.map(({ id, name }) => [id, name]),
    ...paid.map(({ id, amountMicros, reference }) => [id, nameIntent(amountMicros, reference)]),
  ]);
}

/** `12.50 USDT · order 7`, or the amount alone. */
function nameIntent(amountMicros: bigint, reference: string | null): string {
  const amount = `${displayAmount(amountMicros)}\u00a0USDT`;
  return reference ? `${amount} · ${reference}` : amount;
}

function idsIn(entries: readonly Entry[], fields: AuditField[]): string[] {
  const values = entries.flatMap(({ before, after }) => fields.flatMap((name) => [before?.[name], after?.[name]]));
  return [...new Set(values.flat().filter((value): value is string => typeof value === "string"))];
}

async function selectTerminals({ db: { sql }, merchantId }: MemberContext, ids: string[]): Promise<Terminal[]> {
  if (ids.length === 0) return [];
  return sql<Terminal[]>`select id, name from terminals where merchant_id = ${merchantId} and id = any(${ids}::uuid[])`;
}

async function selectPayments({ db: { sql }, merchantId }: MemberContext, ids: string[]): Promise<Payment[]> {
  if (ids.length === 0) return [];
  return sql<Payment[]>`
    select id, amount_micros as "amountMicros", reference from payment_intents
     where merchant_id = ${merchantId} and id = any(${ids}::uuid[])`;
}
