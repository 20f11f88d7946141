import { readFileSync } from "node:fs";

type Service = { url: string };
type Entry = { exportedName: string; filename: string; workers: Record<string, unknown> };

/** A server action of the built service, under the id that the browser calls it by. */
export type BuiltAction = { id: string; name: string; file: string };

/** Every server action that the build knows. */
export function builtActions(): BuiltAction[] {
  const manifest = JSON.parse(readFileSync(".next/server/server-reference-manifest.json", "utf8"));
  const entries = Object.entries(manifest.node as Record<string, Entry>);
  return entries.map(([id, { exportedName, filename }]) => ({ id, name: exportedName, file: filename }));
}

export type Browser = {
  get(path: string): Promise<{ status: number; text: string; location: string | null }>;
  /** Posts JSON as a page's own script does; resolves to the status. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<number>;
  /** Calls an action as the page's own script does; `headers` replaces what the browser would send. */
  act(id: string, args: unknown[], headers?: Record<string, string>): Promise<{ status: number; result: unknown }>;
};

/** A stranger's browser. */
export function strangerAt(service: Service): Browser {
  return browser(service, "");
}

/** Signs in by the same two requests as the page does, and keeps the cookie. */
export async function signInAt(service: Service, email: string, password: string): Promise<Browser> {
  const csrf = await fetch(`${service.url}/api/auth/csrf`);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const answer = await fetch(`${service.url}/api/auth/callback/credentials`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: cookiesOf(csrf) },
    body: new URLSearchParams({ csrfToken, email, password, json: "true" }),
  });
  const cookie = cookiesOf(answer);
  if (!cookie.includes("session-token")) throw new Error(`not signed in: ${answer.status} ${await answer.text()}`);
  return browser(service, cookie);
}

function browser(service: Service, cookie: string): Browser {
  return {
    get: async (path) => {
      const answer = await fetch(service.url + path, { redirect: "manual", headers: { cookie } });
      return { status: answer.status, text: await answer.text(), location: answer.headers.get("location") };
    },
    post: async (path, body, headers = { origin: new URL(service.url).origin }) => {
      const answer = await fetch(service.url + path, {
        method: "POST",
        redirect: "manual",
        headers: { cookie, "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      });
      return answer.status;
    },
    act: async (id, args, headers = { origin: new URL(service.url).origin }) => {
      const answer = await fetch(`${service.url}/dashboard`, {
        method: "POST",
        redirect: "manual",
        headers: { cookie, "next-action": id, "content-type": "text/plain;charset=UTF-8", ...headers },
        body: JSON.stringify(args),
      });
      return { status: answer.status, result: resultIn(await answer.text()) };
    },
  };
}

function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

/** The value that an action returned, out of React's stream of numbered rows; null when it returned none. */
function resultIn(stream: string): unknown {
  const rows = new Map(
    stream.split("\n").map((row) => [row.slice(0, row.indexOf(":")), row.slice(row.indexOf(":") + 1)]),
  );
  const root = parse(rows.get("0"));
  const reference = (root as { a?: string } | null)?.a;
  return typeof reference === "string" ? parse(rows.get(reference.replace("$@", ""))) : null;
}

function parse(text: string | undefined): unknown {
  try {
    return text === undefined ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
