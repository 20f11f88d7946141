import { TZDate } from "@date-fns/tz";
import { stringify } from "csv-stringify/sync";
import { formatISO } from "date-fns";
import type { AuditFilter } from "@/lib/audit/filter";
import { type AuditEntry, selectAudit } from "@/lib/audit/select";
import type { MemberContext } from "@/lib/context";
import type { Cursor } from "@/lib/cursor";

const BATCH = 1_000;

const COLUMNS = [
  "time",
  "actor_type",
  "actor",
  "actor_email",
  "action",
  "target_type",
  "target",
  "target_id",
  "address",
  "before",
  "after",
];

/**
 * The filtered log as CSV, newest first, in pieces so that its length does not matter. Times are ISO 8601 with the offset
 * of the merchant's time zone; values that a spreadsheet would run as a formula are escaped.
 */
export async function* exportAudit(ctx: MemberContext, filter: AuditFilter, timeZone: string): AsyncGenerator<string> {
  yield stringify([COLUMNS]);
  let after: Cursor | null = null;
  for (;;) {
    const rows: AuditEntry[] = await selectAudit(ctx, filter, { after, limit: BATCH });
    if (rows.length > 0)
      yield stringify(
        rows.map((row) => line(row, timeZone)),
        { escape_formulas: true },
      );
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = { key: String(last.micros), id: last.id };
  }
}

function line(entry: AuditEntry, timeZone: string) {
  return [
    formatISO(new TZDate(entry.at, timeZone)),
    entry.actorType,
    entry.actorName ?? (entry.actorType === "system" ? entry.actorId : ""),
    entry.actorEmail,
    entry.action,
    entry.targetType,
    entry.targetName,
    entry.targetId,
    entry.address,
    entry.before && JSON.stringify(entry.before),
    entry.after && JSON.stringify(entry.after),
  ];
}
