// Builds `checkout.js`, the script for websites, into `public/`: the script under its permanent and its versioned name, the
// words of the other languages, the types, and `checkout.json` with name and integrity.
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, transform } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));
const browser = path.join(root, "sdks/browser");
const PUBLIC = path.join(root, "public");
const MAX_GZIP_BYTES = 14_000;

/** Build outputs under `public/`, which are not sources. */
export const isCheckoutOutput = (file) => /^checkout($|[-./\\])/.test(path.relative(PUBLIC, file));

/** Error: more than 14 kB after compression, with the longest of the other languages. */
export async function buildCheckout(outFolder = PUBLIC) {
  const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const { en, ...words } = await spokenWords();
  const folder = `checkout/words-${digest("sha256", "hex", JSON.stringify(words)).slice(0, 8)}/`;
  const script = await bundle(version, `/${folder}`, en);
  const name = `checkout/${version}-${digest("sha256", "hex", script).slice(0, 8)}.js`;
  const sizes = checkedSizes(script, words);

  rmSync(path.join(outFolder, "checkout"), { recursive: true, force: true });
  const write = (file, text) => {
    mkdirSync(path.dirname(path.join(outFolder, file)), { recursive: true });
    writeFileSync(path.join(outFolder, file), text);
  };
  const released = path.join(browser, "released");
  if (existsSync(released)) cpSync(released, path.join(outFolder, "checkout"), { recursive: true });
  for (const [locale, text] of Object.entries(words)) write(`${folder}${locale}.json`, text);
  write(name, script);
  write("checkout.js", script);
  write("checkout.d.ts", readFileSync(path.join(browser, "src/checkout.d.ts"), "utf8"));
  write("checkout-licences.txt", licences());
  const integrity = `sha384-${digest("sha384", "base64", script)}`;
  const told = { version, path: `/${name}`, integrity, types: "/checkout.d.ts" };
  write("checkout.json", `${JSON.stringify(told, null, 2)}\n`);
  return { ...told, ...sizes };
}

async function bundle(version, wordsPath, english) {
  const css = await transform(readFileSync(path.join(browser, "src/styles.css"), "utf8"), {
    loader: "css",
    minify: true,
    target: ["chrome100", "safari15.4", "firefox100"],
  });
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ["sdks/browser/src/index.ts"],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2020",
    charset: "utf8",
    legalComments: "none",
    logLevel: "warning",
    plugins: [withEnglish(english)],
    banner: { js: `/*! Till checkout ${version}, MIT. With lean-qr by David Evans, MIT: /checkout-licences.txt */` },
    define: {
      TILL_VERSION: JSON.stringify(version),
      TILL_WORDS: JSON.stringify(wordsPath),
      TILL_STYLES: JSON.stringify(css.code.trim()),
    },
  });
  return outputFiles[0].text;
}

/** English is in the script, without the sentences used only by the payment page. */
function withEnglish(json) {
  return {
    name: "english",
    setup: ({ onLoad }) =>
      onLoad({ filter: /[/\\]checkout[/\\]words[/\\]en\.ts$/ }, () => ({ contents: `export const en=${json}` })),
  };
}

/** The words of the payment window as JSON by language: English with keys, the others as lists in the same order. */
async function spokenWords() {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { WORDS } from "@/lib/checkout/words/all"; export { SPOKEN } from "./spoken";`,
      resolveDir: path.join(browser, "src"),
    },
    bundle: true,
    write: false,
    format: "esm",
    logLevel: "warning",
  });
  const code = Buffer.from(outputFiles[0].text).toString("base64");
  const { WORDS, SPOKEN } = await import(`data:text/javascript;base64,${code}`);
  const { en, ...others } = WORDS;
  const list = ([locale, words]) => [locale, JSON.stringify(SPOKEN.map((name) => words[name]))];
  return {
    en: JSON.stringify(Object.fromEntries(SPOKEN.map((name) => [name, en[name]]))),
    ...Object.fromEntries(Object.entries(others).map(list)),
  };
}

function checkedSizes(script, words) {
  const gzipped = (text) => gzipSync(text, { level: 9 }).length;
  const scriptBytes = gzipped(script);
  const wordsBytes = Math.max(...Object.values(words).map(gzipped));
  if (scriptBytes + wordsBytes > MAX_GZIP_BYTES) {
    throw new Error(
      `checkout.js is too large: ${scriptBytes} bytes and ${wordsBytes} of words, together at most ${MAX_GZIP_BYTES}`,
    );
  }
  return { scriptBytes, wordsBytes };
}

function licences() {
  const own = readFileSync(path.join(root, "LICENSE"), "utf8");
  const qr = readFileSync(path.join(root, "node_modules/lean-qr/LICENSE"), "utf8");
  return `checkout.js\n\n${own}\n\nIt contains lean-qr (https://github.com/davidje13/lean-qr)\n\n${qr}`;
}

const digest = (algorithm, encoding, text) => createHash(algorithm).update(text).digest(encoding);
