import { sql as fragment, type SQL } from "drizzle-orm";
import { users } from "@/drizzle/schema";

/** The condition that a row of `users` has this email in any case. Served by the unique index on `lower(email)`. */
export function hasEmail(email: string): SQL {
  return fragment`lower(${users.email}) = lower(${email})`;
}
