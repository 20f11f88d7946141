import type { Context } from "@/lib/context";
import type { Sql, Transaction } from "@/lib/db/client";
import { env } from "@/lib/env";
import { DomainError } from "@/lib/errors";

/** `open`: everybody; `invite`: whoever was invited; `closed`: nobody makes an account. */
export type SignUpMode = "open" | "invite" | "closed";

/** What holds right now: `SIGNUP=auto` is open until the first merchant exists, and then by invitation. */
export async function signUpMode(ctx: Context): Promise<SignUpMode> {
  const { SIGNUP } = env();
  if (SIGNUP !== "auto") return SIGNUP;
  return (await hasMerchant(ctx.db.sql)) ? "invite" : "open";
}

/**
 * Holds a transaction that makes an account to the mode. While it is `auto` those who come first at the same moment wait
 * for each other, so that one of them wins. Error: `sign_up_closed`.
 */
export async function requireOpenSignUp(tx: Transaction): Promise<void> {
  const { SIGNUP } = env();
  if (SIGNUP === "open") return;
  if (SIGNUP === "auto") {
    await tx`select pg_advisory_xact_lock(hashtext('till sign-up'))`;
    if (!(await hasMerchant(tx))) return;
  }
  throw signUpClosed();
}

export function signUpClosed() {
  return new DomainError("sign_up_closed", "New accounts need an invitation here. Ask the shop for one.");
}

async function hasMerchant(sql: Sql | Transaction): Promise<boolean> {
  const [row] = await sql<[{ found: boolean }]>`select exists (select from merchants where not is_demo) as found`;
  return row.found;
}
