import { isAllowedAttribute, isAllowedTag, type Tree } from "@/lib/customer/checkout/markup/tree";

/** What a JSX expression makes: a component or an element's name with its props. */
type Made = { type: unknown; props: Record<string, unknown> };

type IsAllowed = (tag: string) => boolean;

/**
 * The markup of components as data. Takes what React would render statically: elements, components without state,
 * texts, lists and fragments. Error: a component with state, an element or an attribute that is not allowed.
 * `isAllowed`: the elements, by default those of a payment.
 */
export function treesOf(node: unknown, isAllowed: IsAllowed = isAllowedTag): Tree[] {
  const trees: Tree[] = [];
  collect(node, trees, isAllowed);
  return trees;
}

function collect(node: unknown, into: Tree[], isAllowed: IsAllowed): void {
  if (node === null || node === undefined || typeof node === "boolean") return;
  if (typeof node === "string" || typeof node === "number" || typeof node === "bigint") {
    addText(String(node), into);
    return;
  }
  if (Array.isArray(node)) {
    for (const one of node) collect(one, into, isAllowed);
    return;
  }
  const { type, props } = node as Made;
  if (typeof type === "function") collect(type(props), into, isAllowed);
  else if (typeof type === "string") into.push(elementOf(type, props, isAllowed));
  else if (type === Symbol.for("react.fragment")) collect(props.children, into, isAllowed);
  else throw new Error(`This component can't be rendered without React: ${String(type)}`);
}

/** Neighbouring texts are one text node in a browser. */
function addText(text: string, into: Tree[]): void {
  const last = into.length - 1;
  if (typeof into[last] === "string") into[last] += text;
  else if (text !== "") into.push(text);
}

function elementOf(tag: string, { children, ...props }: Record<string, unknown>, isAllowed: IsAllowed): Tree {
  if (!isAllowed(tag)) throw new Error(`<${tag}> isn't allowed on this page.`);
  const element: Tree = [tag, attributesOf(props)];
  collect(children, element as unknown as Tree[], isAllowed);
  return element;
}

function attributesOf(props: Record<string, unknown>): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const prop in props) {
    const value = props[prop];
    if (value === null || value === undefined) continue;
    const { name, isWord } = attributeNamed(prop);
    if (value === false && !isWord) continue;
    const text = value === true && !isWord ? "" : String(value);
    if (!isAllowedAttribute(name, text)) throw new Error(`The attribute ${name}="${text}" isn't allowed.`);
    attributes[name] = text;
  }
  return attributes;
}

type Attribute = {
  name: string;
  /** `true` and `false` are written as words, as React does for `aria-` and `data-`; others are there or not */
  isWord: boolean;
};
const known = new Map<string, Attribute>();

/** Error: a name of React's that isn't in the table below. */
function attributeNamed(prop: string): Attribute {
  let attribute = known.get(prop);
  if (!attribute) {
    const name = RENAMED[prop] ?? prop;
    if (/[A-Z]/.test(name) && !KEPT.has(name)) throw new Error(`The attribute ${prop} has no HTML name here.`);
    attribute = { name, isWord: /^(aria|data)-/.test(name) };
    known.set(prop, attribute);
  }
  return attribute;
}

const RENAMED: Record<string, string> = {
  className: "class",
  htmlFor: "for",
  hrefLang: "hreflang",
  dateTime: "datetime",
  tabIndex: "tabindex",
  popoverTarget: "popovertarget",
  autoComplete: "autocomplete",
  inputMode: "inputmode",
  maxLength: "maxlength",
  spellCheck: "spellcheck",
  defaultValue: "value",
  strokeWidth: "stroke-width",
  strokeLinecap: "stroke-linecap",
  strokeLinejoin: "stroke-linejoin",
  fillRule: "fill-rule",
  textAnchor: "text-anchor",
  fontSize: "font-size",
  fontWeight: "font-weight",
  shapeRendering: "shape-rendering",
};
const KEPT = new Set(["viewBox", "preserveAspectRatio"]);
