import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";

function checkSource(name: string, text: string): Promise<{ code: number | null; said: string }> {
  const folder = mkdtempSync(path.join(tmpdir(), "till-words-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return new Promise((resolve) => {
    const child = execFile(process.execPath, ["scripts/check-words.mjs", file], (_, out, said) =>
      resolve({ code: child.exitCode, said: out + said }),
    );
  });
}

it("npm run check names each banned word and name with its line and a better one", async () => {
  const { code, said } = await checkSource(
    "planted.tsx",
    `export const labels = { email: "Your E-mail" };
/** Whoever calls it. */
export const statusWords = () => "This file is no PNG.";
/** The same in micro-USDT. */`,
  );
  expect(code).toBe(1);
  expect(said).toContain('planted.tsx:1: "E-mail". Better: email.');
  expect(said).toContain('planted.tsx:2: "Whoever". Better: anyone who, or the role.');
  expect(said).toContain('planted.tsx:3: "statusWords". Better: …Labels, or formatX().');
  expect(said).toContain(`planted.tsx:3: "This file is no ". Better: isn't a ….`);
  expect(said).toContain("planted.tsx:4:");
  expect(said).toContain("5 words have a better one");
});

it("names are code's alone, and plain sentences pass", async () => {
  expect(await checkSource("page.md", "Call statusWords() when this is no longer pending.")).toEqual({
    code: 0,
    said: "1 files speak plainly\n",
  });
});
