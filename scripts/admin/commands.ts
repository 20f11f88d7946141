import { z } from "zod";
import { recordAudit } from "@/lib/base/audit/record";
import { ENVIRONMENTS } from "@/lib/base/context/context";
import { notifyWork } from "@/lib/base/db/listen";
import { reEncrypt } from "@/lib/base/encryption/re-encrypt";
import { currentKeyId } from "@/lib/base/process/secrets";
import { GRACE_HOURS, rotateKey } from "@/lib/business/keys/rotate";
import { createMerchant } from "@/lib/business/merchants/create";
import { MerchantName } from "@/lib/business/merchants/insert";
import { listMerchants } from "@/lib/business/merchants/list";
import { createTerminal } from "@/lib/business/terminals/create";
import { TerminalName } from "@/lib/business/terminals/schemas";
import { MIN_PASSWORD_LENGTH } from "@/lib/people/accounts/password-rules";
import { ACCOUNT_COMMANDS } from "@/scripts/admin/account-commands";
import { BACKUP_COMMANDS } from "@/scripts/admin/backup-commands";
import { CHAIN_COMMANDS } from "@/scripts/admin/chain-commands";
import { type BareCommand, type Command, command, Text } from "@/scripts/admin/command";
import { operator, owning } from "@/scripts/admin/context";
import { WEBHOOK_COMMANDS } from "@/scripts/admin/webhook-commands";

const SandboxOnly = z
  .enum(ENVIRONMENTS)
  .refine((environment) => environment === "sandbox", {
    error: "live keys need a receiving wallet, which a new business doesn't have yet",
  })
  .default("sandbox");

/** What the client libraries read from a server's environment. */
function environmentOf(url: string, { keys, webhook_secret }: Awaited<ReturnType<typeof createMerchant>>): string {
  const lines = [`TILL_URL=${url}`, `TILL_API_KEY=${keys.sandbox}`];
  if (webhook_secret) lines.push(`TILL_WEBHOOK_SECRET=${webhook_secret}`);
  return lines.join("\n");
}

export const COMMANDS: Record<string, Command | BareCommand> = {
  "create-merchant": command({
    what:
      "Creates a business with its owner, a terminal with a sandbox key and, if you give a URL, a webhook endpoint. Asks for the " +
      "password unless a file holds it: others on this machine can read options. --format env prints the .env of your server.",
    options: {
      name: MerchantName,
      email: z.email("must be an email address"),
      password: z.string().min(MIN_PASSWORD_LENGTH, `must have at least ${MIN_PASSWORD_LENGTH} characters`),
      "password-file": Text.optional(),
      terminal: TerminalName,
      "webhook-url": Text.optional(),
      "time-zone": Text.optional(),
      environment: SandboxOnly,
      format: z.enum(["json", "env"]).default("json"),
    },
    run: async (db, { "webhook-url": webhookUrl, "time-zone": timeZone, format, name, email, password, terminal }) => {
      const ctx = operator(db);
      const made = await createMerchant(ctx, { name, email, password, terminal, webhookUrl, timeZone });
      return format === "json" ? made : environmentOf(ctx.settings.appUrl, made);
    },
  }),
  "create-terminal": command({
    what: "Creates a terminal with a sandbox key.",
    options: { merchant: z.guid(), name: TerminalName, "time-zone": Text.optional() },
    run: async (db, { merchant, name, "time-zone": timeZone }) => {
      const terminal = await createTerminal({ ...operator(db), merchantId: merchant }, { name, timeZone });
      return { merchant_id: merchant, terminal_id: terminal.id, terminal_name: terminal.name, keys: terminal.keys };
    },
  }),
  "rotate-key": command({
    what: "Rotates a terminal's key. The old key keeps working for 0 (default), 1 or 24 hours.",
    options: {
      terminal: z.guid(),
      environment: z.enum(ENVIRONMENTS).default("sandbox"),
      "grace-hours": z.coerce
        .number()
        .pipe(z.literal([...GRACE_HOURS]))
        .default(0),
    },
    run: async (db, { terminal, environment, "grace-hours": graceHours }) => {
      const ctx = await owning(db, "terminal", terminal);
      const { key, last4 } = await rotateKey(ctx, { terminalId: terminal, environment, graceHours });
      await notifyWork(db);
      return { terminal_id: terminal, keys: { [environment]: key }, last4, old_key_ends_in_hours: graceHours };
    },
  }),
  list: command({
    what: "Lists businesses, terminals, keys (last four characters) and webhook endpoints.",
    options: {},
    run: async (db) => ({ merchants: await listMerchants(operator(db)) }),
  }),
  migrate: command({
    what: "Migrates the database to this version's schema, like a service start does.",
    options: {},
    migrates: true,
    run: async () => ({ migrated: true }),
  }),
  "re-encrypt": command({
    what: "Re-encrypts every secret with the current ENCRYPTION_KEY, so that old keys are no longer needed.",
    options: {},
    run: async (db) => {
      const ctx = operator(db);
      // before the first of many steps, so that an interrupted run is in the log too
      await db.sql.begin((tx) =>
        recordAudit(tx, {
          merchantId: null,
          actor: ctx.actor,
          action: "secrets.re_encrypted",
          targetType: "installation",
          targetId: "secrets",
          after: { hash: currentKeyId() },
        }),
      );
      const { reEncrypted, left } = await reEncrypt(ctx);
      if (Object.keys(left).length > 0) process.exitCode = 1;
      return { re_encrypted: reEncrypted, left };
    },
  }),
  ...BACKUP_COMMANDS,
  ...ACCOUNT_COMMANDS,
  ...WEBHOOK_COMMANDS,
  ...CHAIN_COMMANDS,
};
