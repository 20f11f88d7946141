import { cookies } from "next/headers";
import { z } from "zod";
import type { Context } from "@/lib/base/context/context";
import { env } from "@/lib/base/process/env";
import { findKnownBrowser, issueBrowserToken } from "@/lib/people/accounts/known-browser";
import { ownCookie, ownSecret } from "@/lib/service/auth/own-cookie";

export const RememberBrowserInput = z.object({});

/** The longest time that browsers keep a cookie. */
const DAYS = 400;

/** The id of this browser, when it has signed in to this account before. */
export async function knownBrowser(ctx: Context, email: string): Promise<string | null> {
  const jar = await cookies();
  return findKnownBrowser(ctx, email, (userId) => ownSecret(jar, browserCookie(userId)));
}

/** Lets this browser be recognised at its next sign-in to the account of this session. */
export async function rememberBrowser(ctx: Context, sessionId: string, browserId?: string): Promise<void> {
  const issued = await issueBrowserToken(ctx, sessionId, browserId);
  if (!issued) return;
  (await cookies()).set(ownCookie(browserCookie(issued.userId)), issued.token, {
    path: "/api/auth",
    httpOnly: true,
    sameSite: "lax",
    secure: env().APP_URL.startsWith("https:"),
    maxAge: DAYS * 86_400,
  });
}

function browserCookie(userId: string): string {
  return `till-browser-${userId}`;
}
