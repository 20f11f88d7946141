import { env } from "@/lib/env";
import { DomainError } from "@/lib/errors";

type Headers = { get(name: string): string | null };

/**
 * Refuses what another site sent. A browser names the origin with every POST, so one that is missing or `null` is refused as
 * well. Ours are `APP_URL` and the very host that was asked. Error: `forbidden`.
 */
export function requireOwnOrigin(headers: Headers): void {
  const origin = headers.get("origin");
  if (origin !== null && isOwn(origin, headers.get("host"))) return;
  throw new DomainError(
    "forbidden",
    "This request came from another site, or from none. Open the page here and try again.",
  );
}

function isOwn(origin: string, host: string | null): boolean {
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin);
  const ours = new URL(env().APP_URL);
  if (from.host === ours.host) return from.origin === ours.origin;
  return (from.protocol === "http:" || from.protocol === "https:") && from.host === host;
}
