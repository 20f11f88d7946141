import { createHash } from "node:crypto";
import { and, eq, sql as fragment, isNull, lt, or } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { recoveryCodes, users } from "@/drizzle/schema";
import { orm, type Transaction } from "@/lib/base/db/client";
import { totpRow } from "@/lib/base/encryption/sealed-columns";
import { openSecret, sealSecret } from "@/lib/base/process/secrets";

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
  const [used] = await orm(tx)
    .update(recoveryCodes)
    .set({ usedAt: fragment`now()` })
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        eq(recoveryCodes.codeHash, recoveryCodeHash(code)),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ userId: recoveryCodes.userId });
  return used !== undefined;
}

/** Uses up an authenticator code, even while the authenticator is being added; false when it is wrong or was used. */
export async function takeTotp(tx: Transaction, userId: string, code: string): Promise<boolean> {
  const [row] = await orm(tx)
    .select({
      secret: users.totpSecret,
      nowMs: fragment<number>`(extract(epoch from clock_timestamp()) * 1000)::float8`,
    })
    .from(users)
    .where(eq(users.id, userId))
    .for("update");
  if (!row?.secret) return false;
  const step = findTotpStep(openSecret(row.secret, totpRow(userId)), code.replace(/\s/g, ""), row.nowMs);
  if (step === null) return false;
  const [taken] = await orm(tx)
    .update(users)
    .set({ totpLastStep: step })
    .where(and(eq(users.id, userId), or(isNull(users.totpLastStep), lt(users.totpLastStep, step))))
    .returning({ id: users.id });
  return taken !== undefined;
}
