type Attempt = { email: string; password: string; address?: string; jar?: Map<string, string> };

/**
 * The two requests of the sign-in page, with the cookies that are kept; `outcome` is `done` or the code of the refusal.
 */
export async function attemptSignIn(
  service: { url: string },
  { email, password, address = "127.0.0.1", jar = new Map() }: Attempt,
) {
  const headers = () => ({ "x-forwarded-for": address, cookie: cookiesOf(jar) });
  const keep = (answer: Response) => {
    for (const line of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split("=");
      jar.set(name, value);
    }
    return answer;
  };
  const csrf = keep(await fetch(`${service.url}/api/auth/csrf`, { headers: headers() }));
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const answer = keep(
    await fetch(`${service.url}/api/auth/callback/credentials`, {
      method: "POST",
      redirect: "manual",
      headers: headers(),
      body: new URLSearchParams({ csrfToken, email, password, json: "true" }),
    }),
  );
  const { url } = (await answer.json()) as { url: string };
  return { outcome: new URL(url).searchParams.get("error")?.split(":")[0] ?? "done", answer, jar };
}

/** The `cookie` header of a browser. */
export function cookiesOf(jar: ReadonlyMap<string, string>): string {
  return [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
}
