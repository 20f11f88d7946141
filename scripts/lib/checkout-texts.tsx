import { WindowStart } from "@/components/checkout/window-start";
import { LOCALES } from "@/lib/customer/checkout/locales";
import { treesOf } from "@/lib/customer/checkout/markup/tree-of";
import { WORDS } from "@/lib/customer/checkout/words/all";
import { SPOKEN, type SpokenWords } from "@/sdks/browser/src/spoken";

/** What the build puts into checkout.js and beside it; evaluated by build-checkout.mjs. */

const blanks = Object.fromEntries(SPOKEN.map((name) => [name, `{${name}}`])) as SpokenWords;
const startOf = (failed: boolean) => treesOf(<WindowStart words={blanks} failed={failed} />)[0];

/** The window's start as markup, with blanks instead of words. */
export const starts = { starting: startOf(false), failed: startOf(true) };

/** The window's own words by language, in the order of `SPOKEN`. */
export const spoken = Object.fromEntries(LOCALES.map((locale) => [locale, SPOKEN.map((name) => WORDS[locale][name])]));
