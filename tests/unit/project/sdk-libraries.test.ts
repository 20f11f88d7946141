import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const VERSIONS = {
  node: ["sdks/node/package.json", /"version": "(.*)"/],
  python: ["sdks/python/src/till/_version.py", /__version__ = "(.*)"/],
  php: ["sdks/php/src/Till.php", /VERSION = '(.*)'/],
  go: ["sdks/go/version.go", /Version = "(.*)"/],
} as const;
const NAMES = Object.keys(VERSIONS) as (keyof typeof VERSIONS)[];

it("the client libraries have one version, which each changelog names as its newest release", () => {
  const told = NAMES.map((name) => {
    const [file, pattern] = VERSIONS[name];
    const changelog = readFileSync(`sdks/${name}/CHANGELOG.md`, "utf8");
    return [pattern.exec(readFileSync(file, "utf8"))?.[1], /^## (\d.*)$/m.exec(changelog)?.[1]];
  });
  expect([...new Set(told.flat())]).toEqual(["1.0.0"]);
});

it("their READMEs have one outline, and send readers to the page of what they share", () => {
  const readmes = NAMES.map((name) => readFileSync(`sdks/${name}/README.md`, "utf8"));
  for (const readme of readmes) {
    expect([...readme.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)).toEqual([
      "Quick start",
      "Price in a currency",
      "Find intents",
      "Refund a payment",
      "Read what you missed",
      "Webhooks",
      "Errors",
      "Settings",
    ]);
    expect(readme).toContain("[one page](../README.md)");
  }
});
