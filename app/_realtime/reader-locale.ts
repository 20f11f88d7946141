import { cookies, headers } from "next/headers";
import { cache } from "react";
import { chooseLocale, LOCALE_COOKIE } from "@/lib/checkout/choose-locale";
import type { Locale } from "@/lib/checkout/locales";

/** The reader's language on payment pages, English elsewhere. Read once per request. */
export const readerLocale = cache(async (): Promise<Locale> => {
  const sent = await headers();
  // the path as `proxy.ts` saw it
  const [path = "", query = ""] = (sent.get("x-till-path") ?? "").split("?");
  if (!path.startsWith("/pay/")) return "en";
  return chooseLocale({
    asked: new URLSearchParams(query).get("lang"),
    cookie: (await cookies()).get(LOCALE_COOKIE)?.value,
    acceptLanguage: sent.get("accept-language"),
  });
});
