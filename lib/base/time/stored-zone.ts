import type { Sql, Transaction } from "@/lib/base/db/client";
import { namesOfZone, RENAMED_ZONES } from "@/lib/base/time/renamed-zones";
import { DomainError } from "@/lib/base/values/errors";

/**
 * The name by which PostgreSQL, which computes all business days, knows a time zone that `isTimeZone` accepts: the
 * given one or another of the same zone. Never aborts a transaction. Error: `invalid_request` for a zone that
 * PostgreSQL doesn't know.
 */
export async function storedZone(sql: Sql | Transaction, name: string, renamed = RENAMED_ZONES): Promise<string> {
  if (isListed(name) && (await isKnownZone(sql, name))) return name;
  const names = namesOfZone(name, renamed);
  const [known] = await sql<{ name: string | null }[]>`
    select z.name
      from pg_timezone_names z
      join unnest(${names}::text[]) with ordinality asked(name, place) on lower(z.name) = lower(asked.name)
     order by asked.place limit 1`;
  if (known?.name) return known.name;
  const message = `The database doesn't know the time zone ${name}. Choose another one with the same time.`;
  throw new DomainError("invalid_request", message, { field: "timeZone" });
}

/**
 * Written as browsers list it: neither in other case nor an abbreviation, which PostgreSQL may read as another zone.
 */
function isListed(name: string): boolean {
  return name === "UTC" || Intl.supportedValuesOf("timeZone").includes(name);
}

/**
 * Whether PostgreSQL can compute with a time zone. Never aborts a transaction, and is quick: `pg_timezone_names` reads
 * every zone.
 */
export async function isKnownZone(sql: Sql | Transaction, name: string): Promise<boolean> {
  const compute = (connection: Sql | Transaction) => connection`select now() at time zone ${name}`;
  try {
    await ("savepoint" in sql ? sql.savepoint((inside) => [compute(inside)]) : compute(sql));
    return true;
  } catch (error) {
    if (isUnknownZone(error)) return false;
    throw error;
  }
}

/** Whether a statement failed because PostgreSQL doesn't know a time zone: `invalid_parameter_value`. */
export function isUnknownZone(error: unknown): boolean {
  return (error as { code?: unknown }).code === "22023";
}
