import { randomUUID } from "node:crypto";
import { terminals } from "@/drizzle/schema";
import { recordAudit } from "@/lib/audit/record";
import type { MerchantContext } from "@/lib/context";
import { orm, type Transaction } from "@/lib/db/client";
import { plainIssue } from "@/lib/input-errors";
import { issueKey } from "@/lib/keys/issue";
import { parseClock } from "@/lib/terminals/clock";
import { CreateTerminalInput } from "@/lib/terminals/schemas";
import { storedZone } from "@/lib/time/stored-zone";

export type CreatedTerminal = { id: string; name: string; keys: { sandbox: string } };

/**
 * Creates a terminal with its sandbox key, which is returned only here. Error: `invalid_request` for a time zone that PostgreSQL
 * doesn't know.
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
