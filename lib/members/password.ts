import { hash } from "@node-rs/argon2";

export const MIN_PASSWORD_LENGTH = 10;

/** argon2id with 19 MiB, two passes and one lane (OWASP's recommendation), encoded with its own salt. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
}
