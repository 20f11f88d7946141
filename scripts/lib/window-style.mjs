// Compiles the style of the window of checkout.js: the payment page's utilities, fit for a shadow tree on a page of
// which nothing is known.
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { compile } from "@tailwindcss/node";
import { Scanner } from "@tailwindcss/oxide";
import { transform } from "esbuild";
import postcss from "postcss";

const base = fileURLToPath(new URL("../../sdks/browser/src", import.meta.url));
/** The oldest browsers that the script supports. */
const BROWSERS = ["chrome90", "edge90", "firefox98", "safari15.4"];
const PX_PER_REM = 16;

/** The minified style sheet. */
export async function windowStyle() {
  const source = readFileSync(path.join(base, "window.css"), "utf8");
  const { build, sources } = await compile(source, { base, onDependency() {} });
  const css = await withPlainColours(build(new Scanner({ sources }).scan()));
  const sheet = postcss.parse(css);
  dropUnused(sheet);
  flattenLayers(sheet);
  declareDefaults(sheet);
  moveIntoShadow(sheet);
  mixColours(sheet);
  sheet.walkDecls((declaration) => {
    declaration.value = inPixels(declaration.value);
  });
  inlineTheme(sheet);
  const { code } = await transform(sheet.toString(), {
    loader: "css",
    minify: true,
    target: BROWSERS,
    legalComments: "none",
  });
  return code.trim();
}

/** Browsers from before 2023 know no `oklch`, and a build leaves the values of custom properties alone. */
async function withPlainColours(css) {
  let plain = css;
  for (const colour of new Set(css.match(/oklch\([^()]*\)/g))) {
    const { code } = await transform(`p{color:${colour}}`, { loader: "css", target: BROWSERS });
    const [, value = ""] = code.split("color: ");
    plain = plain.replaceAll(colour, value.split(";")[0]);
  }
  return plain;
}

/** What belongs to a page: print, a page without scripts, and the dashboard. */
function dropUnused(sheet) {
  sheet.walkAtRules("media", (rule) => {
    if (/\bprint\b|scripting/.test(rule.params)) rule.remove();
  });
  sheet.walkRules((rule) => {
    if (/data-shell|data-pending/.test(rule.selector)) rule.remove();
  });
  const played = new Set();
  sheet.walkDecls(/^(animation|--animate-.*)$/, ({ value }) => void played.add(value.split(" ")[0]));
  sheet.walkAtRules("keyframes", (rule) => {
    if (!played.has(rule.params)) rule.remove();
  });
}

const LAYERS = ["properties", "theme", "base", "components", "utilities"];

/** The rules of each layer in the order of the layers, which older browsers don't know. What is in none comes last. */
function flattenLayers(sheet) {
  const ordered = LAYERS.flatMap((name) => sheet.nodes.filter((node) => node.name === "layer" && node.params === name));
  const rules = ordered.flatMap((layer) => layer.nodes ?? []);
  sheet.walkAtRules("layer", (layer) => void layer.remove());
  sheet.prepend(...rules);
}

/**
 * Within a shadow tree `@property` has no effect, so each element gets the initial values, as in browsers without it.
 */
function declareDefaults(sheet) {
  sheet.walkAtRules("property", (rule) => void rule.remove());
  sheet.walkAtRules("supports", (rule) => {
    if (rule.params.includes("-moz-orient")) rule.replaceWith(rule.nodes);
  });
}

/** The page's roots are the dialog: the page around the window can't reach it, as it can the host. */
function moveIntoShadow(sheet) {
  sheet.walkAtRules("media", (media) => {
    if (media.params !== "(prefers-color-scheme: dark)") return;
    for (const rule of media.nodes) rule.selector = DARK;
    media.replaceWith(media.nodes);
  });
  sheet.walkRules((rule) => {
    if (rule.selector !== ":host") rule.selectors = [...new Set(rule.selectors.map(ofDialog))];
  });
}

const DARK = ':host([data-theme="dark"]) dialog';
const ofDialog = (selector) => (/^(:root|:host|html|body)$/.test(selector) ? "dialog" : selector);

/** A mix of a colour with nothing becomes a colour of its own, as browsers from before 2023 can't mix. */
function mixColours(sheet) {
  const mixed = new Map();
  sheet.walkAtRules("supports", (rule) => {
    if (!rule.params.includes("color-mix")) return;
    rule.walkDecls((declaration) => {
      const [, name, share] = /^color-mix\(in oklab, var\(--([\w-]+)\) (\d+)%, transparent\)$/.exec(declaration.value);
      const plain = rule.parent.type === "rule" ? rule.parent : rule.prev();
      for (const node of plain.nodes) if (node.prop === declaration.prop) node.value = `var(--${name}-at-${share})`;
      mixed.set(`${name}-at-${share}`, { name, share });
    });
    rule.remove();
  });
  for (const [mix, { name, share }] of mixed) {
    sheet.walkDecls(`--${name}`, (declaration) => {
      const alpha = Math.round((share / 100) * 255)
        .toString(16)
        .padStart(2, "0");
      declaration.after({ prop: `--${mix}`, value: `${declaration.value}${alpha}` });
    });
  }
}

/** The size of the page's own type doesn't matter. */
const inPixels = (value) =>
  value
    .replace("calc(infinity * 1px)", "9999px")
    .replace(/(?<![\d.])([\d.]+)rem\b/g, (_, rem) => `${Number(rem) * PX_PER_REM}px`);

/** Values that are the same everywhere stand where they are used; those that nothing uses go. */
function inlineTheme(sheet) {
  const declared = new Map();
  sheet.walkDecls(/^--/, (declaration) => {
    declared.set(declaration.prop, [...(declared.get(declaration.prop) ?? []), declaration]);
  });
  for (const [name, [first, ...others]] of declared) {
    if (name.startsWith("--tw-") || others.length > 0 || first.value.includes("var(")) continue;
    sheet.walkDecls((declaration) => {
      declaration.value = declaration.value.replaceAll(`var(${name})`, first.value);
    });
    first.remove();
  }
  sheet.walkDecls((declaration) => {
    declaration.value = declaration.value.replace(
      /calc\((-?[\d.]+)px \* (-?[\d.]+)\)/g,
      (_, px, times) => `${px * times}px`,
    );
  });
  const css = sheet.toString();
  sheet.walkDecls(/^--/, (declaration) => {
    if (!css.includes(`var(${declaration.prop}`)) declaration.remove();
  });
}
