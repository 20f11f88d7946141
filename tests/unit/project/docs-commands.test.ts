import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "@/scripts/admin/commands";

const filesIn = (folder: string, end: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(end))
    .map((name) => path.join(folder, name));

/** Every operator's command in the documents, with its options; a line's end may be escaped. */
const told = [...filesIn("docs", ".md"), "README.md"].flatMap((file) => {
  const text = readFileSync(file, "utf8").replace(/\\\n\s*/g, " ");
  const lines = text.matchAll(/(?:admin --|scripts\/admin\.mjs) ([a-z][a-z-]+)([^\n`]*)/g);
  return [...lines].map(([, name = "", rest = ""]) => ({
    file,
    name,
    options: [...rest.matchAll(/--([a-z][a-z-]*)/g)].map(([, option = ""]) => option),
  }));
});

const OTHERS = { doctor: ["live"], help: [] } as Record<string, string[]>;
const optionsOf = (name: string) => OTHERS[name] ?? (COMMANDS[name] && Object.keys(COMMANDS[name].options));

describe("the operator's commands in the documents", () => {
  it("exist, with their options", () => {
    expect(told.length).toBeGreaterThan(30);
    const wrong = told.filter(({ name, options }) => {
      const known = optionsOf(name);
      return !known || options.some((option) => !known.includes(option));
    });
    expect(wrong).toEqual([]);
  });

  it("are each run by a test of the service", () => {
    const tests = filesIn("tests/service", ".ts").map((file) => readFileSync(file, "utf8"));
    const isRun = (name: string) => tests.some((text) => new RegExp(`(?:admin|run)\\([^;]*?"${name}"`, "i").test(text));
    const names = [...new Set(told.map(({ name }) => name))].filter((name) => name !== "help");
    expect(names.filter((name) => !isRun(name))).toEqual([]);
  });

  it("create each account once, so that one guide can follow another", () => {
    const libraries = ["", "/node", "/python", "/php", "/go"].map((library) => `sdks${library}/README.md`);
    const guides = ["README.md", ...filesIn("docs", ".md"), ...libraries];
    const emails = guides.flatMap((file) => {
      const text = readFileSync(file, "utf8").replace(/\\\n\s*/g, " ");
      return [...text.matchAll(/create-merchant [^\n`]*--email (\S+)/g)].map(([, email]) => email);
    });
    expect(emails.length).toBeGreaterThan(2);
    expect(emails.filter((email, index) => emails.indexOf(email) !== index)).toEqual([]);
  });

  it("are all told of", () => {
    const names = new Set(told.map(({ name }) => name));
    expect(Object.keys(COMMANDS).filter((name) => !names.has(name))).toEqual([]);
  });
});
