import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const SKIPPED = new Set(["node_modules", "vendor", "dist", ".next", ".data", ".git", "test-results"]);
/** What a build, an installation or an operator makes. */
const MADE =
  /^(?:dist|node_modules|\.data|backups|deploy\/secrets|public\/(?:assets|checkout|offline-wallet)|sdks\/browser\/released)/;

const files = filesIn(".");
const documents = files.filter((file) => file.endsWith(".md") && !file.startsWith("tests/"));
const names = new Set(files.map((file) => path.basename(file)));
const roots = new Set(readdirSync("."));

describe("the documents", () => {
  it("link to pages, files and headings that exist", () => {
    const links = documents.flatMap((file) =>
      [...prose(file).matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)].map(([, a, b]) => ({
        file,
        to: a ?? b ?? "",
      })),
    );
    expect(links.length).toBeGreaterThan(200);
    expect(links.filter(({ file, to }) => !/^[a-z]+:|^\//.test(to) && !leadsSomewhere(file, to))).toEqual([]);
  });

  it("name paths that exist", () => {
    const told = documents
      .filter((file) => !file.startsWith("sdks/"))
      .flatMap((file) => pathsIn(file).map((named) => ({ file, named })));
    expect(told.length).toBeGreaterThan(200);
    expect(told.filter(({ named }) => !MADE.test(named) && !existsSync(named))).toEqual([]);
  });

  it("name files that exist where the folder is left out", () => {
    const told = ["docs/architecture.md", ...documents.filter((file) => file.startsWith("docs/decisions/"))].flatMap(
      (file) => [...prose(file).matchAll(/`([\w-]+\.(?:ts|tsx|mjs))`/g)].map(([, name = ""]) => ({ file, name })),
    );
    expect(told.length).toBeGreaterThan(30);
    expect(told.filter(({ name }) => !names.has(name))).toEqual([]);
  });

  it("are where code, settings and error messages say", () => {
    const told = files
      .filter((file) => !file.startsWith("tests/"))
      .filter((file) =>
        /\.(?:tsx?|mjs|css|md|ya?ml|json|service|timer|sh|py|php|go)$|^(?:Dockerfile|\.env\.example)$/.test(file),
      )
      .flatMap((file) =>
        [...readFileSync(file, "utf8").matchAll(/\bdocs\/[a-z/-]+\.md\b/g)].map(([named]) => ({ file, named })),
      );
    expect(told.length).toBeGreaterThan(20);
    expect(told.filter(({ named }) => !existsSync(named))).toEqual([]);
  });
});

it("follow a payment names ten files, in the order of the table", () => {
  const [, chapter = ""] = /^## Follow a payment$(.*?)^## /ms.exec(readFileSync("docs/architecture.md", "utf8")) ?? [];
  const rows = [...chapter.matchAll(/^\| (\d+) \| `([^`]+)` \| .+\. \|$/gm)];
  expect(rows.map(([, number]) => Number(number))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(rows.filter(([, , file = ""]) => !existsSync(file) || !statSync(file).isFile())).toEqual([]);
});

/** Files of the project that a build or an installation doesn't make, from its root. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesIn(file);
    return [file];
  });
}

/** A document without its blocks of code. */
function prose(file: string): string {
  return readFileSync(file, "utf8").replace(/^ *```.*?^ *```$/gms, "");
}

function leadsSomewhere(file: string, to: string): boolean {
  const [target = "", heading] = to.split("#");
  const found = target === "" ? file : path.join(path.dirname(file), target);
  if (!existsSync(found)) return false;
  return heading === undefined || headingsOf(found).has(heading);
}

/** By GitHub's rule. */
function headingsOf(file: string): Set<string> {
  return new Set(
    [...prose(file).matchAll(/^#+ (.+)$/gm)].map(([, text = ""]) =>
      text
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}

/** Paths in code marks that begin in the project's root, one for each name in braces. */
function pathsIn(file: string): string[] {
  return [...prose(file).matchAll(/`((?:\.?[\w-]+\/)[^`\s]*|[\w-]+\.(?:md|ts|mjs|json|yaml))`/g)]
    .map(([, named = ""]) => named)
    .filter((named) => roots.has(named.split("/")[0] ?? "") && !/[<>*…$:]/.test(named))
    .flatMap(inBraces);
}

function inBraces(named: string): string[] {
  const [, before = "", list, after = ""] = /^(.*?)\{([^}]+)\}(.*)$/.exec(named) ?? [];
  return list === undefined ? [named] : list.split(",").flatMap((one) => inBraces(`${before}${one}${after}`));
}
