import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { requireOwnOrigin } from "@/lib/auth/origin";
import { currentUser } from "@/lib/auth/session";
import { endSession } from "@/lib/users/end-session";

/** Ends this session, deletes its cookie and redirects to the sign-in page. */
export async function signOut(): Promise<never> {
  requireOwnOrigin(await headers());
  const user = await currentUser();
  if (user) await endSession(user.ctx, user.ctx.sessionId);
  const jar = await cookies();
  for (const { name } of jar.getAll()) {
    if (/next-auth\.session-token/.test(name)) jar.delete({ name, path: "/", secure: name.startsWith("__Secure-") });
  }
  redirect("/sign-in");
}
