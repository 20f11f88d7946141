import { isAllowedAttribute, isAllowedTag, isSvgTag, type Tree } from "@/lib/customer/checkout/markup/tree";

type ElementTree = Exclude<Tree, string>;

/**
 * Makes an element look like the tree, changing only what differs: what has focus keeps it, what the reader opened
 * stays open, and a screen reader hears only what is new. Parts marked `data-kept` belong to the script and stay as
 * they are. Error: something that isn't allowed.
 */
export function morph(element: Element, [, attributes, ...children]: ElementTree): void {
  const names = Object.keys(attributes);
  for (const { name } of [...element.attributes])
    if (name !== "open" && !names.includes(name)) element.removeAttribute(name);
  for (const name of names) setAttribute(element, name, attributes[name] as string);
  morphChildren(element, children);
}

function morphChildren(parent: Element, trees: Tree[]): void {
  let node = parent.firstChild;
  trees.forEach((tree, at) => {
    // what is in the way goes, unless it comes later
    while (node && !matches(node, tree) && !trees.slice(at + 1).some((later) => matches(node as ChildNode, later))) {
      node = removed(node);
    }
    if (!node || !matches(node, tree)) {
      parent.insertBefore(built(tree), node);
      return;
    }
    if (typeof tree === "string") {
      if (node.nodeValue !== tree) node.nodeValue = tree;
    } else if (!(node as Element).hasAttribute("data-kept")) morph(node as Element, tree);
    node = node.nextSibling;
  });
  while (node) node = removed(node);
}

function removed(node: ChildNode): ChildNode | null {
  const { nextSibling } = node;
  node.remove();
  return nextSibling;
}

/** The same kind of part, by its name where it has one. */
function matches(node: ChildNode, tree: Tree): boolean {
  if (typeof tree === "string") return node.nodeType === Node.TEXT_NODE;
  const [tag, attributes] = tree;
  if (!(node instanceof Element) || node.localName !== tag) return false;
  return NAMES.every((name) => node.getAttribute(name) === (attributes[name] ?? null));
}

const NAMES = ["id", "data-part"];

function built(tree: Tree): Node {
  if (typeof tree === "string") return document.createTextNode(tree);
  const [tag, attributes, ...children] = tree;
  if (!isAllowedTag(tag)) throw new Error(`<${tag}>`);
  const element = isSvgTag(tag)
    ? document.createElementNS("http://www.w3.org/2000/svg", tag)
    : document.createElement(tag);
  for (const name of Object.keys(attributes)) setAttribute(element, name, attributes[name] as string);
  element.append(...children.map(built));
  return element;
}

function setAttribute(element: Element, name: string, value: string) {
  if (!isAllowedAttribute(name, value)) throw new Error(`${name}="${value}"`);
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
