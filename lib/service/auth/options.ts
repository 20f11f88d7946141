import type { CookiesOptions, NextAuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { publicContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { cookieName, cookieSuffix } from "@/lib/base/http/cookie-name";
import { env } from "@/lib/base/process/env";
import { log } from "@/lib/base/process/log";
import { processWide } from "@/lib/base/process/process-wide";
import { deriveSecret } from "@/lib/base/process/secrets";
import { isDomainError } from "@/lib/base/values/errors";
import { endSession } from "@/lib/people/accounts/end-session";
import { findSession, SESSION_MAX_DAYS, type SessionUser } from "@/lib/people/accounts/find-session";
import type { Device } from "@/lib/people/accounts/start-session";
import { SignInInput, signIn } from "@/lib/people/sign-in/sign-in";
import { PasskeySignInInput, signInWithPasskey } from "@/lib/people/sign-in/sign-in-with-passkey";
import { knownBrowser, rememberBrowser } from "@/lib/service/auth/known-browser";
import { limitPasskeySignIn, limitSignIn } from "@/lib/service/auth/limit-sign-in";
import { SESSION_COOKIE } from "@/lib/service/auth/own-cookie";

declare module "next-auth" {
  interface Session {
    account?: SessionUser;
    unread?: Unread;
  }
  interface User {
    sessionId: string;
  }
}
declare module "next-auth/jwt" {
  interface JWT {
    sessionId?: string;
    account?: SessionUser;
    unread?: Unread;
  }
}

/** Why the database couldn't say whose session it is; in no cookie and no response, since it is nothing in JSON. */
type Unread = { error: unknown; toJSON(): undefined };

const MAX_AGE_SECONDS = SESSION_MAX_DAYS * 86_400;

/** The cookie holds only a session id. Its owner and whether it is still valid are read from the database each time. */
export function authOptions(): NextAuthOptions {
  return processWide("auth.options", () => {
    const { APP_URL, NEXTAUTH_SECRET } = env();
    process.env.NEXTAUTH_URL = APP_URL; // next-auth reads it; another value would be that of another service
    return {
      secret: NEXTAUTH_SECRET ?? deriveSecret("session cookies"),
      useSecureCookies: APP_URL.startsWith("https:"),
      cookies: namedCookies(new URL(APP_URL)),
      session: { strategy: "jwt", maxAge: MAX_AGE_SECONDS },
      jwt: { maxAge: MAX_AGE_SECONDS }, // what the cookie holds; next-auth doesn't take it from the session's
      pages: { signIn: "/sign-in", error: "/sign-in" },
      providers: [credentials(), passkey()],
      callbacks: {
        /** The URL comes from a cookie or a query; next-auth's own callback throws when it is not valid. */
        redirect({ url, baseUrl }) {
          const target = URL.canParse(url, baseUrl) ? new URL(url, baseUrl) : null;
          return target?.origin === baseUrl ? target.href : baseUrl;
        },
        async jwt({ token, user }) {
          if (user) return { sessionId: user.sessionId };
          const { sessionId } = token;
          if (!sessionId) throw new SessionEnded();
          return { sessionId, ...(await readSession(sessionId)) };
        },
        async session({ session: { expires }, token: { account, unread } }) {
          return { expires, account, unread };
        },
      },
      events: {
        async signOut({ token }) {
          if (token.sessionId) await endSession(publicContext(database()), token.sessionId);
        },
      },
      logger: {
        error(code, metadata) {
          if (!isSessionEnded(metadata)) log().error({ code, metadata }, "next-auth");
        },
        warn() {},
        debug() {},
      },
    };
  });
}

/** Next-auth's own, by the name of this installation. `__Host-`: no page of another host of the domain can set it. */
function namedCookies(url: URL): Partial<CookiesOptions> {
  const secure = url.protocol === "https:";
  const options = { httpOnly: true, sameSite: "lax", path: "/", secure };
  return {
    sessionToken: { name: cookieName(SESSION_COOKIE, url), options },
    callbackUrl: { name: cookieName("next-auth.callback-url", url), options },
    csrfToken: { name: `${secure ? "__Host-" : ""}next-auth.csrf-token${cookieSuffix(url)}`, options },
  };
}

/**
 * Next-auth ends a session whose callback throws, whatever it is. So what the database throws is passed on, for
 * `currentUser` to throw.
 */
async function readSession(sessionId: string): Promise<{ account: SessionUser } | { unread: Unread }> {
  const account = await findSession(publicContext(database()), sessionId).catch((error: unknown) => ({ error }));
  if (account === null) throw new SessionEnded();
  return "error" in account ? { unread: { ...account, toJSON: () => undefined } } : { account };
}

class SessionEnded extends Error {
  override name = "SessionEnded";
}

/** Of jose, whose classes have no names once they are bundled. */
const EXPECTED_CODES = /^ERR_(?:JWT_EXPIRED$|JWE_)/;

/** A cookie of an ended session, too old or of another secret is expected, so it is not logged. */
function isSessionEnded(metadata: unknown): boolean {
  const error = metadata instanceof Error ? metadata : (metadata as { error?: unknown } | null)?.error;
  if (!(error instanceof Error)) return false;
  return error.name === "SessionEnded" || EXPECTED_CODES.test(String((error as { code?: unknown }).code));
}

function credentials() {
  return CredentialsProvider({
    credentials: { email: {}, password: {}, code: {}, passkey: {} },
    async authorize(given, request) {
      const input = SignInInput.safeParse(given ?? {});
      if (!input.success) throw new Error("sign_in_failed");
      const device = deviceOf(request);
      try {
        const ctx = publicContext(database());
        const browser = await knownBrowser(ctx, input.data.email);
        await limitSignIn({ address: device.address, email: input.data.email, browser });
        const started = await signIn(ctx, input.data, device);
        await rememberBrowser(ctx, started.sessionId, browser ?? undefined);
        return { id: started.userId, sessionId: started.sessionId };
      } catch (error) {
        throw new Error(toErrorCode(error));
      }
    },
  });
}

/** Signing in with a passkey alone. */
function passkey() {
  return CredentialsProvider({
    id: "passkey",
    credentials: { passkey: {} },
    async authorize(given, request) {
      const input = PasskeySignInInput.safeParse(given ?? {});
      if (!input.success) throw new Error("passkey_refused");
      const device = deviceOf(request);
      try {
        const ctx = publicContext(database());
        await limitPasskeySignIn(device);
        const started = await signInWithPasskey(ctx, input.data, device);
        await rememberBrowser(ctx, started.sessionId);
        return { id: started.userId, sessionId: started.sessionId };
      } catch (error) {
        throw new Error(toErrorCode(error));
      }
    },
  });
}

function deviceOf({ headers }: { headers?: Record<string, unknown> }): Device {
  return { address: String(headers?.["x-real-ip"] ?? "unknown"), userAgent: String(headers?.["user-agent"] ?? "") };
}

/** The error code that the sign-in page turns into a message; next-auth passes on only this text. */
function toErrorCode(error: unknown): string {
  if (!isDomainError(error)) {
    log().error({ err: error }, "sign-in failed");
    return "api_error";
  }
  const { code, extra } = error;
  return extra.retryAfterSeconds === undefined ? code : `${code}:${extra.retryAfterSeconds}`;
}
