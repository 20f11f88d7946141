import type { Tree } from "@/lib/customer/checkout/markup/tree";

const VOID_TAGS = new Set(["img", "input", "wbr", "br"]);

/** The HTML of trees, byte for byte as React writes static markup. Pure. */
export function htmlOf(trees: readonly Tree[]): string {
  let html = "";
  for (const tree of trees) html += typeof tree === "string" ? escapeHtml(tree) : htmlOfElement(tree);
  return html;
}

function htmlOfElement([tag, attributes, ...children]: Exclude<Tree, string>): string {
  let html = `<${tag}`;
  for (const name in attributes) html += ` ${name}="${escapeHtml(attributes[name] as string)}"`;
  return VOID_TAGS.has(tag) ? `${html}/>` : `${html}>${htmlOf(children)}</${tag}>`;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };

export function escapeHtml(text: string): string {
  if (!/[&<>"']/.test(text)) return text;
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}
