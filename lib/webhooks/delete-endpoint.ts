import { recordAudit } from "@/lib/audit/record";
import type { MemberContext } from "@/lib/context";
import { notFound } from "@/lib/errors";
import { disableEndpoint } from "@/lib/webhooks/disable-endpoint";
import type { EndpointId } from "@/lib/webhooks/schemas";

const STEP = 5_000;

type Row = { url: string; eventTypes: string[]; terminalId: string | null; environment: string };

/**
 * Deletes an endpoint with its deliveries and their attempts; events stay. It is disabled first and its log deleted in steps,
 * so that a million deliveries block no one. After an interruption, delete it again. Error: `not_found`.
 */
export async function deleteEndpoint(ctx: MemberContext, { endpointId }: EndpointId): Promise<void> {
  const { merchantId, environment, actor } = ctx;
  const { sql } = ctx.db;
  await disableEndpoint(ctx, { endpointId });
  let gone = STEP;
  while (gone === STEP) {
    const step = await sql`
      delete from webhook_deliveries where id in (
        select d.id from webhook_deliveries d join webhook_endpoints p on p.id = d.endpoint_id
         where d.endpoint_id = ${endpointId} and p.merchant_id = ${merchantId} limit ${STEP})`;
    gone = step.count;
  }
  await sql.begin(async (tx) => {
    const [before] = await tx<Row[]>`
      delete from webhook_endpoints
       where id = ${endpointId} and merchant_id = ${merchantId} and environment = ${environment}
      returning url, event_types as "eventTypes", terminal_id as "terminalId", environment`;
    if (!before) throw notFound("endpoint");
    await recordAudit(tx, {
      merchantId,
      actor,
      action: "webhook_endpoint.deleted",
      targetType: "webhook_endpoint",
      targetId: endpointId,
      before,
    });
  });
}
