import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";

/** Kilobytes of script that the page's own tags ask for, each file compressed by itself. */
export async function initialScriptKilobytes(page: Page, path: string): Promise<number> {
  const html = await (await page.request.get(path)).text();
  const sources = [...html.matchAll(/<script\b[^>]*\bsrc="([^"]+)"[^>]*>/g)]
    .filter(([tag]) => !tag.includes("noModule"))
    .map(([, source]) => source as string);
  let bytes = 0;
  for (const source of new Set(sources)) bytes += gzipSync(await (await page.request.get(source)).body()).length;
  return bytes / 1_000;
}
