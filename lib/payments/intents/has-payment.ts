import type { MemberContext } from "@/lib/base/context/context";
import { visibleTerminals } from "@/lib/base/context/visible-terminals";

/** Whether the environment has a payment that the member may see. */
export async function hasPayment(ctx: MemberContext): Promise<boolean> {
  const { sql } = ctx.db;
  const [row] = await sql<[{ found: boolean }]>`
    select exists (
      select from terminals t
        join payment_intents i on i.merchant_id = t.merchant_id and i.terminal_id = t.id
         and i.environment = ${ctx.environment}
       where t.merchant_id = ${ctx.merchantId} and ${visibleTerminals(ctx, "t.id")}) as found`;
  return row.found;
}
