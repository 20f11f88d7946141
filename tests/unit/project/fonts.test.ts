import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { charactersIn, EXTENDED, LATIN, subsetFonts } from "@/scripts/lib/subset-fonts.mjs";

/** What every page of the dashboard loads, in bytes. */
const EVERY_PAGE = 45_000;

const text = (file: string) => readFileSync(file, "utf8");

it("the fonts in the repository are the subsets of the package that is installed", async () => {
  const made = await subsetFonts();
  const kept = ["app/fonts", "app/pay"].flatMap((folder) => readdirSync(folder).map((file) => `${folder}/${file}`));
  expect(kept.filter((file) => file.endsWith(".woff2")).sort()).toEqual(made.map(([file]) => file).sort());
  for (const [file, font] of made) expect(readFileSync(file).equals(font), file).toBe(true);
  const latin = made.filter(([file]) => file.endsWith("-latin.woff2"));
  expect(latin).toHaveLength(2);
  expect(latin.reduce((sum, [, font]) => sum + font.length, 0)).toBeLessThanOrEqual(EVERY_PAGE);
});

it("pages load the extension for its characters only, and need it for no text of ours", () => {
  expect(text("app/fonts.ts")).toContain(`value: "${EXTENDED}"`);
  const latin = new Set(charactersIn(LATIN));
  expect([...charactersIn(EXTENDED)].filter((char) => latin.has(char))).toEqual([]);
  const messages = readdirSync("lib/service/messages/en").map((file) => text(`lib/service/messages/en/${file}`));
  expect(messages.length).toBeGreaterThan(5);
  expect([...new Set(messages.join(""))].filter((char) => char !== "\n" && !latin.has(char))).toEqual([]);
});
