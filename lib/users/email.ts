import { z } from "zod";

/** An address that mail goes to; capitals and small letters are the same account. */
export const Email = z
  .string()
  .trim()
  .pipe(
    z.email("This is not an e-mail address. It looks like name@shop.example.").max(254, "This address is too long."),
  );

/** PostgreSQL's word that a row with this value is there already. */
export function isTaken(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === "23505";
}
