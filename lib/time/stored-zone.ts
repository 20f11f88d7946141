import type { Sql, Transaction } from "@/lib/db/client";
import { DomainError } from "@/lib/errors";
import { namesOfZone, RENAMED_ZONES } from "@/lib/time/renamed-zones";

/**
 * The name by which PostgreSQL, which computes all business days, knows a time zone that `isTimeZone` accepts: the given one or
 * another of the same zone. Never aborts a transaction. Error: `invalid_request` for a zone that PostgreSQL doesn't know.
 */
export async function storedZone(sql: Sql | Transaction, name: string, renamed = RENAMED_ZONES): Promise<string> {
  if (name === "UTC") return name;
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
