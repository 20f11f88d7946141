import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { terminals } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import type { MerchantContext } from "@/lib/base/context/context";
import { orm, type Transaction } from "@/lib/base/db/client";
import { lockMerchant } from "@/lib/base/db/locks";
import { parseClock } from "@/lib/base/time/clock";
import { storedZone } from "@/lib/base/time/stored-zone";
import { conflict } from "@/lib/base/values/errors";
import { plainIssue } from "@/lib/base/values/input-errors";
import { issueKey } from "@/lib/business/keys/issue";
import { CreateTerminalInput } from "@/lib/business/terminals/schemas";

export type CreatedTerminal = { id: string; name: string; keys: { sandbox: string } };

/** Of a business, archived ones included, since lists and reports go through all of them. */
export const MOST_TERMINALS = 200;

/**
 * Creates a terminal with its sandbox key, which is returned only here. Errors: `invalid_request` for a time zone that
 * PostgreSQL doesn't know, `conflict` if the business has `MOST_TERMINALS`.
 */
export async function createTerminal(
  ctx: MerchantContext,
  input: CreateTerminalInput,
  tx?: Transaction,
): Promise<CreatedTerminal> {
  const { name, businessDayStart, intentLifeMinutes, ...given } = CreateTerminalInput.parse(input, {
    error: plainIssue,
  });
  const id = randomUUID();
  const write = async (inside: Transaction) => {
    const timeZone = await storedZone(inside, given.timeZone);
    await requireRoom(inside, ctx.merchantId);
    await orm(inside)
      .insert(terminals)
      .values({
        id,
        merchantId: ctx.merchantId,
        name,
        timeZone,
        businessDayStartMinutes: parseClock(businessDayStart),
        intentLifeSeconds: intentLifeMinutes * 60,
      });
    const sandbox = await issueKey(ctx.settings, inside, { id, merchantId: ctx.merchantId }, "sandbox");
    await recordAudit(inside, {
      merchantId: ctx.merchantId,
      actor: ctx.actor,
      action: "terminal.created",
      targetType: "terminal",
      targetId: id,
      after: { name, timeZone, businessDayStart, intentLifeMinutes },
    });
    return { id, name, keys: { sandbox } };
  };
  return tx ? write(tx) : ctx.db.sql.begin(write);
}

async function requireRoom(tx: Transaction, merchantId: string): Promise<void> {
  await lockMerchant(tx, merchantId);
  const count = await orm(tx).$count(terminals, eq(terminals.merchantId, merchantId));
  if (count < MOST_TERMINALS) return;
  throw conflict(
    `A business can have ${MOST_TERMINALS} terminals, archived ones included. Restore one that you have archived and give it a new name.`,
  );
}
