import { readFileSync } from "node:fs";
import path from "node:path";

/** The public paths of the payment page's files, named by their content. */
export type PageAssets = { script: string; style: string; font: string };

const FILE = "public/assets/pay.json";
let assets: PageAssets | null = null;

/** Written by the build. */
export function pageAssets(): PageAssets {
  assets ??= JSON.parse(readFileSync(path.join(process.env.TILL_ROOT ?? process.cwd(), FILE), "utf8")) as PageAssets;
  return assets;
}
