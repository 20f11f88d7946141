import { and, eq } from "drizzle-orm";
import { paymentNotes, users } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";

export type PaymentNote = Pick<typeof paymentNotes.$inferSelect, "note" | "tags" | "editedAt"> & {
  /** the email of who edited it last */
  who: string;
};

/** What the team has noted about a payment that the member may see; null without a note. */
export async function getNote(ctx: MemberContext, id: string, db = ctx.db.orm): Promise<PaymentNote | null> {
  const [found] = await db
    .select({
      note: paymentNotes.note,
      tags: paymentNotes.tags,
      editedAt: paymentNotes.editedAt,
      who: users.email,
    })
    .from(paymentNotes)
    .innerJoin(users, eq(users.id, paymentNotes.editedBy))
    .where(and(eq(paymentNotes.intentId, id), eq(paymentNotes.merchantId, ctx.merchantId)));
  return found ?? null;
}
