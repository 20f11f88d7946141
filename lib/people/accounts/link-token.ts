import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import type { Settings } from "@/lib/base/context/settings";

/** What the address of a link carries: 32 random bytes. Kept as a hash, so the database alone opens nothing. */
export const LinkToken = z.string().regex(/^[\w-]{43}$/, "This link is incomplete. Copy the whole link.");

type Page = "reset-password" | "confirm-email" | "invitation" | "two-step";

export function newLink({ appUrl }: Settings, page: Page): { link: string; tokenHash: Buffer } {
  const token = randomBytes(32).toString("base64url");
  return { link: `${appUrl}/${page}/${token}`, tokenHash: linkTokenHash(token) };
}

export function linkTokenHash(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
