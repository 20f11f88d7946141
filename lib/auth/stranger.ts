import { createHash } from "node:crypto";
import { addressKey, limitShared } from "@/lib/api/limits/limit";
import { type Context, publicContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import type { Device } from "@/lib/users/sign-in";

/**
 * Makes a verb one for `publicAction`: it runs as nobody, and each call counts against the caller's address and, where the
 * input names an account, against that, whether there is such an account or not. Error: `rate_limited`.
 */
export function asStranger<I extends object, R>(
  purpose: string,
  verb: (ctx: Context, input: I, device: Device) => R | Promise<R>,
) {
  return async (caller: Device, input: I): Promise<R> => {
    await limitStranger(purpose, caller.address, "email" in input ? String(input.email) : undefined);
    return verb(publicContext(database()), input, caller);
  };
}

/** Counts one attempt of a stranger; each purpose counts by itself. */
async function limitStranger(purpose: string, address: string, email: string | undefined): Promise<void> {
  await limitShared("signIn", `${purpose}:address:${addressKey(address)}`);
  if (email === undefined) return;
  await limitShared("signIn", `${purpose}:account:${accountKey(email)}`);
}

/** What an account is counted under, whether it exists or not. */
export function accountKey(email: string): string {
  return createHash("sha256").update(email.toLowerCase()).digest("base64url");
}
