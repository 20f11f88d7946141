import { eq } from "drizzle-orm";
import { merchants } from "@/drizzle/schema";
import { orm, type Transaction } from "@/lib/base/db/client";
import { notFound } from "@/lib/base/values/errors";

/** Lets one change of a merchant go on at a time, so that each reads what the one before left. Error: `not_found`. */
export async function lockMerchant(tx: Transaction, merchantId: string): Promise<void> {
  const [merchant] = await orm(tx)
    .select({ id: merchants.id })
    .from(merchants)
    .where(eq(merchants.id, merchantId))
    .for("no key update");
  if (!merchant) throw notFound("merchant");
}
