import { eq } from "drizzle-orm";
import { merchants } from "@/drizzle/schema";
import type { Context } from "@/lib/base/context/context";
import type { Settings } from "@/lib/base/context/settings";
import { orm, type Sql, type Transaction } from "@/lib/base/db/client";
import { DomainError } from "@/lib/base/values/errors";

/** Who may create an account. `open`: anyone; `invite`: people with an invitation; `closed`: no one. */
export type SignUpMode = "open" | "invite" | "closed";

/** The mode right now: `SIGNUP=auto` is open until the first merchant exists, then by invitation. */
export async function signUpMode(ctx: Context): Promise<SignUpMode> {
  const mode = ctx.settings.signUp;
  if (mode !== "auto") return mode;
  return (await hasMerchant(ctx.db.sql)) ? "invite" : "open";
}

/**
 * Refuses a transaction that creates an account unless sign-up is open. With `auto`, simultaneous first sign-ups wait
 * for each other, so that one wins. Error: `sign_up_closed`.
 */
export async function requireOpenSignUp({ signUp }: Settings, tx: Transaction): Promise<void> {
  if (signUp === "open") return;
  if (signUp === "auto") {
    await tx`select pg_advisory_xact_lock(hashtext('till sign-up'))`;
    if (!(await hasMerchant(tx))) return;
  }
  throw signUpClosed();
}

export function signUpClosed() {
  return new DomainError("sign_up_closed", "You need an invitation to create an account here. Ask your team for one.");
}

async function hasMerchant(sql: Sql | Transaction): Promise<boolean> {
  const found = await orm(sql).select({ id: merchants.id }).from(merchants).where(eq(merchants.isDemo, false)).limit(1);
  return found.length > 0;
}
