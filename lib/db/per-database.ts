import type { Database } from "@/lib/db/client";
import { processWide } from "@/lib/process-wide";

/**
 * One value for each open database, made on first use and dropped with the database: two databases in one process share no
 * batch. `name` makes it the same value in every bundle of the process.
 */
export function perDatabase<T extends object>(name: string, make: (db: Database) => T): (db: Database) => T {
  const made = processWide(name, () => new WeakMap<Database, T>());
  return (db) => {
    const known = made.get(db);
    if (known) return known;
    const value = make(db);
    made.set(db, value);
    return value;
  };
}
