/**
 * Markup as data: `["p", { class: "note" }, "Paid"]`. Built on the server from the components, written as HTML for the
 * page, and sent to browsers, which build elements from it without ever parsing HTML. Pure.
 */
export type Tree = string | [tag: string, attributes: Record<string, string>, ...children: Tree[]];

/** The elements that a payment may be shown with. Nothing that runs, loads or embeds. */
const SVG_TAGS = ["svg", "path", "rect", "circle", "text", "title"];
const TAGS = new Set([
  "main",
  "header",
  "footer",
  "section",
  "aside",
  "nav",
  "div",
  "fieldset",
  "details",
  "summary",
  "p",
  "span",
  "b",
  "i",
  "small",
  "bdi",
  "wbr",
  "br",
  "time",
  "h1",
  "h2",
  "h3",
  "ul",
  "li",
  "dl",
  "dt",
  "dd",
  "a",
  "button",
  "img",
  "form",
  "label",
  "input",
  "legend",
  ...SVG_TAGS,
]);

export const isAllowedTag = (tag: string) => TAGS.has(tag);
export const isSvgTag = (tag: string) => SVG_TAGS.includes(tag);

const ADDRESSES = new Set(["href", "src", "action", "formaction"]);

/** Attributes that run or restyle are never written, nor addresses that run. */
export function isAllowedAttribute(name: string, value: string): boolean {
  if (name.startsWith("on") || name === "style" || name === "srcdoc") return false;
  return !ADDRESSES.has(name) || !/^(javascript|data|vbscript):/i.test(withoutBlanks(value));
}

/** Browsers skip blanks and control characters in front of an address and line breaks within it. */
const withoutBlanks = (address: string) => [...address].filter((character) => character > " ").join("");
