// Builds what the payment page loads into `public/assets/`: its script, its style and its font, each named by its
// content, and `pay.json` with their paths.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { compile } from "@tailwindcss/node";
import { Scanner } from "@tailwindcss/oxide";
import { build, transform } from "esbuild";
import { root } from "./root.mjs";

const PUBLIC = path.join(root, "public");
const FOLDER = "assets";
const BROWSERS = ["chrome100", "safari15.4", "firefox100"];

export async function buildPaymentPage(outFolder = PUBLIC) {
  const folder = path.join(outFolder, FOLDER);
  mkdirSync(folder, { recursive: true });
  const written = new Set(["pay.json"]);
  const write = (name, end, content) => {
    const file = `${name}-${createHash("sha256").update(content).digest("hex").slice(0, 8)}.${end}`;
    writeWhole(path.join(folder, file), content);
    written.add(file).add(`${file}.gz`).add(`${file}.br`);
    return `/${FOLDER}/${file}`;
  };
  const font = write("geist-mono", "woff2", readFileSync(path.join(root, "app/pay/geist-mono.woff2")));
  const style = write("pay", "css", Buffer.from(await bundleStyle(font)));
  const script = write("pay", "js", Buffer.from(await bundleScript()));
  writeWhole(path.join(folder, "pay.json"), `${JSON.stringify({ script, style, font }, null, 2)}\n`);
  for (const file of readdirSync(folder)) {
    if (!written.has(file) && !file.endsWith(".new")) rmSync(path.join(folder, file), { force: true });
  }
  return { script, style, font };
}

/** Never half of a file, should someone read it now. */
function writeWhole(file, content) {
  const unfinished = `${file}.${process.pid}.new`;
  writeFileSync(unfinished, content);
  renameSync(unfinished, file);
}

async function bundleScript() {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ["app/pay/script/index.ts"],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: ["es2020", ...BROWSERS],
    charset: "utf8",
    legalComments: "none",
    logLevel: "warning",
  });
  return outputFiles[0].text;
}

async function bundleStyle(font) {
  const base = path.join(root, "app/pay");
  const { build: compose, sources } = await compile(readFileSync(path.join(base, "page.css"), "utf8"), {
    base,
    onDependency() {},
  });
  const css = compose(new Scanner({ sources }).scan()).replace("./geist-mono.woff2", font);
  const { code } = await transform(css, { loader: "css", minify: true, target: BROWSERS, legalComments: "none" });
  return code;
}
