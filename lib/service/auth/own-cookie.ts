import { cookieName } from "@/lib/base/http/cookie-name";
import { env } from "@/lib/base/process/env";

/** Next-auth's, which holds the session's ID. */
export const SESSION_COOKIE = "next-auth.session-token";

/** The name of one of this installation's cookies. */
export function ownCookie(name: string): string {
  return cookieName(name, new URL(env().APP_URL));
}

type Jar = { get(name: string): { value: string } | undefined };

/**
 * The value of one of this installation's cookies that hold a secret. Those from before cookies were named by address
 * have the plain name; another installation's secret is unknown here.
 */
export function ownSecret(jar: Jar, name: string): string | undefined {
  return jar.get(ownCookie(name))?.value ?? jar.get(name)?.value;
}
