import { and, count, eq, sql as fragment, gt, isNull } from "drizzle-orm";
import { auditLog } from "@/drizzle/schema";
import type { AccountAction } from "@/lib/base/audit/actions";
import { orm, type Transaction } from "@/lib/base/db/client";
import { requireRow } from "@/lib/base/db/require-row";
import { DomainError } from "@/lib/base/values/errors";

const EMAILS_PER_DAY = 5;

/**
 * Limits the emails that a person has sent in a day, by the action that each records. Call it after the person is
 * locked, so that several requests at once don't exceed the limit. Error: `rate_limited`, which begins with `refusal`.
 */
export async function limitEmails(
  tx: Transaction,
  userId: string,
  action: AccountAction,
  refusal: string,
): Promise<void> {
  const asked = requireRow(
    await orm(tx)
      .select({ count: count() })
      .from(auditLog)
      .where(
        and(
          isNull(auditLog.merchantId),
          eq(auditLog.targetId, userId),
          eq(auditLog.action, action),
          gt(auditLog.createdAt, fragment`now() - interval '1 day'`),
        ),
      ),
  );
  if (asked.count >= EMAILS_PER_DAY) throw new DomainError("rate_limited", `${refusal} Try again tomorrow.`);
}
