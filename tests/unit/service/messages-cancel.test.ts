import { readdirSync } from "node:fs";
import { expect, it } from "vitest";

type Found = { path: string; keeps: boolean };

/**
 * The groups of words whose act is called "Cancel …", and whether they have a word for keeping what would be cancelled.
 */
function cancelling(words: unknown, path: string): Found[] {
  if (typeof words !== "object" || words === null) return [];
  const own = ["action", "confirm", "verb", "submit"].some((name) =>
    /^Cancel\b/.test(String((words as Record<string, unknown>)[name] ?? "")),
  );
  const keeps = Object.entries(words).some(([name, text]) => name.startsWith("keep") && /^Keep\b/.test(String(text)));
  const below = Object.entries(words).flatMap(([name, inner]) => cancelling(inner, `${path}.${name}`));
  return own ? [{ path, keeps }, ...below] : below;
}

it("a question whose act is to cancel something is dismissed by keeping it, not by another Cancel", async () => {
  const folder = new URL("../../../lib/service/messages/en/", import.meta.url);
  const modules = await Promise.all(readdirSync(folder).map((file) => import(new URL(file, folder).pathname)));
  const found = modules.flatMap((module) => Object.entries(module).flatMap(([name, words]) => cancelling(words, name)));
  expect(found.length).toBeGreaterThanOrEqual(3);
  expect(found.filter(({ keeps }) => !keeps)).toEqual([]);
});
