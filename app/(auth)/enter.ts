type Credentials = { email: string; password: string; code?: string };

/** Nothing but `ok` means that the session's cookie is there. */
export type Entered = { ok: true } | { ok: false; code: string; message: string };

const UNREACHED = "The server could not be reached. Check the connection and try again.";

const WORDS: Record<string, string> = {
  sign_in_failed: "E-mail or password is wrong.",
  code_required: "Enter the six digits of your authenticator.",
  wrong_code: "This code does not fit. Each works once: wait for the next one, or use a recovery code.",
};

/** Signs in from the browser by the two requests that next-auth's own client makes, without its 10 kB of script. */
export async function enter(credentials: Credentials): Promise<Entered> {
  try {
    const { csrfToken } = await (await fetch("/api/auth/csrf")).json();
    const answer = await fetch("/api/auth/callback/credentials", {
      method: "POST",
      body: new URLSearchParams({ csrfToken, json: "true", ...credentials }),
    });
    const { url } = (await answer.json()) as { url?: string };
    const error = new URL(url ?? "", window.location.origin).searchParams.get("error");
    if (answer.ok && error === null) return { ok: true };
    return refused(error ?? "api_error");
  } catch {
    return { ok: false, code: "api_error", message: UNREACHED };
  }
}

/** Signs a person in who has just made an account, and goes there; without luck by way of the sign-in page. */
export async function enterAndGo({ email, password }: Credentials, next: string): Promise<never> {
  const entered = await enter({ email: email.trim(), password });
  const byHand = `/sign-in?${new URLSearchParams({ email: email.trim(), next })}`;
  window.location.assign(entered.ok ? next : byHand);
  // the button stays at work until the next page is there
  return new Promise(() => {});
}

function refused(error: string): Entered {
  const [code = "api_error", seconds] = error.split(":");
  if (code === "rate_limited") {
    return { ok: false, code, message: `Too many attempts. Wait ${seconds ?? 60} seconds and try again.` };
  }
  if (code === "codes_paused") {
    const minutes = Math.ceil(Number(seconds) / 60);
    const wait = minutes === 1 ? "a minute" : `${minutes} minutes`;
    return { ok: false, code, message: `Too many wrong codes. Wait ${wait}, or use a recovery code.` };
  }
  const message = WORDS[code] ?? "Something went wrong on our side. Try again shortly.";
  return { ok: false, code, message };
}
