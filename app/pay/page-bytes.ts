import { env } from "@/lib/base/process/env";
import { processWide } from "@/lib/base/process/process-wide";
import { formatClock } from "@/lib/customer/checkout/clock";
import type { CheckoutVersion } from "@/lib/payments/page/get-checkout";
import type { Answer } from "@/lib/service/api/answer";
import { takesCoding } from "@/lib/service/api/content-coding";
import { isNamed } from "@/lib/service/api/etag";
import { HOLE, type PageBytes, PageCache } from "@/lib/service/api/page-cache";
import type { ApiRequest } from "@/lib/service/api/request";
import { languageCookie, type Reader } from "./reader";

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  // browsers may keep the page, but must check with the server before they show it again
  "cache-control": "private, no-cache",
  vary: "Accept-Encoding, Accept-Language, Cookie",
};

export const pageCache = () => processWide("pay.pageCache", () => new PageCache());

/** Whether `left` goes into holes, because the page is cached while it counts down. */
export const HOLES = { seconds: HOLE, clock: HOLE };

/** A finished page, or 304 if the reader has it. */
export function answerPage(request: ApiRequest, reader: Reader, { etag, gzip, plain }: PageBytes): Answer {
  const secure = env().APP_URL.startsWith("https:");
  const chosen = reader.hasChosen ? { "set-cookie": languageCookie(reader.locale, secure) } : undefined;
  const headers: Record<string, string> = { ...HEADERS, etag, ...chosen };
  if (isNamed(etag, request.headers.get("if-none-match"))) return { status: 304, headers, body: "" };
  if (!takesGzip(request)) return { status: 200, headers, body: plain() };
  return { status: 200, headers: { ...headers, "content-encoding": "gzip" }, body: gzip() };
}

/** Next compresses what it is given. */
function takesGzip({ headers, readBytes }: ApiRequest): boolean {
  return readBytes !== undefined && takesCoding("gzip", headers.get("accept-encoding"));
}

/** Changes with what a payment's pages show of it, but for the seconds left. */
export function signatureOf({ version, secondsLeft }: CheckoutVersion): string {
  return secondsLeft > 0 ? version : `${version} over`;
}

/** The texts for the holes. */
export function fillingOf({ secondsLeft }: CheckoutVersion): [string, string] {
  return [String(secondsLeft), formatClock(secondsLeft)];
}
