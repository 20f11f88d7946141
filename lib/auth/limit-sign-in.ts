import { addressKey, limitShared } from "@/lib/api/limits/limit";
import { accountKey } from "@/lib/auth/stranger";

type Caller = {
  address: string;
  email: string;
  /** the id of a browser that has signed in to this account before */
  browser: string | null;
};

/**
 * Counts one attempt to sign in: by account and address, by address, and over the account. Whoever guesses at an account from
 * many addresses uses up its count, and the browsers that its person has signed in with before still come in: each has
 * a count of its own. An account that does not exist counts like any other. Error: `rate_limited`.
 */
export async function limitSignIn({ address, email, browser }: Caller): Promise<void> {
  const account = accountKey(email);
  const from = addressKey(address);
  await limitShared("signIn", `sign-in:${account}:${browser ? `browser:${browser}` : `address:${from}`}`);
  await limitShared("signInAddress", `sign-in:address:${from}`);
  if (!browser) await limitShared("signInAccount", `sign-in:account:${account}`);
}
