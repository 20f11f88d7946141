import type { Shown } from "@/lib/customer/browser/updater";
import { fillIn } from "@/lib/customer/checkout/fill-in";
import { directionOf, type Locale, languageTagOf } from "@/lib/customer/checkout/locales";
import type { Tree } from "@/lib/customer/checkout/markup/tree";
import type { SpokenWords } from "./spoken";

/** The markup of the window's start, made by the build: its words are blanks, `{close}`. */
declare const TILL_STARTS: { starting: Shown["tree"]; failed: Shown["tree"] };

export type Start = keyof typeof TILL_STARTS;

/** The window before the service has told of the payment, or where it couldn't be started. */
export function startTree(start: Start, words: SpokenWords, locale: Locale): Shown["tree"] {
  const [tag, attributes, ...children] = filled(TILL_STARTS[start], words) as Shown["tree"];
  const { offline, away } = words;
  const more = {
    lang: languageTagOf(locale),
    dir: directionOf(locale),
    "data-words": JSON.stringify({ offline, away }),
  };
  return [tag, { ...attributes, ...more }, ...children];
}

function filled(tree: Tree, words: SpokenWords): Tree {
  if (typeof tree === "string") return fillIn(tree, words);
  const [tag, attributes, ...children] = tree;
  const said = Object.entries(attributes).map(([name, value]) => [name, fillIn(value, words)]);
  return [tag, Object.fromEntries(said), ...children.map((child) => filled(child, words))];
}
