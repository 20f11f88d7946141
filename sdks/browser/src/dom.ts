/** Creates elements without parsing HTML or setting inline styles, so it works under any content security policy. */

type Child = Node | string | null;
type Attributes = Record<string, string>;

const SVG = "http://www.w3.org/2000/svg";

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const name of Object.keys(attributes)) made.setAttribute(name, attributes[name] as string);
  for (const child of children) if (child !== null) made.append(child);
  return made;
}

export function button(className: string, onClick: () => void, ...children: Child[]): HTMLButtonElement {
  const made = element("button", { type: "button", class: className }, ...children);
  made.addEventListener("click", onClick);
  return made;
}

/** An SVG of one path; hidden from screen readers unless it has a name. */
export function drawing(size: number, path: string, attributes: Attributes, name?: string): SVGElement {
  const root = document.createElementNS(SVG, "svg");
  const shape = document.createElementNS(SVG, "path");
  const given: Attributes = name ? { role: "img", "aria-label": name } : { "aria-hidden": "true" };
  const all = { viewBox: `0 0 ${size} ${size}`, ...given, ...attributes };
  for (const key of Object.keys(all)) root.setAttribute(key, (all as Attributes)[key] as string);
  shape.setAttribute("d", path);
  root.append(shape);
  return root;
}
