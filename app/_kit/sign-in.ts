import { leaveFor } from "@/app/_kit/leave-for";
import { beginPasskeySignIn } from "@/app/(auth)/actions";
import { callFailure } from "@/components/ui/call-failure";
import { authMessages } from "@/lib/service/messages/en/auth";
import { commonMessages } from "@/lib/service/messages/en/common";

type Credentials = { email: string; password: string; code?: string; passkey?: string };

/** Only `ok` means that the session cookie is set. */
export type SignInResult = { ok: true } | { ok: false; code: string; message: string };

const MESSAGES: Record<string, string> = {
  sign_in_failed: authMessages.refused.signInFailed,
  code_required: authMessages.refused.codeRequired,
  wrong_code: authMessages.refused.wrongCode,
  passkey_refused: authMessages.refused.passkeyRefused,
};

/** Signs in from the browser with the two requests of next-auth's own client, without its 10 kB of script. */
export function signIn(credentials: Credentials): Promise<SignInResult> {
  return callProvider("credentials", credentials);
}

/** Signs in with a passkey: as the second step after these credentials, or alone. */
export async function signInWithPasskey(credentials?: Credentials): Promise<SignInResult> {
  const request = await beginPasskeySignIn({}).catch(callFailure);
  if (!request.ok) return request;
  const { challengeId, options } = request.data;
  const { startAuthentication } = await import("@simplewebauthn/browser");
  const response = await startAuthentication({ optionsJSON: options }).catch(() => null);
  if (!response) return { ok: false, code: "passkey_cancelled", message: authMessages.refused.passkeyCancelled };
  const passkey = JSON.stringify({ challengeId, response });
  return credentials ? callProvider("credentials", { ...credentials, passkey }) : callProvider("passkey", { passkey });
}

async function callProvider(provider: "credentials" | "passkey", given: Record<string, string>): Promise<SignInResult> {
  try {
    const { csrfToken } = await (await fetch("/api/auth/csrf")).json();
    const answer = await fetch(`/api/auth/callback/${provider}`, {
      method: "POST",
      body: new URLSearchParams({ csrfToken, json: "true", ...given }),
    });
    const { url } = (await answer.json()) as { url?: string };
    const { origin, searchParams } = new URL(url ?? "", window.location.origin);
    if (searchParams.has("csrf")) return withoutCookie(origin);
    const error = searchParams.get("error");
    if (answer.ok && error === null) return { ok: true };
    return refused(error ?? "api_error");
  } catch {
    return { ok: false, code: "api_error", message: commonMessages.unreachable };
  }
}

/** Signs in with a new account and goes to `next`; by way of the sign-in page when signing in fails. */
export async function signInAndGo({ email, password }: Credentials, next: string): Promise<never> {
  const result = await signIn({ email: email.trim(), password });
  const byHand = `/sign-in?${new URLSearchParams({ email: email.trim(), next })}`;
  return leaveFor(result.ok ? next : byHand);
}

/**
 * The browser didn't keep the first request's cookie: it keeps none, or none of an `https` site at another address of
 * it.
 */
function withoutCookie(origin: string): SignInResult {
  const { cookiesBlocked, otherAddress } = authMessages.refused;
  const message = origin === window.location.origin ? cookiesBlocked : otherAddress(origin);
  return { ok: false, code: "no_cookie", message };
}

function refused(error: string): SignInResult {
  const [code = "api_error", seconds] = error.split(":");
  if (code === "rate_limited") {
    return { ok: false, code, message: authMessages.refused.rateLimited(Number(seconds ?? 60)) };
  }
  if (code === "codes_paused") {
    return { ok: false, code, message: authMessages.refused.codesPaused(Math.ceil(Number(seconds) / 60)) };
  }
  return { ok: false, code, message: MESSAGES[code] ?? authMessages.refused.failed };
}
