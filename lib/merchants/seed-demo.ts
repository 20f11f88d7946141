import type { Context } from "@/lib/context";

/** Creates the merchant and terminal of the public demo unless they exist. Safe to run in many processes at once. */
export async function seedDemoMerchant(ctx: Context): Promise<void> {
  await ctx.db.sql.begin(async (tx) => {
    const [merchant] = await tx<{ id: string }[]>`
      insert into merchants (name, is_demo) values ('Corner Coffee', true)
      on conflict (is_demo) where is_demo do nothing returning id`;
    if (merchant) await tx`insert into terminals (merchant_id, name) values (${merchant.id}, 'Counter 1')`;
  });
}
