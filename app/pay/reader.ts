import InAppSpy from "inapp-spy";
import { WAYS, type Way } from "@/components/checkout/view";
import { chooseLocale, LOCALE_COOKIE } from "@/lib/customer/checkout/choose-locale";
import { type Locale, languageTagOf } from "@/lib/customer/checkout/locales";
import type { ApiRequest } from "@/lib/service/api/request";
import { ownCookie } from "@/lib/service/auth/own-cookie";

/** Who reads a payment page, and what they chose on it. */
export type Reader = {
  locale: Locale;
  /** `?lang=` was given: the choice is remembered for the next payment */
  hasChosen: boolean;
  /** `?way=`; null: the one that comes first */
  way: Way | null;
  /** the app whose own browser shows the page: `Instagram`; null in a real browser */
  inApp: string | null;
  /** `?sent=1`: the receipt was sent by email */
  isSent: boolean;
};

export function readerOf(request: ApiRequest): Reader {
  const mark = request.url.indexOf("?");
  const query = mark < 0 ? null : new URLSearchParams(request.url.slice(mark));
  const asked = query?.get("lang") ?? null;
  const locale = chooseLocale({
    asked,
    cookie: cookieIn(request, ownCookie(LOCALE_COOKIE)),
    acceptLanguage: request.headers.get("accept-language"),
  });
  const way = query?.get("way");
  return {
    locale,
    hasChosen: asked !== null,
    way: WAYS.find((one) => one === way) ?? null,
    isSent: query?.get("sent") === "1",
    inApp: appIn(request.headers.get("user-agent")),
  };
}

const USER_AGENT_MAX = 1_000;

/** Only phones, and only apps that are known by name: a wallet's own browser needs no other. */
function appIn(userAgent: string | null): string | null {
  if (!userAgent || userAgent.length > USER_AGENT_MAX || !/iPhone|iPad|Android/.test(userAgent)) return null;
  return InAppSpy({ ua: userAgent }).appName ?? null;
}

function cookieIn(request: ApiRequest, name: string): string | null {
  for (const pair of (request.headers.get("cookie") ?? "").split(";")) {
    const [key, value] = pair.split("=", 2);
    if (key?.trim() === name) return value?.trim() ?? null;
  }
  return null;
}

const A_YEAR_IN_SECONDS = 31_536_000;

export function languageCookie(locale: Locale, secure: boolean): string {
  const cookie = `${ownCookie(LOCALE_COOKIE)}=${languageTagOf(locale)}; Path=/pay; Max-Age=${A_YEAR_IN_SECONDS}; SameSite=Lax`;
  return secure ? `${cookie}; Secure` : cookie;
}
