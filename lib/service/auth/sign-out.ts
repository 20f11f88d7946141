import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { endSession } from "@/lib/people/accounts/end-session";
import { requireOwnOrigin } from "@/lib/service/auth/origin";
import { ownCookie, SESSION_COOKIE } from "@/lib/service/auth/own-cookie";
import { currentUser } from "@/lib/service/auth/session";

/** Ends this session, deletes its cookie and redirects to the sign-in page. */
export async function signOut(): Promise<never> {
  requireOwnOrigin(await headers());
  const user = await currentUser();
  if (user) await endSession(user.ctx, user.ctx.sessionId);
  const jar = await cookies();
  const own = ownCookie(SESSION_COOKIE);
  for (const { name } of jar.getAll()) {
    // a long one is split into several, numbered after a dot
    if (name.startsWith(own) && /^(?:\.\d+)?$/.test(name.slice(own.length))) {
      jar.delete({ name, path: "/", secure: name.startsWith("__Secure-") });
    }
  }
  redirect("/sign-in");
}
