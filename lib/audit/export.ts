import { TZDate } from "@date-fns/tz";
import { stringify } from "csv-stringify/sync";
import { formatISO } from "date-fns";
import type { AuditFilter } from "@/lib/audit/filter";
import { type AuditEntry, selectAudit } from "@/lib/audit/select";
import type { MemberContext } from "@/lib/context";
import type { Cursor } from "@/lib/cursor";

const BATCH = 1_000;

const COLUMNS = [
  ...["time", "actor_type", "actor", "actor_email", "action", "description", "target_type", "target", "target_id"],
  ...["address", "field", "before", "after"],
];

/** An entry in words. `changes`: its recorded fields with their values; null where none was recorded. */
type DescribedEntry = {
  description: string;
  target: string | null;
  changes: { field: string; before: string | null; after: string | null }[];
};

type Options = { timeZone: string; formatEntry(entry: AuditEntry): DescribedEntry };

/**
 * The filtered log as CSV (UTF-8 with a byte order mark), newest first, in pieces so that its length does not matter: a line per changed field, or one for
 * an entry without any. Times are ISO 8601 with the offset of `timeZone`; values that a spreadsheet would run as a formula
 * are escaped.
 */
export async function* exportAudit(
  ctx: MemberContext,
  filter: AuditFilter,
  { timeZone, formatEntry }: Options,
): AsyncGenerator<string> {
  yield stringify([COLUMNS], { bom: true });
  let after: Cursor | null = null;
  for (;;) {
    const rows: AuditEntry[] = await selectAudit(ctx, filter, { after, limit: BATCH });
    if (rows.length > 0)
      yield stringify(
        rows.flatMap((row) => toLines(row, formatEntry(row), timeZone)),
        { escape_formulas: true },
      );
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = { key: String(last.micros), id: last.id };
  }
}

function toLines(entry: AuditEntry, { description, target, changes }: DescribedEntry, timeZone: string) {
  const shared = [
    formatISO(new TZDate(entry.at, timeZone)),
    entry.actorType,
    entry.actorName ?? (entry.actorType === "system" ? entry.actorId : ""),
    entry.actorEmail,
    entry.action,
    description,
    entry.targetType,
    target,
    entry.targetId,
    entry.address,
  ];
  if (changes.length === 0) return [[...shared, null, null, null]];
  return changes.map(({ field, before, after }) => [...shared, field, before, after]);
}
