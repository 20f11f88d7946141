import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { env } from "@/lib/env";

/** What the address of a link carries: 32 random bytes. Kept as a hash, so the database alone opens nothing. */
export const LinkToken = z.string().regex(/^[\w-]{43}$/, "This link is incomplete. Copy the whole link.");

type Page = "reset-password" | "confirm-email" | "invitation";

export function newLink(page: Page): { link: string; tokenHash: Buffer } {
  const token = randomBytes(32).toString("base64url");
  return { link: `${env().APP_URL}/${page}/${token}`, tokenHash: linkTokenHash(token) };
}

export function linkTokenHash(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
