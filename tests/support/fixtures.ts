import { randomUUID } from "node:crypto";
import { type EnvironmentContext, systemContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { insertMerchant } from "@/lib/business/merchants/insert";
import { createTerminal } from "@/lib/business/terminals/create";
import { createEndpoint } from "@/lib/delivery/endpoints/create";
import { insertUser } from "@/lib/people/accounts/insert";
import { hashPassword } from "@/lib/people/accounts/password";

export type MerchantFixture = {
  ctx: EnvironmentContext;
  merchantId: string;
  terminalId: string;
  terminalName: string;
  keys: { sandbox: string };
  webhookSecret: string | null;
};

let passwordHash: Promise<string> | undefined;

/** A merchant of its own for each test, as `createMerchant` makes one, with a password that is hashed once. */
export async function createMerchantFixture({ webhookUrl }: { webhookUrl?: string } = {}): Promise<MerchantFixture> {
  const ctx = systemContext(database(), "test");
  const [email, timeZone] = [`${randomUUID()}@example.com`, "UTC"];
  passwordHash ??= hashPassword("a long enough password");
  const user = { email, passwordHash: await passwordHash };
  return ctx.db.sql.begin(async (tx) => {
    const id = (await insertUser(tx, user)) as string;
    const merchantId = await insertMerchant(tx, ctx.actor, { name: "Corner Bookshop", timeZone }, { id, email });
    const owned = { ...ctx, merchantId, environment: "sandbox" as const };
    const terminal = await createTerminal(owned, { name: "Front desk", timeZone }, tx);
    const endpoint = webhookUrl ? await createEndpoint(owned, { environment: "sandbox", url: webhookUrl }, tx) : null;
    return {
      ctx: owned,
      merchantId,
      terminalId: terminal.id,
      terminalName: terminal.name,
      keys: terminal.keys,
      webhookSecret: endpoint?.secret ?? null,
    };
  });
}
