import { hash, verify } from "@node-rs/argon2";
import { processWide } from "@/lib/base/process/process-wide";
import { MAX_PASSWORD_LENGTH } from "@/lib/people/accounts/password-rules";

/** argon2id with 19 MiB, two passes and one lane (OWASP's recommendation), encoded with its own salt. */
export function hashPassword(password: string): Promise<string> {
  return hash(typed(password), { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
}

/** Whether a password is the one behind a hash. Without a hash it takes the same time and says no. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const against = passwordHash ?? (await processWide("users.noHash", () => hashPassword("nobody has this password")));
  const same = await verify(against, typed(password.slice(0, MAX_PASSWORD_LENGTH)));
  return same && passwordHash !== null;
}

/** Keyboards write one accented letter in different bytes (RFC 8265 asks for a normal form). */
function typed(password: string): string {
  return password.normalize("NFC");
}
