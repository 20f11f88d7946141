import type { apiKeys, terminals } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";
import { visibleTerminals } from "@/lib/base/context/visible-terminals";
import { businessDay } from "@/lib/base/time/business-day";
import { formatClock } from "@/lib/base/time/clock";
import { isUnknownZone } from "@/lib/base/time/stored-zone";

type Stored = typeof terminals.$inferSelect;

export type TerminalRow = Pick<
  Stored,
  | ("id" | "name" | "timeZone" | "toleranceMicros" | "chargeLimitMicros" | "createdAt" | "archivedAt")
  | ("supportEmail" | "supportUrl" | "supportPhone")
> & {
  /** `04:30` on the terminal's clock */
  businessDayStart: string;
  intentLifeMinutes: number;
  /** the current key of the environment; null when there is none */
  key: Pick<typeof apiKeys.$inferSelect, "last4" | "createdAt" | "lastUsedAt"> | null;
  /** replaced keys that still work */
  endingKeys: number;
  /** devices that can open the keypad */
  devices: number;
  /** in the environment, since the business day started */
  today: { micros: bigint; payments: number };
};

/** The terminals that the member can see, by name: either the active or the archived ones. */
export function listTerminals(ctx: MemberContext, { archived = false }: { archived?: boolean } = {}) {
  return selectTerminals(ctx, null, archived);
}

/** One terminal, archived or not; null if it does not exist or the member cannot see it. */
export async function getTerminal(ctx: MemberContext, terminalId: string): Promise<TerminalRow | null> {
  const [found] = await selectTerminals(ctx, terminalId, null);
  return found ?? null;
}

type Row = Omit<TerminalRow, "key" | "today" | "businessDayStart" | "intentLifeMinutes"> & {
  dayStart: number;
  life: number;
  last4: string | null;
  keyCreatedAt: Date | null;
  keyLastUsedAt: Date | null;
  micros: bigint;
  payments: bigint;
};

/**
 * Where PostgreSQL doesn't know the time zone of one, today is that of UTC for all, so that its settings can still be
 * opened.
 */
async function selectTerminals(
  ctx: MemberContext,
  terminalId: string | null,
  archived: boolean | null,
): Promise<TerminalRow[]> {
  try {
    return await selectWithToday(ctx, { terminalId, archived, inUtc: false });
  } catch (error) {
    if (!isUnknownZone(error)) throw error;
    return await selectWithToday(ctx, { terminalId, archived, inUtc: true });
  }
}

type Wanted = { terminalId: string | null; archived: boolean | null; inUtc: boolean };

/** Today's takings are the hourly sums, which are current, plus the payments before the first whole hour. */
async function selectWithToday(ctx: MemberContext, { terminalId, archived, inUtc }: Wanted): Promise<TerminalRow[]> {
  const { sql } = ctx.db;
  const rows = await sql<Row[]>`
    select t.id, t.name, t.time_zone as "timeZone", t.business_day_start_minutes as "dayStart",
           t.intent_life_seconds as life, t.tolerance_micros as "toleranceMicros",
           t.charge_limit_micros as "chargeLimitMicros", t.created_at as "createdAt", t.archived_at as "archivedAt",
           t.support_email as "supportEmail", t.support_url as "supportUrl", t.support_phone as "supportPhone",
           k.last4, k.created_at as "keyCreatedAt", k.last_used_at as "keyLastUsedAt",
           (select count(*)::int from api_keys e where e.terminal_id = t.id and e.environment = ${ctx.environment}
               and e.ends_at > now()) as "endingKeys",
           (select count(*)::int from device_links d where d.terminal_id = t.id and d.environment = ${ctx.environment}
               and d.opened_at is not null and d.revoked_at is null and d.expires_at > now()) as devices,
           coalesce(whole.micros, 0) + coalesce(edge.micros, 0) as micros,
           coalesce(whole.payments, 0)::bigint + edge.payments as payments
      from terminals t
      left join api_keys k on k.terminal_id = t.id and k.environment = ${ctx.environment} and k.ends_at is null
     cross join lateral (
       select (${businessDay(sql, "now")} + opens) at time zone zone as starts
         from (select ${inUtc ? sql`'UTC'` : sql`t.time_zone`} as zone, make_interval(mins => t.business_day_start_minutes) as opens, now() as now) o) day
     cross join lateral (
       select date_trunc('hour', day.starts + interval '1 hour' - interval '1 microsecond', 'UTC') as starts) hour
     cross join lateral (
       select sum(s.total_micros) as micros, sum(s.sales_count) as payments from sales_sums s
        where s.terminal_id = t.id and s.environment = ${ctx.environment} and s.span = 'hour'
          and s.starts_at >= hour.starts) whole
     cross join lateral (
       select sum(i.amount_micros) as micros, count(*) as payments from payment_intents i
        where i.terminal_id = t.id and i.environment = ${ctx.environment} and i.status = 'paid'
          and i.paid_at >= day.starts and i.paid_at < hour.starts) edge
     where t.merchant_id = ${ctx.merchantId} and ${visibleTerminals(ctx, "t.id")}
       and (${terminalId}::uuid is null or t.id = ${terminalId})
       and (${archived}::boolean is null or (t.archived_at is not null) = ${archived})
     order by lower(t.name), t.created_at, t.id`;
  return rows.map(present);
}

function present(row: Row): TerminalRow {
  const { id, name, timeZone, toleranceMicros, createdAt, archivedAt, last4, keyCreatedAt, endingKeys, devices } = row;
  const { chargeLimitMicros, supportEmail, supportUrl, supportPhone } = row;
  return {
    id,
    name,
    timeZone,
    businessDayStart: formatClock(row.dayStart),
    intentLifeMinutes: Math.round(row.life / 60),
    toleranceMicros,
    chargeLimitMicros,
    supportEmail,
    supportUrl,
    supportPhone,
    createdAt,
    archivedAt,
    key: last4 && keyCreatedAt ? { last4, createdAt: keyCreatedAt, lastUsedAt: row.keyLastUsedAt } : null,
    endingKeys,
    devices,
    today: { micros: row.micros, payments: Number(row.payments) },
  };
}
