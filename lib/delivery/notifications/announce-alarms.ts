import type { Transaction } from "@/lib/base/db/client";
import { type AlarmFacts, alarmChanged } from "@/lib/delivery/events/catalog";
import { emitEvents } from "@/lib/delivery/events/emit";
import { BRIEF, GROUPING } from "@/lib/delivery/notifications/queue-alarms";

/** Emits events about alarms that last and that endpoints weren't told of yet, or that have grown. */
export async function announceAlarms(tx: Transaction, grown: string[]): Promise<void> {
  const rows = await tx<{ id: string }[]>`
    update alarms set announced_at = now()
     where cleared_at is null and raised_at <= now() - ${GROUPING}::interval
       and last_seen_at >= raised_at + ${BRIEF}::interval
       and (announced_at is null or id = any(${grown}::uuid[])) returning id`;
  await emitAbout(
    tx,
    "alarm.raised",
    rows.map(({ id }) => id),
  );
}

type ToldAlarm = AlarmFacts & { merchantId: string; now: Date };

/**
 * An event for each business with an endpoint that subscribes to it. The installation's own alarms are not for
 * businesses.
 */
export async function emitAbout(tx: Transaction, type: "alarm.raised" | "alarm.cleared", ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const told = await tx<ToldAlarm[]>`
    select distinct a.id, a.kind, a.message, case a.kind when 'endpoint' then a.subject end as "endpointId",
           a.raised_at as "raisedAt", p.environment, p.merchant_id as "merchantId", now() as now
      from alarms a
      join webhook_endpoints p
        on ${type} = any(p.event_types)
       and ((p.merchant_id = a.merchant_id and p.environment = a.environment)
         or (a.merchant_id is null and a.kind = 'chain' and p.environment = 'live'))
     where a.id = any(${ids}::uuid[])`;
  await emitEvents(
    tx,
    told.map(({ merchantId, now, ...alarm }) => ({
      type,
      merchantId,
      terminalId: null,
      intentId: null,
      environment: alarm.environment,
      body: alarmChanged(type, alarm, now),
    })),
  );
}
