import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { paymentViews } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";

export const DeleteViewInput = z.object({ name: z.string().max(60) });

/** Deletes a saved view of the member; one that doesn't exist is no error. */
export async function deleteView(ctx: MemberContext, { name }: z.output<typeof DeleteViewInput>): Promise<void> {
  await ctx.db.orm
    .delete(paymentViews)
    .where(
      and(
        eq(paymentViews.merchantId, ctx.merchantId),
        eq(paymentViews.userId, ctx.actor.userId),
        eq(paymentViews.name, name),
      ),
    );
}
