import { randomUUID } from "node:crypto";
import { z } from "zod";
import { recordAudit } from "@/lib/audit/record";
import type { Context, MerchantContext } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { DomainError } from "@/lib/errors";
import { hashPassword, MIN_PASSWORD_LENGTH } from "@/lib/members/password";
import { createTerminal } from "@/lib/terminals/create";
import { isTimeZone } from "@/lib/time";
import { createEndpoint } from "@/lib/webhooks/create-endpoint";

export const CreateMerchantInput = z.object({
  name: z.string().trim().min(1).max(120),
  email: z.email().max(254),
  password: z.string().min(MIN_PASSWORD_LENGTH).max(1_000),
  terminal: z.string().trim().min(1).max(120),
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
 * Creates a merchant with its owner, a first terminal, its sandbox key and, with a URL, a sandbox endpoint: all or nothing.
 * Key and secret are shown this once. Errors: `invalid_request` when the e-mail has an account, the URL rules' codes.
 */
export async function createMerchant(ctx: Context, input: CreateMerchantInput): Promise<CreatedMerchant> {
  const wanted = CreateMerchantInput.parse(input);
  const passwordHash = await hashPassword(wanted.password);
  const merchantId = randomUUID();
  const owned: MerchantContext = { ...ctx, merchantId };
  return ctx.db.sql.begin(async (tx) => {
    await tx`insert into merchants (id, name, time_zone) values (${merchantId}, ${wanted.name}, ${wanted.timeZone})`;
    await addOwner(tx, merchantId, wanted.email, passwordHash);
    await recordAudit(tx, {
      merchantId,
      actor: ctx.actor,
      action: "merchant.created",
      targetType: "merchant",
      targetId: merchantId,
      after: { name: wanted.name, owner: wanted.email },
    });
    const terminal = await createTerminal(owned, { name: wanted.terminal, timeZone: wanted.timeZone }, tx);
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

async function addOwner(tx: Transaction, merchantId: string, email: string, passwordHash: string): Promise<void> {
  const [user] = await tx<{ id: string }[]>`
    insert into users (email, password_hash) values (${email}, ${passwordHash})
    on conflict (lower(email)) do nothing returning id`;
  if (!user) throw new DomainError("invalid_request", `${email} has an account already. Use another e-mail.`);
  await tx`insert into memberships (merchant_id, user_id, role) values (${merchantId}, ${user.id}, 'owner')`;
}
