import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const packageIn = (folder: string) => JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));

it("a copy of the library for Node brings the compilers that build it here", () => {
  const { dependencies } = packageIn(".");
  const { "@types/node": types, esbuild, typescript } = dependencies;
  expect(packageIn("sdks/node").devDependencies).toEqual({ "@types/node": types, esbuild, typescript });
});
