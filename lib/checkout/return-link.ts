export type ReturnLink = {
  href: string;
  /** host name of the shop's page, shown before anybody is sent there */
  host: string;
};

/**
 * The shop's page with `intent_id` added, unless it has one, so that the shop finds the order. It proves nothing: a shop
 * believes its webhook or its own look at the status. The rest stays to the letter, for shops that sign their addresses.
 * Null for what is no web address.
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
