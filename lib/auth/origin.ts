import { env } from "@/lib/env";
import { DomainError } from "@/lib/errors";

type Headers = { get(name: string): string | null };

/**
 * Refuses requests from other sites. Browsers send the origin with every POST, so a missing or `null` origin is refused too.
 * Allowed are `APP_URL` and the host of the request itself. Error: `forbidden`.
 */
export function requireOwnOrigin(headers: Headers): void {
  const origin = headers.get("origin");
  if (origin !== null && isOwn(origin, headers.get("host"))) return;
  throw new DomainError("forbidden", "This request didn't come from this site. Reload the page and try again.");
}

/**
 * Whether a browser says that another site sent this form, for forms that need no sign-in. Old browsers say only the origin;
 * theirs may be `null`, because the payment page forbids naming where its forms come from.
 */
export function isFromOtherSite(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site !== "same-origin" && site !== "none";
  const origin = headers.get("origin");
  return origin !== null && origin !== "null" && !isOwn(origin, headers.get("host"));
}

function isOwn(origin: string, host: string | null): boolean {
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin);
  const ours = new URL(env().APP_URL);
  if (from.host === ours.host) return from.origin === ours.origin;
  return (from.protocol === "http:" || from.protocol === "https:") && from.host === host;
}
