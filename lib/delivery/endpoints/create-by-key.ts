import { and, eq } from "drizzle-orm";
import { webhookEndpoints } from "@/drizzle/schema";
import type { KeyContext } from "@/lib/base/context/context";
import { orm, type Transaction } from "@/lib/base/db/client";
import { lockMerchant } from "@/lib/base/db/locks";
import { DomainError } from "@/lib/base/values/errors";
import { createEndpoint } from "@/lib/delivery/endpoints/create";
import { type EndpointRow, requireEndpoint } from "@/lib/delivery/endpoints/list";
import type { AddEndpointInput } from "@/lib/delivery/endpoints/schemas";

/** `secret`: null if the endpoint was there before. */
type Made = { id: string; secret: string | null };

/** That one key has created and that still exist. */
export const MOST_KEY_ENDPOINTS = 5;

/**
 * Adds an endpoint for a key. Of several calls with the same URL and terminal, concurrent ones too, one creates it; the
 * others get it as it is, without its secret. Errors: those of `createEndpoint`, `limit_reached` for one more than
 * `MOST_KEY_ENDPOINTS`.
 */
export async function createKeyEndpoint(
  ctx: KeyContext,
  input: AddEndpointInput,
): Promise<{ endpoint: EndpointRow; secret: string | null }> {
  const { id, secret } = await findOrCreate(ctx, input);
  return { endpoint: await requireEndpoint(ctx, id), secret };
}

function findOrCreate(ctx: KeyContext, { url, terminalId = null, eventTypes }: AddEndpointInput): Promise<Made> {
  const { environment } = ctx;
  return ctx.db.sql.begin(async (tx) => {
    // creations of one business wait for each other here, so that no two count the same endpoints
    await lockMerchant(tx, ctx.merchantId);
    const made = await selectOfKey(tx, ctx);
    const same = made.find((endpoint) => endpoint.url === url && endpoint.terminalId === terminalId);
    if (same) return { id: same.id, secret: null };
    if (made.length >= MOST_KEY_ENDPOINTS) {
      const most = `This key has ${MOST_KEY_ENDPOINTS} webhook endpoints, which is the limit.`;
      throw new DomainError("limit_reached", `${most} Delete one first.`);
    }
    return createEndpoint(ctx, { environment, url, terminalId, eventTypes }, tx);
  });
}

function selectOfKey(tx: Transaction, { merchantId, actor }: KeyContext) {
  const { id, url, terminalId } = webhookEndpoints;
  return orm(tx)
    .select({ id, url, terminalId })
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.merchantId, merchantId), eq(webhookEndpoints.createdByKey, actor.keyId)));
}
