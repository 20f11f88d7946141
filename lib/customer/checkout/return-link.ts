export type ReturnLink = {
  href: string;
  /** host name of the shop's page, shown to the customer before they leave */
  host: string;
};

/**
 * A page of the shop with `intent_id` added if missing, so that the shop finds the order. It proves no payment: shops
 * rely on the webhook or the API. The rest of the URL is unchanged, for shops that sign it. Null if it isn't a web URL.
 */
export function returnLink(url: string | null, intentId: string): ReturnLink | null {
  if (!url || !URL.canParse(url)) return null;
  const { protocol, host, searchParams } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:") return null;
  if (searchParams.has("intent_id")) return { href: url, host };
  const [, page = "", fragment = ""] = /^([^#]*)(#.*)?$/s.exec(url) ?? [];
  const joint = !page.includes("?") ? "?" : /[?&]$/.test(page) ? "" : "&";
  return { href: `${page}${joint}intent_id=${intentId}${fragment}`, host };
}
