import { randomUUID } from "node:crypto";
import { z } from "zod";
import { recordAudit } from "@/lib/audit/record";
import type { MerchantContext } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { issueKey } from "@/lib/keys/issue";
import { isTimeZone } from "@/lib/time";

export const CreateTerminalInput = z.object({
  name: z.string().trim().min(1).max(120),
  timeZone: z
    .string()
    .refine(isTimeZone, { error: "must be an IANA time zone, for example Europe/Lisbon" })
    .default("UTC"),
});
export type CreateTerminalInput = z.input<typeof CreateTerminalInput>;

export type CreatedTerminal = { id: string; name: string; keys: { sandbox: string } };

/** Creates a terminal with its sandbox key, which is shown this once. */
export async function createTerminal(
  ctx: MerchantContext,
  input: CreateTerminalInput,
  tx?: Transaction,
): Promise<CreatedTerminal> {
  const { name, timeZone } = CreateTerminalInput.parse(input);
  const id = randomUUID();
  const write = async (inside: Transaction) => {
    await inside`
      insert into terminals (id, merchant_id, name, time_zone)
      values (${id}, ${ctx.merchantId}, ${name}, ${timeZone})`;
    const sandbox = await issueKey(inside, { id, merchantId: ctx.merchantId }, "sandbox");
    await recordAudit(inside, {
      merchantId: ctx.merchantId,
      actor: ctx.actor,
      action: "terminal.created",
      targetType: "terminal",
      targetId: id,
      after: { name, timeZone },
    });
    return { id, name, keys: { sandbox } };
  };
  return tx ? write(tx) : ctx.db.sql.begin(write);
}
