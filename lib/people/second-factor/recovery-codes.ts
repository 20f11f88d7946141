import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { recoveryCodes } from "@/drizzle/schema";
import { orm, type Transaction } from "@/lib/base/db/client";
import { recoveryCodeHash } from "@/lib/people/second-factor/second-factor";

const COUNT = 10;
const BYTES = 10;
const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";

/**
 * Replaces a person's recovery codes with ten new ones of 80 random bits in the caller's transaction. Shown this once.
 */
export async function replaceCodes(tx: Transaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, newCode);
  await orm(tx).delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await orm(tx)
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, codeHash: recoveryCodeHash(code) })));
  return codes;
}

/** 16 characters of five bits each in groups of four: `k3vq-7xwa-m2ed-p5hn`. */
function newCode(): string {
  const bits = [...randomBytes(BYTES)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const characters = (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five, 2)]).join("");
  return (characters.match(/.{4}/g) ?? []).join("-");
}
