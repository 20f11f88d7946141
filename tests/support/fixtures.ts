import { randomUUID } from "node:crypto";
import { type EnvironmentContext, systemContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { createMerchant } from "@/lib/business/merchants/create";

export type MerchantFixture = {
  ctx: EnvironmentContext;
  merchantId: string;
  terminalId: string;
  terminalName: string;
  keys: { sandbox: string };
  webhookSecret: string | null;
};

/** A merchant of its own for each test. */
export async function createMerchantFixture({ webhookUrl }: { webhookUrl?: string } = {}): Promise<MerchantFixture> {
  const ctx = systemContext(database(), "test");
  const made = await createMerchant(ctx, {
    name: "Corner Bookshop",
    email: `${randomUUID()}@example.com`,
    password: "a long enough password",
    terminal: "Front desk",
    webhookUrl,
  });
  return {
    ctx: { ...ctx, merchantId: made.merchant_id, environment: "sandbox" },
    merchantId: made.merchant_id,
    terminalId: made.terminal_id,
    terminalName: made.terminal_name,
    keys: made.keys,
    webhookSecret: made.webhook_secret,
  };
}
