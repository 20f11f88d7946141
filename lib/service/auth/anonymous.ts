import { createHash } from "node:crypto";
import { type Context, publicContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { foldEmail } from "@/lib/people/accounts/email";
import type { Device } from "@/lib/people/accounts/start-session";
import { addressKey } from "@/lib/service/api/limits/address-key";
import { limitShared } from "@/lib/service/api/limits/limit";

/**
 * Prepares a verb for `publicAction`: it runs without a session. Each call counts against the caller's address and,
 * where the input contains an email, against that account, whether it exists or not. Error: `rate_limited`.
 */
export function withAnonymousContext<I extends object, R>(
  purpose: string,
  verb: (ctx: Context, input: I, device: Device) => R | Promise<R>,
) {
  return async (caller: Device, input: I): Promise<R> => {
    await limitAnonymous(purpose, caller.address, "email" in input ? String(input.email) : undefined);
    return verb(publicContext(database()), input, caller);
  };
}

/** Counts one attempt of someone who is not signed in; each purpose is counted separately. */
async function limitAnonymous(purpose: string, address: string, email: string | undefined): Promise<void> {
  await limitShared("signIn", `${purpose}:address:${addressKey(address)}`);
  if (email === undefined) return;
  await limitShared("signIn", `${purpose}:account:${accountKey(email)}`);
}

/** The key under which the attempts on an account are counted, whether it exists or not. */
export function accountKey(email: string): string {
  return createHash("sha256").update(foldEmail(email)).digest("base64url");
}
