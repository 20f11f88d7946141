import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSource, type Source } from "@/tests/support/sql-statements/project";
import { findMixedText, findTranslatable } from "@/tests/support/translated/mixed-text";

let source: Source;

beforeAll(() => {
  source = openSource();
});

afterAll(() => source.close());

const planted = () => ({ ...source, files: [path.resolve("tests/support/translated/planted.tsx")] });

test("text that changes, or beside which something comes and goes, has an element that a translator leaves in place", () => {
  expect(findMixedText(planted())).toHaveLength(4);
  expect(findMixedText(source)).toEqual([]);
});

test("translators leave amounts and codes as they are", () => {
  expect(findTranslatable(planted())).toHaveLength(2);
  expect(findTranslatable(source)).toEqual([]);
});
