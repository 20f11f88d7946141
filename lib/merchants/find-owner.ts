import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";

type Owned = "terminal" | "endpoint" | "delivery";

/** The merchant that a terminal, endpoint or delivery belongs to, for the operator's commands. Error: `not_found`. */
export async function findOwner(ctx: Context, what: Owned, id: string): Promise<string> {
  const { sql } = ctx.db;
  const source = {
    terminal: sql`select merchant_id from terminals where id = ${id}`,
    endpoint: sql`select merchant_id from webhook_endpoints where id = ${id}`,
    delivery: sql`
      select p.merchant_id from webhook_deliveries d join webhook_endpoints p on p.id = d.endpoint_id where d.id = ${id}`,
  }[what];
  const [owner] = await sql<{ merchant_id: string }[]>`${source}`;
  if (!owner) throw notFound(what);
  return owner.merchant_id;
}
