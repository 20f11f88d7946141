import type { alarms } from "@/drizzle/schema";
import type { Context, Environment } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import type { MemberKind, OperatorKind } from "@/lib/notifications/kinds";
import { operatorChannels } from "@/lib/notifications/operator";
import { emitEvents } from "@/lib/webhooks/emit";
import { type AlarmFacts, alarmChanged } from "@/lib/webhooks/events";

/** Something that is wrong now. */
export type Problem = {
  /** null: of the whole installation */
  merchantId: string | null;
  /** null with the merchant */
  environment: Environment | null;
  kind: MemberKind | OperatorKind;
  /** which of several of its kind */
  subject: string;
  /** a sentence without secrets */
  message: string;
  /** the page that shows it */
  path: string | null;
  /** people are notified when it reaches 1, and again when it grows; 0 raises nothing, and keeps what was raised */
  level: number;
};

type Open = Pick<typeof alarms.$inferSelect, "id" | "merchantId" | "kind" | "subject" | "message" | "level"> & {
  environment: Environment | null;
};

/** What begins together is sent together. Longer than between two looks, so that what was seen only once is not told at all. */
const GROUPING = "90 seconds";
const LOCK = "till alarms";

/**
 * Brings the alarms in line with the problems that there are now. Queues a notification for each person, and emits an event for
 * each endpoint, that wants to know: when an alarm is raised, when it grows, and when it is over. Safe beside other engines.
 * Returns how many were raised, grew or cleared.
 */
export async function syncAlarms(ctx: Context, problems: Problem[]): Promise<number> {
  return ctx.db.sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended(${LOCK}, 0))`;
    const open = new Map((await readOpen(tx)).map((alarm) => [keyOf(alarm), alarm]));
    const present = new Set(problems.map(keyOf));
    const raised: string[] = [];
    for (const problem of problems) {
      const alarm = open.get(keyOf(problem));
      if (alarm) {
        if (await grow(tx, alarm, problem)) raised.push(alarm.id);
      } else if (problem.level > 0) raised.push(await raise(tx, problem));
    }
    const cleared = [...open].filter(([key]) => !present.has(key)).map(([, alarm]) => alarm.id);
    const known = await clear(tx, cleared);
    await queue(ctx, tx, raised, "raised");
    await queueCleared(ctx, tx, cleared);
    await emitAbout(tx, "alarm.raised", await announce(tx, raised));
    await emitAbout(tx, "alarm.cleared", known);
    return raised.length + cleared.length;
  });
}

const keyOf = ({
  merchantId,
  environment,
  kind,
  subject,
}: Pick<Problem, "merchantId" | "environment" | "subject"> & { kind: string }) =>
  JSON.stringify([merchantId, environment, kind, subject]);

function readOpen(tx: Transaction) {
  return tx<Open[]>`
    select id, merchant_id as "merchantId", environment, kind, subject, message, level from alarms where cleared_at is null`;
}

async function raise(tx: Transaction, problem: Problem): Promise<string> {
  const { merchantId, environment, kind, subject, message, path, level } = problem;
  const [row] = await tx<[{ id: string }]>`
    insert into alarms (merchant_id, environment, kind, subject, message, path, level)
    values (${merchantId}, ${environment}, ${kind}, ${subject}, ${message}, ${path}, ${level}) returning id`;
  return row.id;
}

/** Restates the alarm. True if it has become worse. */
async function grow(tx: Transaction, { id, message, level }: Open, problem: Problem): Promise<boolean> {
  const isWorse = problem.level > level;
  if (isWorse || problem.message !== message) {
    await tx`
      update alarms set message = ${problem.message}, level = ${Math.max(level, problem.level)} where id = ${id}`;
  }
  return isWorse;
}

/** Returns those of which endpoints were told. */
async function clear(tx: Transaction, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx<(Pick<Open, "id"> & { wasAnnounced: boolean })[]>`
    update alarms set cleared_at = now() where id = any(${ids}::uuid[])
    returning id, announced_at is not null as "wasAnnounced"`;
  return rows.filter(({ wasAnnounced }) => wasAnnounced).map(({ id }) => id);
}

/** Returns the alarms that last long enough and that endpoints weren't told of yet, or that have grown. */
async function announce(tx: Transaction, grown: string[]): Promise<string[]> {
  const rows = await tx<Pick<Open, "id">[]>`
    update alarms set announced_at = now()
     where cleared_at is null and raised_at <= now() - ${GROUPING}::interval
       and (announced_at is null or id = any(${grown}::uuid[])) returning id`;
  return rows.map(({ id }) => id);
}

type ToldAlarm = AlarmFacts & { merchantId: string; now: Date };

/** An event for each business with an endpoint that subscribes to it. The installation's own alarms are not for businesses. */
async function emitAbout(tx: Transaction, type: "alarm.raised" | "alarm.cleared", ids: string[]): Promise<void> {
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
      ...{ type, merchantId, terminalId: null, intentId: null, environment: alarm.environment },
      body: alarmChanged(type, alarm, now),
    })),
  );
}

/** Recipients who know of an alarm are told that it is over; to the others neither is sent. */
async function queueCleared(ctx: Context, tx: Transaction, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await queue(ctx, tx, ids, "cleared");
  await tx`
    with unsent as (
      select r.id as raised, case when a.level = 1 then c.id end as cleared
        from notifications r
        join alarms a on a.id = r.alarm_id
        join notifications c
          on c.alarm_id = r.alarm_id and c.phase = 'cleared' and c.channel = r.channel
         and (c.merchant_id, c.user_id) is not distinct from (r.merchant_id, r.user_id)
       where r.alarm_id = any(${ids}::uuid[]) and r.phase = 'raised' and r.claimed_at is null)
    delete from notifications where id in (select raised from unsent union all select cleared from unsent)`;
}

async function queue(ctx: Context, tx: Transaction, ids: string[], phase: "raised" | "cleared"): Promise<void> {
  if (ids.length === 0) return;
  await tx`
    insert into notifications (channel, merchant_id, user_id, environment, kind, alarm_id, phase, due_at)
    select c.channel, p.merchant_id, p.user_id, p.environment, a.kind, a.id, ${phase}, now() + ${GROUPING}::interval
      from alarms a
      join notification_preferences p
        on a.kind = any(p.kinds)
       and ((p.merchant_id = a.merchant_id and p.environment = a.environment)
         or (a.merchant_id is null and a.kind = 'chain' and p.environment = 'live'))
      cross join lateral (values ('email', p.by_email), ('telegram', p.telegram_chat_id is not null)) as c(channel, wanted)
     where a.id = any(${ids}::uuid[]) and c.wanted`;
  const channels = operatorChannels(ctx.settings);
  if (channels.length === 0) return;
  await tx`
    insert into notifications (channel, merchant_id, kind, alarm_id, phase, due_at)
    select c.channel, a.merchant_id, a.kind, a.id, ${phase}, now() + ${GROUPING}::interval
      from alarms a cross join unnest(${channels}::text[]) as c(channel)
     where a.id = any(${ids}::uuid[]) and a.merchant_id is null`;
}

/** Deletes alarms that were over three months ago, up to `limit`. Returns how many. */
export async function removeOldAlarms({ db }: Context, limit: number): Promise<number> {
  const removed = await db.sql`
    delete from alarms where id in (
      select id from alarms where cleared_at < now() - interval '90 days' order by cleared_at limit ${limit})`;
  return removed.count;
}
