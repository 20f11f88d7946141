import type { merchants, paymentIntents, terminals } from "@/drizzle/schema";
import type { Context, Environment } from "@/lib/base/context/context";
import { batchById } from "@/lib/base/db/batch";
import type { Database } from "@/lib/base/db/client";
import { notFound } from "@/lib/base/values/errors";
import { sightedColumns, sightingsOf } from "@/lib/payments/page/get-progress";
import type { PriceColumns } from "@/lib/payments/page/price";
import type { ProgressFacts } from "@/lib/payments/page/progress";

/** Everything needed to pay an intent from any wallet. */
export type Instructions = ProgressFacts &
  PriceColumns &
  Pick<typeof paymentIntents.$inferSelect, "id" | "reference" | "receiveAddress" | "expiresAt"> & {
    environment: Environment;
    merchantName: (typeof merchants.$inferSelect)["name"];
    terminalName: (typeof terminals.$inferSelect)["name"];
  };

/** The committed state, pending or ended. Concurrent callers share a query. Error: `not_found`. */
export async function getInstructions(ctx: Context, id: string): Promise<Instructions> {
  const found = await loader(ctx.db)(id.toLowerCase());
  if (!found) throw notFound("intent");
  return found;
}

const loader = batchById("intents.instructions", (db, ids) => selectInstructions(db, ids));

function selectInstructions({ sql }: Database, ids: string[]) {
  return sql<Instructions[]>`
    select i.id, i.status, i.environment, i.amount_micros as "amountMicros", i.tolerance_micros as "toleranceMicros",
           i.received_micros as "receivedMicros", i.uncounted_micros as "uncountedMicros", i.reference,
           i.price_currency as "priceCurrency", i.price_minor as "priceMinor",
           i.receive_address as "receiveAddress", i.expires_at as "expiresAt",
           extract(epoch from i.expires_at - now())::float8 as "secondsLeft", ${sightedColumns(sql)},
           m.name as "merchantName", t.name as "terminalName"
      from payment_intents i
      join merchants m on m.id = i.merchant_id
      join terminals t on t.id = i.terminal_id ${sightingsOf(sql)}
     where i.id = any(${ids}::uuid[])`;
}
