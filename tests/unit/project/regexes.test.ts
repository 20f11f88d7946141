import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";

/** What the check says of a source file, and how it ends. */
function checkSource(text: string): Promise<{ code: number | null; said: string }> {
  const folder = mkdtempSync(path.join(tmpdir(), "till-regexes-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, "planted.tsx");
  writeFileSync(file, text);
  return new Promise((resolve) => {
    const child = execFile(process.execPath, ["scripts/check-regexes.mjs", file], (_, out, said) =>
      resolve({ code: child.exitCode, said: out + said }),
    );
  });
}

it("npm run check refuses each regular expression that a long text could hold up, and names its line", async () => {
  const { code, said } = await checkSource(`
    const trimmed = (text: string) => text.replace(/0+$/, "");
    const spaced = (text: string) => <b>{/^(\\w+\\s?)*$/.test(text)}</b>;
    const linear = /^[a-z]+$/;
    const hidden = (text: string) => new RegExp(text);
    const called = (text: string) => RegExp("a|b");`);
  expect(code).toBe(1);
  expect(said).toContain("planted.tsx:2: /0+$/ is 2nd degree polynomial");
  expect(said).toContain("planted.tsx:3: /^(\\w+\\s?)*$/ is exponential");
  expect(said).toContain("planted.tsx:5: this regular expression is built while the program runs");
  expect(said).toContain("planted.tsx:6: this regular expression is built while the program runs");
  expect(said).toContain("4 regular expressions are not linear");
});

it("npm run check lets linear ones pass", async () => {
  const { code, said } = await checkSource("export const linear = [/^[a-z]+$/, /\\d{1,3}/g];");
  expect([code, said]).toEqual([0, "2 regular expressions, all linear\n"]);
});
