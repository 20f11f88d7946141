// Builds `checkout.js`, the script for websites, into `public/`: the script under its permanent and its versioned name,
// the words of the other languages, the types, and `checkout.json` with name and integrity.
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { root } from "./root.mjs";
import { windowStyle } from "./window-style.mjs";

const browser = path.join(root, "sdks/browser");
const PUBLIC = path.join(root, "public");
const MAX_GZIP_BYTES = 14_000;

/** Error: more than 14 kB after compression, with the longest of the other languages. */
export async function buildCheckout(outFolder = PUBLIC) {
  const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const { starts, spoken } = await textsOf();
  const { en, ...others } = spoken;
  const words = Object.fromEntries(Object.entries(others).map(([locale, list]) => [locale, JSON.stringify(list)]));
  const folder = `checkout/words-${digest("sha256", "hex", JSON.stringify(words)).slice(0, 8)}/`;
  const script = await bundle({
    TILL_VERSION: version,
    TILL_WORDS: `/${folder}`,
    TILL_ENGLISH: en,
    TILL_STARTS: starts,
    TILL_STYLES: await windowStyle(),
  });
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

/** `values`: constants of the script, by name. */
async function bundle(values) {
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
    banner: { js: `/*! Till checkout ${values.TILL_VERSION}, MIT: /checkout-licences.txt */` },
    define: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)])),
  });
  return outputFiles[0].text;
}

/** The window's own words and the markup of its start. */
async function textsOf() {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ["scripts/lib/checkout-texts.tsx"],
    bundle: true,
    write: false,
    format: "esm",
    logLevel: "warning",
  });
  const code = Buffer.from(outputFiles[0].text).toString("base64");
  return import(`data:text/javascript;base64,${code}`);
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

const licences = () => `checkout.js\n\n${readFileSync(path.join(root, "LICENSE"), "utf8")}`;

const digest = (algorithm, encoding, text) => createHash(algorithm).update(text).digest(encoding);
