import type { Tree } from "@/lib/checkout/markup/tree";

/**
 * The links of a payment for a page of another site: absolute, and opened in a tab of their own, so that the customer
 * doesn't lose that page. Links of other apps stay as they are. `pageUrl`: where the links start from. Pure.
 */
export function linksElsewhere(tree: Tree, pageUrl: string): Tree {
  if (typeof tree === "string") return tree;
  const [tag, attributes, ...children] = tree;
  const inside = children.map((child) => linksElsewhere(child, pageUrl));
  return [tag, tag === "a" ? linkElsewhere(attributes, pageUrl) : attributes, ...inside];
}

function linkElsewhere(attributes: Record<string, string>, pageUrl: string): Record<string, string> {
  const { href = "" } = attributes;
  const absolute = /^[/?]/.test(href) ? new URL(href, pageUrl).href : href;
  if (!/^https?:/.test(absolute)) return attributes;
  return { ...attributes, href: absolute, target: "_blank", rel: "noreferrer" };
}
