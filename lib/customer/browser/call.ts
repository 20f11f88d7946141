/** Calls to the service from a browser. Failures are returned, never thrown. */

export type Trouble = {
  kind: "offline" | "away" | "limited" | "refused";
  status: number;
  /** the service's error code; empty in answers of others */
  code: string;
  /** the server's message when it refused, otherwise empty */
  message: string;
  retryAfterSeconds?: number;
};

/**
 * Whether the service itself says that there is no such thing; a proxy's 404 says only that the service can't be
 * reached.
 */
export function isUnknown({ status, code }: Trouble): boolean {
  return status === 404 && code === "not_found";
}

export type Result<Body> = { ok: true; body: Body; serverTimeMs: number | null } | { ok: false; trouble: Trouble };

const TIMEOUT_MS = 10_000;
/** Kept, so that a shop's page that replaces `fetch` later doesn't affect the payment window. */
const send = globalThis.fetch?.bind(globalThis);

export async function call<Body>(url: string, init: RequestInit = {}): Promise<Result<Body>> {
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(), TIMEOUT_MS);
  init.signal?.addEventListener("abort", () => end.abort(), { signal: end.signal });
  try {
    const response = await send(url, { cache: "no-store", ...init, signal: end.signal });
    const body = await response.json().catch(() => null);
    if (response.ok && body) return { ok: true, body, serverTimeMs: dateOf(response) };
    return { ok: false, trouble: troubleOf(response, body) };
  } catch {
    return { ok: false, trouble: { kind: navigator.onLine ? "away" : "offline", status: 0, code: "", message: "" } };
  } finally {
    clearTimeout(timer);
  }
}

function troubleOf(response: Response, body: { error?: unknown; code?: unknown } | null): Trouble {
  const { status } = response;
  const retryAfter = Number(response.headers.get("retry-after"));
  return {
    kind: status === 429 ? "limited" : status >= 500 ? "away" : "refused",
    status,
    code: typeof body?.code === "string" ? body.code : "",
    message: typeof body?.error === "string" ? body.error : "",
    retryAfterSeconds: retryAfter > 0 ? Math.ceil(retryAfter) : undefined,
  };
}

function dateOf(response: Response) {
  const time = Date.parse(response.headers.get("date") ?? "");
  return Number.isNaN(time) ? null : time;
}
