import { env } from "@/lib/base/process/env";
import type { ApiRequest } from "@/lib/service/api/request";

/** Whether an `Origin` header names `APP_URL`, or the host that the request itself was sent to. */
export function isOwnOrigin(origin: string, host: string | null): boolean {
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin);
  const ours = new URL(env().APP_URL);
  if (from.host === ours.host) return from.origin === ours.origin;
  return (from.protocol === "http:" || from.protocol === "https:") && from.host === host;
}

/**
 * Whether a form may have been posted by a page of ours. Payment pages send no referrer, so browsers send `Origin:
 * null` with their forms. `Sec-Fetch-Site` decides where a browser sends it.
 */
export function isFromOwnPage({ headers }: Pick<ApiRequest, "headers">): boolean {
  const site = headers.get("sec-fetch-site") ?? "same-origin";
  const origin = headers.get("origin") ?? "null";
  return (site === "same-origin" || site === "none") && (origin === "null" || isOwnOrigin(origin, headers.get("host")));
}
