import { takesCoding } from "@/lib/api/content-coding";
import type { Answer } from "@/lib/api/endpoint";
import { HOLE, KeptPages, type PageSource } from "@/lib/api/kept-pages";
import type { ApiRequest } from "@/lib/api/request";
import { env } from "@/lib/env";
import type { Checkout } from "@/lib/intents/get-checkout";
import { processWide } from "@/lib/process-wide";
import { languageCookie, type Reader } from "./reader";

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  // browsers may keep the page, but must check with the server before they show it again
  "cache-control": "private, no-cache",
  vary: "Accept-Encoding, Accept-Language, Cookie",
};

export const keptPages = () => processWide("pay.keptPages", () => new KeptPages());

/** Whether `left` goes into holes, because the page is kept while it counts down. */
export const HOLES = { seconds: HOLE, clock: HOLE };

/** A page from what is kept of it, or made now. 304 if the reader has it. */
export function answerKept(request: ApiRequest, reader: Reader, source: PageSource): Answer {
  const { etag, gzip, plain } = keptPages().take(source);
  const secure = env().APP_URL.startsWith("https:");
  const chosen = reader.hasChosen ? { "set-cookie": languageCookie(reader.locale, secure) } : undefined;
  const headers: Record<string, string> = { ...HEADERS, etag, ...chosen };
  if (request.headers.get("if-none-match") === etag) return { status: 304, headers, body: "" };
  if (!takesGzip(request)) return { status: 200, headers, body: plain() };
  return { status: 200, headers: { ...headers, "content-encoding": "gzip" }, body: gzip() };
}

/** Next compresses what it is given. */
function takesGzip({ headers, readBytes }: ApiRequest): boolean {
  return readBytes !== undefined && takesCoding("gzip", headers.get("accept-encoding"));
}

/** All that a payment's pages show of it, but for the seconds left. */
export function signatureOf(checkout: Checkout): string {
  const { progress, ...rest } = checkout;
  return JSON.stringify([rest, { ...progress, expires_in_seconds: progress.expires_in_seconds > 0 }]);
}
