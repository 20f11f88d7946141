import type { users } from "@/drizzle/schema";
import type { Transaction } from "@/lib/base/db/client";
import { DomainError } from "@/lib/base/values/errors";

/** Adds a person in the caller's transaction; null when the email already has an account. */
export async function insertUser(
  tx: Transaction,
  user: { email: string; name?: string; passwordHash: string },
): Promise<string | null> {
  const [row] = await tx<Pick<typeof users.$inferSelect, "id">[]>`
    insert into users (email, name, password_hash) values (${user.email}, ${user.name ?? ""}, ${user.passwordHash})
    on conflict (lower(email)) do nothing returning id`;
  return row?.id ?? null;
}

/** The same refusal for every email that a new account cannot have. */
export function takenEmail() {
  return new DomainError(
    "conflict",
    "You can't create an account with this email. If it's yours, sign in or reset your password.",
    { field: "email" },
  );
}
