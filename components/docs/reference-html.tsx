import { htmlOf } from "@/lib/customer/checkout/markup/html-of";
import { treesOf } from "@/lib/customer/checkout/markup/tree-of";
import { ApiReference } from "./api-reference";
import type { OpenApi } from "./openapi";

const TAGS = new Set([
  "main",
  "section",
  "nav",
  "div",
  "details",
  "summary",
  "figure",
  "figcaption",
  "h1",
  "h2",
  "h3",
  "h4",
  "p",
  "span",
  "strong",
  "code",
  "pre",
  "ul",
  "ol",
  "li",
  "table",
  "thead",
  "tbody",
  "tr",
  "th",
  "td",
  "a",
  "button",
  "svg",
  "path",
]);

/** The reference as HTML, without React's renderer. */
export function referenceHtml(document: OpenApi, baseUrl: string): string {
  return htmlOf(treesOf(<ApiReference document={document} baseUrl={baseUrl} />, (tag) => TAGS.has(tag)));
}
