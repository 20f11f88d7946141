import { type Locale, languageTagOf } from "@/lib/customer/checkout/locales";
import type { Tree } from "@/lib/customer/checkout/markup/tree";

/** Where the links start from. */
type From = { pageUrl: string; locale: Locale };

/**
 * The links of a payment for a page of another site: absolute, and opened in a tab of their own, so that the customer
 * doesn't lose that page, in the language that the site chose. Links of other apps stay as they are. Pure.
 */
export function withExternalLinks(tree: Tree, from: From): Tree {
  if (typeof tree === "string") return tree;
  const [tag, attributes, ...children] = tree;
  const inside = children.map((child) => withExternalLinks(child, from));
  return [tag, tag === "a" ? toExternalLink(attributes, from) : attributes, ...inside];
}

function toExternalLink(attributes: Record<string, string>, from: From): Record<string, string> {
  const { href = "" } = attributes;
  const absolute = /^[/?]/.test(href) ? ownLink(href, from) : href;
  if (!/^https?:/.test(absolute)) return attributes;
  return { ...attributes, href: absolute, target: "_blank", rel: "noreferrer" };
}

function ownLink(href: string, { pageUrl, locale }: From): string {
  const url = new URL(href, pageUrl);
  url.searchParams.set("lang", languageTagOf(locale));
  return url.href;
}
