import { sql } from "drizzle-orm";
import { customType, timestamp, uuid } from "drizzle-orm/pg-core";

export const id = () => uuid("id").primaryKey().defaultRandom();

export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

export const createdAt = () => moment("created_at").notNull().default(sql`now()`);

export const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** A whole transaction ID, as its decimal text. */
export const xid8 = customType<{ data: string }>({ dataType: () => "xid8" });

/** jsonb whose text the database client writes and reads; drizzle's own type would encode it twice. */
export const json = <T>(name: string) =>
  customType<{ data: T; driverData: unknown }>({
    dataType: () => "jsonb",
    toDriver: (value) => value,
    fromDriver: (value) => value as T,
  })(name);
