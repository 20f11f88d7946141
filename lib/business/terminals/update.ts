import { and, eq } from "drizzle-orm";
import { terminals } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import type { MemberContext } from "@/lib/base/context/context";
import { isVisibleTerminal } from "@/lib/base/context/visible-terminals";
import { orm } from "@/lib/base/db/client";
import { formatClock, parseClock } from "@/lib/base/time/clock";
import { storedZone } from "@/lib/base/time/stored-zone";
import { DomainError, notFound } from "@/lib/base/values/errors";
import { decimalFromMicros, microsFromDecimal } from "@/lib/base/values/money";
import { forgetTerminalKeys } from "@/lib/business/keys/forget";
import type { UpdateTerminalInput } from "@/lib/business/terminals/schemas";

type Row = typeof terminals.$inferSelect;
type Settings = Required<Omit<UpdateTerminalInput, "terminalId">>;

/**
 * Changes a terminal's name, time zone, business day and support contact, the limit for charges, and the life and
 * tolerance of new intents; existing intents keep theirs. Only the settings that are given change, and when none
 * differs, nothing does. Errors: `not_found`, `conflict` for an archived terminal, `invalid_request` for a time zone
 * that PostgreSQL doesn't know.
 */
export async function updateTerminal(ctx: MemberContext, input: UpdateTerminalInput): Promise<void> {
  const { terminalId, ...given } = input;
  const own = and(eq(terminals.id, terminalId), eq(terminals.merchantId, ctx.merchantId));
  const changed = await ctx.db.sql.begin(async (tx) => {
    const [row] = await orm(tx)
      .select()
      .from(terminals)
      .where(and(own, isVisibleTerminal(ctx, terminals.id)))
      .for("no key update");
    if (!row) throw notFound("terminal");
    if (row.archivedAt)
      throw new DomainError("conflict", "This terminal is archived. Restore it to change its settings.");
    const was = toSettings(row);
    const wanted = { ...was, ...withoutUndefined(given) };
    if (wanted.timeZone !== was.timeZone) wanted.timeZone = await storedZone(tx, wanted.timeZone);
    const { before, after } = difference(was, wanted);
    if (Object.keys(after).length === 0) return false;
    await orm(tx)
      .update(terminals)
      .set({
        name: wanted.name,
        timeZone: wanted.timeZone,
        businessDayStartMinutes: parseClock(wanted.businessDayStart),
        intentLifeSeconds: wanted.intentLifeMinutes * 60,
        toleranceMicros: microsFromDecimal(wanted.tolerance) ?? 0n,
        chargeLimitMicros: microsFromDecimal(wanted.chargeLimit) ?? row.chargeLimitMicros,
        supportEmail: wanted.supportEmail,
        supportUrl: wanted.supportUrl,
        supportPhone: wanted.supportPhone,
      })
      .where(own);
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
  const { name, timeZone, businessDayStartMinutes, intentLifeSeconds, toleranceMicros, chargeLimitMicros } = row;
  const { supportEmail, supportUrl, supportPhone } = row;
  return {
    name,
    timeZone,
    supportEmail,
    supportUrl,
    supportPhone,
    businessDayStart: formatClock(businessDayStartMinutes),
    intentLifeMinutes: intentLifeSeconds / 60,
    tolerance: decimalFromMicros(toleranceMicros),
    chargeLimit: decimalFromMicros(chargeLimitMicros),
  };
}

function withoutUndefined<Values extends object>(values: Values) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Values]: Exclude<Values[Name], undefined>;
  };
}

function difference(was: Settings, is: Settings) {
  const names = (Object.keys(was) as (keyof Settings)[]).filter((name) => was[name] !== is[name]);
  const pick = (from: Settings): Partial<Settings> => Object.fromEntries(names.map((name) => [name, from[name]]));
  return { before: pick(was), after: pick(is) };
}
