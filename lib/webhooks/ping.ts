import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Environment, MerchantContext } from "@/lib/context";
import { notFound } from "@/lib/errors";
import { attemptDelivery } from "@/lib/webhooks/attempt-delivery";
import { type EventBody, originOf } from "@/lib/webhooks/events";

export type PingAnswer = {
  deliveryId: string;
  delivered: boolean;
  /** HTTP status of the receiver, null when there was no response */
  status: number | null;
  errorClass: string | null;
  durationMs: number;
  excerpt: string;
};

/** Longer than any attempt takes; the dispatcher may have started it before us. */
const WAIT_MS = 15_000;
const LOOK_EVERY_MS = 50;

/** Sends `test.ping` to one endpoint, even if it is not subscribed, and waits for the response. Error: `not_found`. */
export async function pingEndpoint(ctx: MerchantContext, endpointId: string): Promise<PingAnswer> {
  const deliveryId = await queuePing(ctx, endpointId);
  await attemptDelivery(ctx, deliveryId);
  for (const until = performance.now() + WAIT_MS; performance.now() < until; await setTimeout(LOOK_EVERY_MS)) {
    const [attempt] = await ctx.db.sql<Omit<PingAnswer, "deliveryId" | "delivered">[]>`
      select response_status as status, error_class as "errorClass", duration_ms as "durationMs",
             response_excerpt as excerpt
        from webhook_attempts where delivery_id = ${deliveryId} order by number limit 1`;
    if (attempt) return { deliveryId, delivered: attempt.errorClass === null, ...attempt };
  }
  throw new Error(`test event ${deliveryId} was not attempted in time`);
}

async function queuePing(ctx: MerchantContext, endpointId: string): Promise<string> {
  return ctx.db.sql.begin(async (tx) => {
    const [endpoint] = await tx<{ environment: Environment; now: Date }[]>`
      select environment, now() as now from webhook_endpoints
       where id = ${endpointId} and merchant_id = ${ctx.merchantId} and disabled_at is null`;
    if (!endpoint) throw notFound("endpoint");
    const body: EventBody<"test.ping"> = {
      event: "test.ping",
      message: "This is a test of your webhook endpoint.",
      request_id: randomUUID(),
      ...originOf(endpoint.environment),
      timestamp: endpoint.now.toISOString(),
    };
    const [delivery] = await tx<[{ id: string }]>`
      with e as (
        insert into events (id, merchant_id, environment, type, body)
        values (gen_random_uuid(), ${ctx.merchantId}, ${endpoint.environment}, 'test.ping', ${JSON.stringify(body)})
        returning id)
      insert into webhook_deliveries (event_id, endpoint_id) select id, ${endpointId} from e returning id`;
    return delivery.id;
  });
}
