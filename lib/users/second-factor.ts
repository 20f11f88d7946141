import { createHash } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import type { Transaction } from "@/lib/db/client";
import { totpRow } from "@/lib/encryption/sealed-columns";
import { openSecret, sealSecret } from "@/lib/secrets";

const PERIOD_SECONDS = 30;
/** a code is valid one period early and one late, for clocks that differ */
const WINDOW = 1;

export function sealTotpSecret(userId: string, base32: string): Buffer {
  return sealSecret(base32, totpRow(userId));
}

/** The authenticator's settings for its QR code (RFC 6238: SHA-1, six digits, 30 s). */
export function createTotp(base32: string, label: { issuer: string; account: string }): TOTP {
  return new TOTP({
    issuer: label.issuer,
    label: label.account,
    secret: Secret.fromBase32(base32),
    period: PERIOD_SECONDS,
  });
}

/** The time step that a code belongs to at the given moment; null when it is not valid then. */
export function findTotpStep(base32: string, code: string, nowMs: number): bigint | null {
  if (!/^\d{6}$/.test(code)) return null;
  const totp = createTotp(base32, { issuer: "", account: "" });
  const delta = totp.validate({ token: code, timestamp: nowMs, window: WINDOW });
  if (delta === null) return null;
  return BigInt(Math.floor(nowMs / 1_000 / PERIOD_SECONDS) + delta);
}

/** The stored hash of a recovery code; spaces, dashes and case do not matter. */
export function recoveryCodeHash(code: string): Buffer {
  return createHash("sha256").update(code.replace(/[\s-]/g, "").toLowerCase()).digest();
}

/** Uses up a recovery code, once even in a race; false when it does not exist or was used. */
export async function takeRecoveryCode(tx: Transaction, userId: string, code: string): Promise<boolean> {
  const [used] = await tx`
    update recovery_codes set used_at = now()
     where user_id = ${userId} and code_hash = ${recoveryCodeHash(code)} and used_at is null returning user_id`;
  return used !== undefined;
}

/** Uses up an authenticator code, even while the authenticator is being added; false when it is wrong or was used. */
export async function takeTotp(tx: Transaction, userId: string, code: string): Promise<boolean> {
  const [row] = await tx<{ secret: Buffer | null; nowMs: number }[]>`
    select totp_secret as secret, (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs"
      from users where id = ${userId} for update`;
  if (!row?.secret) return false;
  const step = findTotpStep(openSecret(row.secret, totpRow(userId)), code.replace(/\s/g, ""), row.nowMs);
  if (step === null) return false;
  const [taken] = await tx`
    update users set totp_last_step = ${step}
     where id = ${userId} and (totp_last_step is null or totp_last_step < ${step}) returning id`;
  return taken !== undefined;
}
