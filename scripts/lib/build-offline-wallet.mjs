import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { root } from "./root.mjs";

const OUTPUT = path.join(root, "public", "offline-wallet.html");

const sha256 = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/**
 * Writes the offline wallet as one file that needs no other. Its policy allows its own script and style by their hashes
 * and no connection at all, so that the words cannot leave the page.
 */
export async function buildOfflineWallet(file = OUTPUT) {
  const folder = path.join(root, "scripts", "offline-wallet");
  const script = await bundled(path.join(folder, "main.ts"));
  const style = await bundled(path.join(folder, "style.css"));
  const policy = [
    "default-src 'none'",
    `script-src ${sha256(script)}`,
    `style-src ${sha256(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const parts = {
    policy: `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    style: `<style>${style}</style>`,
    script: `<script>${script}</script>`,
  };
  const page = readFileSync(path.join(folder, "page.html"), "utf8");
  writeFileSync(
    file,
    page.replace(/<!-- (policy|style|script) -->/g, (_, name) => parts[name]),
  );
}

async function bundled(entry) {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2022",
    legalComments: "inline",
    logLevel: "warning",
  });
  return outputFiles[0].text.trim().replaceAll("</script", "<\\/script");
}
