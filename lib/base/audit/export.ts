import { TZDate } from "@date-fns/tz";
import { formatISO } from "date-fns";
import type { AuditFilter } from "@/lib/base/audit/filter";
import { type AuditEntry, type Keyed, selectAudit } from "@/lib/base/audit/select";
import type { MemberContext } from "@/lib/base/context/context";
import { type Cell, columns, type Table } from "@/lib/base/exports/table";
import type { Cursor } from "@/lib/base/lists/cursor";
import { inTurn } from "@/lib/base/pacing/turns";

/** Entries that one query reads. */
const BATCH = 500;

const COLUMNS = columns([
  ["time", "time"],
  ["actor_type", "text"],
  ["actor", "text"],
  ["actor_email", "text"],
  ["action", "text"],
  ["description", "text"],
  ["target_type", "text"],
  ["target", "text"],
  ["target_id", "text"],
  ["address", "text"],
  ["field", "text"],
  ["before", "text"],
  ["after", "text"],
]);

/** An entry in words. `changes`: its recorded fields with their values; null where none was recorded. */
type DescribedEntry = {
  description: string;
  target: string | null;
  changes: { field: string; before: string | null; after: string | null }[];
};

type Options = { timeZone: string; formatEntry(entry: AuditEntry): DescribedEntry };

/** The filtered log for a file, newest first: a row per changed field, or one for an entry without any. */
export function exportAudit(ctx: MemberContext, filter: AuditFilter, options: Options): Table {
  return { title: "Audit log", columns: COLUMNS, zone: options.timeZone, pieces: readPieces(ctx, filter, options) };
}

async function* readPieces(
  ctx: MemberContext,
  filter: AuditFilter,
  { timeZone, formatEntry }: Options,
): AsyncGenerator<Cell[][]> {
  let after: Cursor | null = null;
  for (;;) {
    const page = { after, limit: BATCH };
    const entries: Keyed<AuditEntry>[] = await inTurn(ctx.actor.userId, () => selectAudit(ctx, filter, page));
    const last = entries.at(-1);
    if (!last) return;
    yield entries.flatMap((entry) => toRows(entry, formatEntry(entry), timeZone));
    if (entries.length < BATCH) return;
    after = { key: last.micros, id: last.id };
  }
}

function toRows(entry: AuditEntry, { description, target, changes }: DescribedEntry, timeZone: string): Cell[][] {
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
