import { sql as fragment } from "drizzle-orm";
import { merchants, terminals } from "@/drizzle/schema";
import type { Context } from "@/lib/base/context/context";
import { orm } from "@/lib/base/db/client";

/** Creates the merchant and terminal of the public demo unless they exist. Safe to run in many processes at once. */
export async function seedDemoMerchant(ctx: Context): Promise<void> {
  await ctx.db.sql.begin(async (tx) => {
    const [merchant] = await orm(tx)
      .insert(merchants)
      .values({ name: "Corner Coffee", isDemo: true })
      .onConflictDoNothing({ target: merchants.isDemo, where: fragment`is_demo` })
      .returning({ id: merchants.id });
    if (merchant) await orm(tx).insert(terminals).values({ merchantId: merchant.id, name: "Counter 1" });
  });
}
