import { and, eq, sql as fragment } from "drizzle-orm";
import { z } from "zod";
import { paymentIntents, paymentNotes } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import type { MemberContext } from "@/lib/base/context/context";
import { isVisibleTerminal } from "@/lib/base/context/visible-terminals";
import { orm } from "@/lib/base/db/client";
import { DomainError, notFound } from "@/lib/base/values/errors";
import { isStorable } from "@/lib/base/values/storable-text";
import { isVisible } from "@/lib/base/values/typed-name";
import { IntentId } from "@/lib/payments/intents/schemas";
import { getNote, type PaymentNote } from "@/lib/payments/timeline/get-note";

const LONGEST_TAG = 30;
const MOST_TAGS = 10;

export const AnnotateInput = IntentId.extend({
  note: z
    .string()
    .trim()
    .max(2_000, "This note is too long. Enter at most 2,000 characters.")
    .refine(isStorable, "Remove the invisible characters."),
  /** separated by commas */
  tags: z
    .string()
    .max(1_000, "These are too many tags. Enter at most 10.")
    .transform(readTags)
    .refine((tags) => tags.length <= MOST_TAGS, "These are too many tags. Enter at most 10.")
    .refine(
      (tags) => tags.every((tag) => tag.length <= LONGEST_TAG && isStorable(tag)),
      "A tag is too long. Enter at most 30 characters for each, for example VIP, refund.",
    )
    .refine(
      (tags) => tags.every(isVisible),
      "A tag contains an invisible character. Type it again instead of pasting it.",
    ),
  /** what was there when the member began to edit */
  shown: z.object({ note: z.string().max(2_000), tags: z.array(z.string()).max(MOST_TAGS) }),
});

/** Tags differ by more than their case. */
function readTags(text: string): string[] {
  const tags = new Map<string, string>();
  for (const tag of text.split(",").map((part) => part.trim())) {
    if (tag !== "" && !tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag);
  }
  return [...tags.values()];
}

/**
 * Sets the note and the tags of a payment and returns them as they are stored; null if there are none and never were.
 * What changed is in the audit log. The payment itself stays as it is. Errors: `not_found`, also for a payment that the
 * member may not see; `conflict` if it no longer has the note and tags that were shown.
 */
export async function annotateIntent(
  ctx: MemberContext,
  { id, note, tags, shown }: z.output<typeof AnnotateInput>,
): Promise<PaymentNote | null> {
  const { merchantId, environment, actor } = ctx;
  return ctx.db.sql.begin(async (tx) => {
    const db = orm(tx);
    // one edit at a time, so that the audit log has each before and after; the payment's own row is locked only against
    // a reset of the sandbox, and stays free for transfers
    await tx`select pg_advisory_xact_lock(hashtextextended(${`note ${id}`}, 0))`;
    const [intent] = await db
      .select({ id: paymentIntents.id })
      .from(paymentIntents)
      .where(
        and(
          eq(paymentIntents.id, id),
          eq(paymentIntents.merchantId, merchantId),
          eq(paymentIntents.environment, environment),
          isVisibleTerminal(ctx, paymentIntents.terminalId),
        ),
      )
      .for("key share");
    if (!intent) throw notFound("intent");
    const kept = await getNote(ctx, id, db);
    const before = { note: kept?.note ?? "", tags: kept?.tags ?? [] };
    if (isSame(before, { note, tags })) return kept;
    if (kept && !isSame(before, shown)) {
      const message = `${kept.who} has changed this note since you opened it. Copy your text, then reload the page.`;
      throw new DomainError("conflict", message);
    }
    const edit = { note, tags, editedBy: actor.userId };
    await db
      .insert(paymentNotes)
      .values({ intentId: id, merchantId, ...edit })
      .onConflictDoUpdate({
        target: paymentNotes.intentId,
        set: { ...edit, editedAt: fragment`now()` },
        setWhere: eq(paymentNotes.merchantId, merchantId),
      });
    await recordAudit(tx, {
      merchantId,
      actor,
      action: "intent.annotated",
      targetType: "intent",
      targetId: id,
      before,
      after: { note, tags },
    });
    return getNote(ctx, id, db);
  });
}

type Annotation = { note: string; tags: string[] };

function isSame(one: Annotation, other: Annotation): boolean {
  return one.note === other.note && one.tags.join() === other.tags.join();
}
