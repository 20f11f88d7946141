import type { alarms } from "@/drizzle/schema";
import type { Context, Environment } from "@/lib/base/context/context";
import type { Transaction } from "@/lib/base/db/client";
import { lockAllAlarms } from "@/lib/base/db/locks";
import { announceAlarms, emitAbout } from "@/lib/delivery/notifications/announce-alarms";
import { NOT_IN_USE, WORKS_AGAIN } from "@/lib/delivery/notifications/endings";
import { levelBefore } from "@/lib/delivery/notifications/endpoint-levels";
import type { MemberKind, OperatorKind } from "@/lib/delivery/notifications/kinds";
import {
  handOnCleared,
  postponeBrief,
  queueCleared,
  queueRaised,
  withdrawCleared,
} from "@/lib/delivery/notifications/queue-alarms";

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
  /** the sentence for its end */
  ending: string;
  /** the page that shows it */
  path: string | null;
  /** people are notified when it reaches 1, and again when it grows; 0 raises nothing, and keeps what was raised */
  level: number;
};

/** What one engine found. It says nothing about kinds it couldn't check, nor about the disks of other machines. */
export type Findings = {
  /** the database's time before the check */
  at: Date;
  /** the machine, which is the subject of problems that only it can see */
  host: string;
  problems: Problem[];
  unchecked: Problem["kind"][];
};

type Known = Pick<
  typeof alarms.$inferSelect,
  "id" | "merchantId" | "environment" | "kind" | "subject" | "message" | "level"
> & { isOpen: boolean };

/** An engine that was paused for longer between checking and writing knows nothing of the present. */
const STALE = "5 minutes";
/** A cause that comes and goes is one alarm: it ends once no engine has seen it for so long. */
const UNSEEN = "10 minutes";
/** When no engine checks it any more, for example because its machine is gone. */
const UNCHECKED = "3 hours";
/** An alarm that returns within this time goes on. Once it has lasted for as long again, people are told again. */
const RETURN = "1 hour";

/**
 * Brings the alarms in line with what an engine found. Queues a notification for each person, and emits an event for
 * each endpoint, that wants to know: when an alarm is raised, when it grows, and when it is over. Safe beside other
 * engines. Returns how many were raised, grew or cleared.
 */
export async function syncAlarms(ctx: Context, findings: Findings): Promise<number> {
  return ctx.db.sql.begin(async (tx) => {
    await lockAllAlarms(tx);
    if (await isStale(tx, findings)) return 0;
    const known = new Map((await readKnown(tx)).map((alarm) => [keyOf(alarm), alarm]));
    const [seen, begun, grown]: [string[], string[], string[]] = [[], [], []];
    for (const problem of findings.problems) {
      const alarm = known.get(keyOf(problem));
      if (alarm?.isOpen || (alarm && problem.level > 0)) {
        seen.push(alarm.id);
        if (!alarm.isOpen) begun.push(alarm.id);
        if (await grow(tx, alarm, problem)) grown.push(alarm.id);
      } else if (problem.level > 0) begun.push(await raise(tx, problem, findings));
    }
    await markSeen(tx, seen, findings);
    await withdrawCleared(tx, begun);
    begun.push(...(await listReturned(tx)));
    const { cleared, announced } = await clear(tx, findings);
    await postponeBrief(tx, findings);
    await queueRaised(ctx, tx, begun, { again: false });
    await queueRaised(ctx, tx, grown, { again: true });
    await handOnCleared(tx);
    await queueCleared(tx, cleared);
    await announceAlarms(tx, grown);
    await emitAbout(tx, "alarm.cleared", announced);
    return new Set([...begun, ...grown]).size + cleared.length;
  });
}

const keyOf = ({
  merchantId,
  environment,
  kind,
  subject,
}: Pick<Problem, "merchantId" | "environment" | "subject"> & { kind: string }) =>
  JSON.stringify([merchantId, environment, kind, subject]);

async function isStale(tx: Transaction, { at }: Findings): Promise<boolean> {
  const [row] = await tx<[{ isStale: boolean }]>`
    select clock_timestamp() - ${at}::timestamptz > ${STALE}::interval as "isStale"`;
  return row.isStale;
}

/** The open alarms, and those that ended a short time ago. */
function readKnown(tx: Transaction) {
  return tx<Known[]>`
    select distinct on (merchant_id, environment, kind, subject)
           id, merchant_id as "merchantId", environment, kind, subject, message, level, cleared_at is null as "isOpen"
      from alarms where cleared_at is null or cleared_at > now() - ${RETURN}::interval
     order by merchant_id, environment, kind, subject, cleared_at desc nulls first`;
}

async function raise(tx: Transaction, problem: Problem, { at }: Findings): Promise<string> {
  const { merchantId, environment, kind, subject, message, ending, path, level } = problem;
  const [row] = await tx<[{ id: string }]>`
    insert into alarms (merchant_id, environment, kind, subject, message, ending, path, level, last_seen_at)
    values (${merchantId}, ${environment}, ${kind}, ${subject}, ${message}, ${ending}, ${path}, ${level}, ${at})
    returning id`;
  return row.id;
}

/** Restates the alarm. True if it has become worse. */
async function grow(tx: Transaction, { id, kind, message, level }: Known, problem: Problem): Promise<boolean> {
  const before = kind === "endpoint" ? levelBefore(level, problem.level) : level;
  const now = Math.max(before, problem.level);
  if (now !== level || problem.message !== message) {
    await tx`update alarms set message = ${problem.message}, ending = ${problem.ending}, level = ${now} where id = ${id}`;
  }
  return problem.level > before;
}

async function markSeen(tx: Transaction, ids: string[], { at }: Findings): Promise<void> {
  await tx`
    update alarms set last_seen_at = greatest(last_seen_at, ${at}), cleared_at = null,
                      reopened_at = case when cleared_at is null then reopened_at else now() end
     where id = any(${ids}::uuid[])`;
}

/** Alarms that came back and have lasted since: people who were told of the end have to know. */
async function listReturned(tx: Transaction): Promise<string[]> {
  const rows = await tx<Pick<Known, "id">[]>`
    with returned as (
      update alarms set reopened_at = null, announced_at = case when announced_at >= reopened_at then announced_at end
       where cleared_at is null and reopened_at <= now() - ${RETURN}::interval returning id),
    ended as (
      delete from alarm_recipients where alarm_id in (select id from returned) and ended_at is not null)
    select id from returned`;
  return rows.map(({ id }) => id);
}

/** Also returns those of which endpoints were told. */
async function clear(tx: Transaction, { at, host, unchecked }: Findings) {
  const rows = await tx<(Pick<Known, "id"> & { wasAnnounced: boolean })[]>`
    update alarms a
       set cleared_at = now(),
           ending = case when a.kind = 'endpoint' and not exists (
             select from webhook_endpoints p
              where p.id::text = a.subject and p.merchant_id = a.merchant_id and p.disabled_at is null)
             then replace(a.ending, ${WORKS_AGAIN}, ${NOT_IN_USE}) else a.ending end
     where a.cleared_at is null
       and a.last_seen_at < ${at}::timestamptz
         - case when a.kind = any(${unchecked}::text[]) or (a.kind = 'disk' and a.subject <> ${host})
                then ${UNCHECKED}::interval else ${UNSEEN}::interval end
    returning a.id, (a.announced_at is not null and (a.reopened_at is null or a.announced_at >= a.reopened_at)) as "wasAnnounced"`;
  return {
    cleared: rows.map(({ id }) => id),
    announced: rows.filter(({ wasAnnounced }) => wasAnnounced).map(({ id }) => id),
  };
}
