import { recordAudit } from "@/lib/audit/record";
import type { MemberContext } from "@/lib/context";
import { DomainError, notFound } from "@/lib/errors";
import { forgetTerminalKeys } from "@/lib/keys/forget";
import { decimalFromMicros, microsFromDecimal } from "@/lib/money";
import { formatClock, parseClock } from "@/lib/terminals/clock";
import type { UpdateTerminalInput } from "@/lib/terminals/schemas";
import { visibleTerminals } from "@/lib/terminals/visible";

type Row = {
  name: string;
  timeZone: string;
  dayStart: number;
  life: number;
  toleranceMicros: bigint;
  archived: boolean;
};
type Settings = Required<Omit<UpdateTerminalInput, "terminalId">>;

/**
 * Changes a terminal's name, time zone and business day, and the life and tolerance of new intents; existing intents keep
 * theirs. Does nothing when nothing changes. Errors: `not_found`, `conflict` for an archived terminal.
 */
export async function updateTerminal(ctx: MemberContext, input: UpdateTerminalInput): Promise<void> {
  const { terminalId, ...given } = input;
  const changed = await ctx.db.sql.begin(async (tx) => {
    const [row] = await tx<Row[]>`
      select name, time_zone as "timeZone", business_day_start_minutes as "dayStart", intent_life_seconds as life,
             tolerance_micros as "toleranceMicros", archived_at is not null as archived
        from terminals
       where id = ${terminalId} and merchant_id = ${ctx.merchantId} and ${visibleTerminals(ctx, "id")}
         for no key update`;
    if (!row) throw notFound("terminal");
    if (row.archived)
      throw new DomainError("conflict", "This terminal is archived. Restore it to change its settings.");
    const was = toSettings(row);
    const wanted = { ...was, ...given, tolerance: given.tolerance ?? was.tolerance };
    const { before, after } = difference(was, wanted);
    if (Object.keys(after).length === 0) return false;
    await tx`
      update terminals
         set name = ${wanted.name}, time_zone = ${wanted.timeZone},
             business_day_start_minutes = ${parseClock(wanted.businessDayStart)},
             intent_life_seconds = ${wanted.intentLifeMinutes * 60},
             tolerance_micros = ${microsFromDecimal(wanted.tolerance)}
       where id = ${terminalId} and merchant_id = ${ctx.merchantId}`;
    await recordAudit(tx, {
      merchantId: ctx.merchantId,
      actor: ctx.actor,
      action: "terminal.updated",
      targetType: "terminal",
      targetId: terminalId,
      before,
      after,
    });
    return true;
  });
  if (changed) await forgetTerminalKeys(ctx, terminalId);
}

function toSettings(row: Row): Settings {
  const { name, timeZone, dayStart, life, toleranceMicros } = row;
  return {
    ...{ name, timeZone, businessDayStart: formatClock(dayStart), intentLifeMinutes: life / 60 },
    tolerance: decimalFromMicros(toleranceMicros),
  };
}

function difference(was: Settings, is: Settings) {
  const names = (Object.keys(was) as (keyof Settings)[]).filter((name) => was[name] !== is[name]);
  const pick = (from: Settings) => Object.fromEntries(names.map((name) => [name, from[name]]));
  return { before: pick(was), after: pick(is) };
}
