import { randomUUID } from "node:crypto";
import { z } from "zod";
import { memberships, merchants } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import type { Actor } from "@/lib/base/context/context";
import { orm, type Transaction } from "@/lib/base/db/client";
import { storedZone } from "@/lib/base/time/stored-zone";
import { isTimeZone } from "@/lib/base/time/time-zone";
import { typedName } from "@/lib/base/values/typed-name";

export const MerchantName = typedName({
  most: 120,
  error: "Enter the name of your business, for example Corner Bookshop.",
  tooLong: "Enter no more than 120 characters.",
});

export const TimeZone = z.string().refine(isTimeZone, { error: "Choose a time zone, for example Europe/Lisbon." });

/**
 * Adds a merchant and makes the person its owner, in the caller's transaction. Returns its id. Error: `invalid_request`
 * for a time zone that PostgreSQL doesn't know.
 */
export async function insertMerchant(
  tx: Transaction,
  actor: Actor,
  merchant: { name: string; timeZone: string },
  owner: { id: string; email: string },
): Promise<string> {
  const id = randomUUID();
  const timeZone = await storedZone(tx, merchant.timeZone);
  await orm(tx).insert(merchants).values({ id, name: merchant.name, timeZone });
  await orm(tx).insert(memberships).values({ merchantId: id, userId: owner.id, role: "owner" });
  await recordAudit(tx, {
    merchantId: id,
    actor,
    action: "merchant.created",
    targetType: "merchant",
    targetId: id,
    after: { name: merchant.name, owner: owner.email },
  });
  return id;
}
