import { cookieName } from "@/lib/base/http/cookie-name";

const YEAR_SECONDS = 31_536_000;

/** Keeps what someone chose in this browser for a year, for pages to begin with. It authorises nothing. */
export function saveChoice(name: string, value: string): void {
  const secure = location.protocol === "https:" ? "; secure" : "";
  const cookie = `${cookieName(name, location)}=${value}`;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${cookie}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${secure}`;
}
