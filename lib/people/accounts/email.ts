import { sql as fragment, type SQL } from "drizzle-orm";
import { z } from "zod";
import { users } from "@/drizzle/schema";

/** An email address; upper and lower case are the same account. */
export const Email = z
  .string()
  .trim()
  .pipe(z.email("Enter a valid email address, such as name@shop.example.").max(254, "This email is too long."));

/**
 * The condition that a row of `users` has this email in any case. Served by the unique index on `lower(email)`. The
 * given text is folded as limits fold it, since PostgreSQL's `lower` makes an ASCII letter of others, such as `İ`: an
 * account would have many limits.
 */
export function hasEmail(email: string): SQL {
  return fragment`lower(${users.email}) = ${foldEmail(email)}`;
}

/** The form in which two spellings of an account's email are equal. */
export function foldEmail(email: string): string {
  return email.toLowerCase();
}

/** Whether PostgreSQL refused a row because its unique value already exists. */
export function isTaken(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === "23505";
}
