import { DomainError } from "@/lib/base/values/errors";
import { ACTION_REQUEST_HEADER, markActionStarted } from "@/lib/service/api/action-requests";
import { isOwnOrigin } from "@/lib/service/api/own-origin";

type Headers = { get(name: string): string | null };

/**
 * Refuses requests from other sites; what every server action does first. Browsers send the origin with every POST, so
 * a missing or `null` origin is refused too. Allowed are `APP_URL` and the host of the request itself. Error:
 * `forbidden`.
 */
export function requireOwnOrigin(headers: Headers): void {
  markActionStarted(headers.get(ACTION_REQUEST_HEADER));
  const origin = headers.get("origin");
  if (origin !== null && isOwnOrigin(origin, headers.get("host"))) return;
  throw new DomainError("forbidden", "This request didn't come from this site. Reload the page and try again.");
}
