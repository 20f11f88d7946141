import { sql as fragment } from "drizzle-orm";
import { users } from "@/drizzle/schema";

/** The name that a team sees: a person's own, or their email while it is empty. */
export const displayName = fragment<string>`coalesce(nullif(${users.name}, ''), ${users.email})`;
