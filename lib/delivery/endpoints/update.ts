import { and, eq, sql as fragment } from "drizzle-orm";
import { webhookEndpoints } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import { orm } from "@/lib/base/db/client";
import { notFound } from "@/lib/base/values/errors";
import { type EndpointContext, isReachedEndpoint } from "@/lib/delivery/endpoints/reach";
import { requireTerminal, requireUrl } from "@/lib/delivery/endpoints/rules";
import type { UpdateEndpointInput } from "@/lib/delivery/endpoints/schemas";
import { sendWaiting } from "@/lib/delivery/endpoints/send-waiting";
import type { EventType } from "@/lib/delivery/events/catalog";

type Settings = Required<Omit<UpdateEndpointInput, "endpointId">>;

/**
 * Changes an endpoint's URL, terminal and events, those that are given, and audits the difference. Pending deliveries
 * go to the new URL, which starts with a clean record, and at once if the old one failed. Errors: the URL rules' codes;
 * `not_found` for endpoint and terminal.
 */
export async function updateEndpoint(ctx: EndpointContext, input: UpdateEndpointInput): Promise<void> {
  const { endpointId } = input;
  const { merchantId, environment, actor } = ctx;
  const failedAtOldUrl = await ctx.db.sql.begin(async (tx) => {
    const [was] = await orm(tx)
      .select({
        url: webhookEndpoints.url,
        failingSince: webhookEndpoints.failingSince,
        terminalId: webhookEndpoints.terminalId,
        eventTypes: fragment<EventType[]>`${webhookEndpoints.eventTypes}`,
      })
      .from(webhookEndpoints)
      .where(isReachedEndpoint(ctx, endpointId))
      .for("no key update");
    if (!was) throw notFound("endpoint");
    const { url = was.url, terminalId = was.terminalId } = input;
    const eventTypes = [...new Set(input.eventTypes ?? was.eventTypes)];
    if (input.url !== undefined) requireUrl(ctx.settings, url, environment);
    if (terminalId && terminalId !== was.terminalId) await requireTerminal(tx, merchantId, terminalId);
    const { failingSince, ...settings } = was;
    const { before, after } = difference(settings, { url, terminalId, eventTypes });
    if (Object.keys(after).length === 0) return false;
    await orm(tx)
      .update(webhookEndpoints)
      .set({ url, terminalId, eventTypes, ...(url === was.url ? {} : { failingSince: null }) })
      .where(and(eq(webhookEndpoints.id, endpointId), eq(webhookEndpoints.merchantId, merchantId)));
    await recordAudit(tx, {
      merchantId,
      actor,
      action: "webhook_endpoint.updated",
      targetType: "webhook_endpoint",
      targetId: endpointId,
      before,
      after,
    });
    return failingSince !== null && url !== was.url;
  });
  if (failedAtOldUrl) await sendWaiting(ctx.db.sql, endpointId);
}

function difference(was: Settings, is: Settings) {
  const text = (value: Settings[keyof Settings]) => (Array.isArray(value) ? [...value].sort().join() : value);
  const names = (Object.keys(is) as (keyof Settings)[]).filter((name) => text(was[name]) !== text(is[name]));
  const pick = (from: Settings): Partial<Settings> => Object.fromEntries(names.map((name) => [name, from[name]]));
  return { before: pick(was), after: pick(is) };
}
