import { sql as fragment } from "drizzle-orm";
import { z } from "zod";
import { dismissedNotices } from "@/drizzle/schema";
import type { AuditValues, MerchantAction } from "@/lib/base/audit/actions";
import { recordAudit } from "@/lib/base/audit/record";
import type { MemberContext } from "@/lib/base/context/context";
import { orm } from "@/lib/base/db/client";

export const DismissInput = z.object({});

/** Hides the checklist of the overview for the merchant's whole team. */
export function dismissChecklist(ctx: MemberContext): Promise<void> {
  return dismiss(ctx, "checklist", "merchant.checklist_dismissed");
}

/** Hides the notice about the environment's unused keys, until another key or terminal without one is added. */
export function dismissKeyNotice(ctx: MemberContext): Promise<void> {
  return dismiss(ctx, `${ctx.environment}_keys`, "merchant.key_notice_dismissed", {
    environment: ctx.environment,
  });
}

async function dismiss(
  { db, merchantId, actor }: MemberContext,
  notice: typeof dismissedNotices.$inferInsert.notice,
  action: MerchantAction,
  after?: AuditValues,
): Promise<void> {
  await db.sql.begin(async (tx) => {
    await orm(tx)
      .insert(dismissedNotices)
      .values({ merchantId, notice })
      .onConflictDoUpdate({
        target: [dismissedNotices.merchantId, dismissedNotices.notice],
        set: { dismissedAt: fragment`now()` },
      });
    await recordAudit(tx, {
      merchantId,
      actor,
      action,
      targetType: "merchant",
      targetId: merchantId,
      after,
    });
  });
}
