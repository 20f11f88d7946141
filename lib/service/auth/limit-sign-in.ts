import { addressKey } from "@/lib/service/api/limits/address-key";
import { limitShared } from "@/lib/service/api/limits/limit";
import { accountKey } from "@/lib/service/auth/anonymous";

type Caller = {
  address: string;
  email: string;
  /** the id of a browser that has signed in to this account before */
  browser: string | null;
};

/**
 * Counts one sign-in attempt per account and address, per address, and per account. Guessing from many addresses uses
 * up the account's limit, but known browsers each have their own and still get in. Unknown accounts count like any
 * other. Error: `rate_limited`.
 */
export async function limitSignIn({ address, email, browser }: Caller): Promise<void> {
  const account = accountKey(email);
  const from = addressKey(address);
  await limitShared("signIn", `sign-in:${account}:${browser ? `browser:${browser}` : `address:${from}`}`);
  await limitShared("signInAddress", `sign-in:address:${from}`);
  if (!browser) await limitShared("signInAccount", `sign-in:account:${account}`);
}

/**
 * Counts one sign-in by passkey against its address; which account it is for isn't known yet. Error: `rate_limited`.
 */
export async function limitPasskeySignIn({ address }: { address: string }): Promise<void> {
  await limitShared("signInAddress", `sign-in:address:${addressKey(address)}`);
}
