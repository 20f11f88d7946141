import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const IMPORTS = /^(?:import|export)\s+(?!type\b)([^;]*?)from\s+"([^"]+)"|import\("([^"]+)"\)/gms;
const TYPES_ALONE = /^\{\s*(?:type [^,}]+,?\s*)+\}\s*$/;

function fileOf(from: string, name: string): string | null {
  const base = name.startsWith("@/") ? name.slice(2) : path.join(path.dirname(from), name);
  return [`${base}.ts`, `${base}.tsx`, `${base}/index.ts`].find((file) => existsSync(file)) ?? null;
}

/** The files that a browser loads for this one, each with the packages it imports; actions stay on the server. */
function packagesOf(entry: string, found = new Map<string, string[]>()): Map<string, string[]> {
  const text = readFileSync(entry, "utf8");
  if (found.has(entry) || text.startsWith('"use server"')) return found;
  const packages: string[] = [];
  found.set(entry, packages);
  for (const [, names = "", one, other] of text.matchAll(IMPORTS)) {
    const name = one ?? other ?? "";
    if (TYPES_ALONE.test(names)) continue;
    if (!/^(@\/|\.)/.test(name)) packages.push(name);
    else if (fileOf(entry, name)) packagesOf(fileOf(entry, name) as string, found);
  }
  return found;
}

it("no component in a browser brings zod along, which weighs and tries to evaluate text, against the policy", () => {
  const components = ["app", "components"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => path.join(folder, file))
      .filter((file) => readFileSync(file, "utf8").startsWith('"use client"')),
  );
  expect(components.length).toBeGreaterThan(100);
  const guilty = components.flatMap((entry) =>
    [...packagesOf(entry)]
      .filter(([, packages]) => packages.some((name) => /^zod\b/.test(name)))
      .map(([file]) => `${entry}: ${file}`),
  );
  expect(guilty).toEqual([]);
});
