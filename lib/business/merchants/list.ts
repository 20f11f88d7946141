import { eq } from "drizzle-orm";
import { apiKeys, merchants, terminals, webhookEndpoints } from "@/drizzle/schema";
import type { Context } from "@/lib/base/context/context";

/** Every merchant with terminals, keys (last four characters) and endpoints; nothing secret. For the operator. */
export async function listMerchants(ctx: Context) {
  const { orm } = ctx.db;
  const rows = await orm
    .select({ id: merchants.id, name: merchants.name, createdAt: merchants.createdAt })
    .from(merchants)
    .where(eq(merchants.isDemo, false))
    .orderBy(merchants.createdAt);
  const [terminalRows, keyRows, endpointRows] = await Promise.all([
    orm.select().from(terminals),
    orm.select().from(apiKeys),
    orm.select().from(webhookEndpoints),
  ]);
  return rows.map((merchant) => ({
    merchant_id: merchant.id,
    name: merchant.name,
    created_at: merchant.createdAt.toISOString(),
    terminals: terminalRows
      .filter((terminal) => terminal.merchantId === merchant.id)
      .map((terminal) => ({
        terminal_id: terminal.id,
        name: terminal.name,
        keys: keyRows
          .filter((key) => key.terminalId === terminal.id)
          .map((key) => ({
            environment: key.environment,
            last4: key.last4,
            last_used_at: key.lastUsedAt?.toISOString() ?? null,
            ends_at: key.endsAt?.toISOString() ?? null,
          })),
      })),
    webhooks: endpointRows
      .filter((endpoint) => endpoint.merchantId === merchant.id)
      .map((endpoint) => ({
        endpoint_id: endpoint.id,
        environment: endpoint.environment,
        url: endpoint.url,
        event_types: endpoint.eventTypes,
        failing_since: endpoint.failingSince?.toISOString() ?? null,
        disabled_reason: endpoint.disabledReason,
      })),
  }));
}
