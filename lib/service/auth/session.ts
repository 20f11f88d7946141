import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { getServerSession } from "next-auth";
import { cache } from "react";
import type { UserContext } from "@/lib/base/context/context";
import { readSettings } from "@/lib/base/context/settings";
import { database } from "@/lib/base/db/client";
import type { SessionUser } from "@/lib/people/accounts/find-session";
import { authOptions } from "@/lib/service/auth/options";

export type SignedIn = { account: SessionUser; ctx: UserContext };

/**
 * The person who sends this request, read once per request; null when no one is signed in. Throws what the database
 * throws.
 */
export const currentUser = cache(async (): Promise<SignedIn | null> => {
  const session = await getServerSession(authOptions());
  if (session?.unread) throw session.unread.error;
  if (!session?.account) return null;
  const address = (await headers()).get("x-real-ip") ?? "unknown";
  const { account } = session;
  const actor = { type: "user" as const, userId: account.userId, address };
  const { sessionId } = account;
  return { account, ctx: { db: database(), settings: readSettings(), actor, merchantId: null, sessionId } };
});

/** For pages: redirects to sign-in without a session, and back to this page afterwards. */
export async function requireUser(): Promise<SignedIn> {
  const user = await currentUser();
  if (user) return user;
  const wanted = (await headers()).get("x-till-path");
  redirect(wanted ? `/sign-in?next=${encodeURIComponent(wanted)}` : "/sign-in");
}
