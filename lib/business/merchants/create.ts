import { z } from "zod";
import type { Context, MerchantContext } from "@/lib/base/context/context";
import { isTimeZone } from "@/lib/base/time/time-zone";
import { DomainError } from "@/lib/base/values/errors";
import { plainIssue } from "@/lib/base/values/input-errors";
import { insertMerchant, MerchantName } from "@/lib/business/merchants/insert";
import { createTerminal } from "@/lib/business/terminals/create";
import { TerminalName } from "@/lib/business/terminals/schemas";
import { createEndpoint } from "@/lib/delivery/endpoints/create";
import { insertUser } from "@/lib/people/accounts/insert";
import { hashPassword } from "@/lib/people/accounts/password";
import { MIN_PASSWORD_LENGTH } from "@/lib/people/accounts/password-rules";

export const CreateMerchantInput = z.object({
  name: MerchantName,
  email: z.email().max(254),
  password: z.string().min(MIN_PASSWORD_LENGTH).max(1_000),
  terminal: TerminalName,
  webhookUrl: z.string().optional(),
  timeZone: z
    .string()
    .refine(isTimeZone, { error: "must be an IANA time zone, for example Europe/Lisbon" })
    .default("UTC"),
});
export type CreateMerchantInput = z.input<typeof CreateMerchantInput>;

export type CreatedMerchant = {
  merchant_id: string;
  terminal_id: string;
  terminal_name: string;
  keys: { sandbox: string };
  webhook_secret: string | null;
  webhook_endpoint_id: string | null;
};

/**
 * Creates a merchant with its owner, a first terminal, its sandbox key and, with a URL, a sandbox endpoint: all or
 * nothing. Key and secret are returned only here. Errors: `invalid_request` when the email has an account, the URL
 * rules' codes.
 */
export async function createMerchant(ctx: Context, input: CreateMerchantInput): Promise<CreatedMerchant> {
  const wanted = CreateMerchantInput.parse(input, { error: plainIssue });
  const { name, email, timeZone } = wanted;
  const passwordHash = await hashPassword(wanted.password);
  return ctx.db.sql.begin(async (tx) => {
    const userId = await insertUser(tx, { email, passwordHash });
    if (!userId) throw new DomainError("invalid_request", `${email} already has an account. Use another email.`);
    const merchantId = await insertMerchant(tx, ctx.actor, { name, timeZone }, { id: userId, email });
    const owned: MerchantContext = { ...ctx, merchantId };
    const terminal = await createTerminal(owned, { name: wanted.terminal, timeZone }, tx);
    const endpoint = wanted.webhookUrl
      ? await createEndpoint(owned, { environment: "sandbox", url: wanted.webhookUrl }, tx)
      : null;
    return {
      merchant_id: merchantId,
      terminal_id: terminal.id,
      terminal_name: terminal.name,
      keys: terminal.keys,
      webhook_secret: endpoint?.secret ?? null,
      webhook_endpoint_id: endpoint?.id ?? null,
    };
  });
}
