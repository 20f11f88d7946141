import { z } from "zod";

/** An email address; upper and lower case are the same account. */
export const Email = z
  .string()
  .trim()
  .pipe(z.email("Enter a valid email address, such as name@shop.example.").max(254, "This email is too long."));

/** Whether PostgreSQL refused a row because its unique value already exists. */
export function isTaken(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === "23505";
}
