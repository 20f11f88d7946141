import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { vectors } from "@/tests/vectors/signatures.json";

type Case = { name: string; body: string; signature: string; secret: string; genuine: boolean };
type Language = {
  fence: string;
  tool: string;
  version: string[];
  /** Files beside the block, by name; null is where the block itself goes. */
  files: Record<string, string | null>;
  run: string[];
  env?: Record<string, string>;
};

/** Each program reads cases.json, bodies in base64, and prints the verdicts as a JSON list. */
const LANGUAGES: Language[] = [
  {
    fence: "js",
    tool: process.execPath,
    version: ["--version"],
    run: ["main.mjs"],
    files: {
      "verify.mjs": null,
      "main.mjs": `
import { readFileSync } from "node:fs";
import { isGenuine } from "./verify.mjs";
const cases = JSON.parse(readFileSync("cases.json", "utf8"));
console.log(JSON.stringify(cases.map((one) => isGenuine(Buffer.from(one.body, "base64"), one.signature, one.secret))));`,
    },
  },
  {
    fence: "python",
    tool: "python3",
    version: ["--version"],
    run: ["main.py"],
    files: {
      "verify.py": null,
      "main.py": `
import base64, json
from verify import is_genuine
cases = json.load(open("cases.json", encoding="utf-8"))
print(json.dumps([is_genuine(base64.b64decode(c["body"]), c["signature"], c["secret"]) for c in cases]))`,
    },
  },
  {
    fence: "php",
    tool: "php",
    version: ["--version"],
    run: ["main.php"],
    files: {
      "verify.php": null,
      "main.php": `<?php
require "verify.php";
$cases = json_decode(file_get_contents("cases.json"), true);
echo json_encode(array_map(fn($c) => isGenuine(base64_decode($c["body"]), $c["signature"], $c["secret"]), $cases));`,
    },
  },
  {
    fence: "go",
    tool: "go",
    version: ["version"],
    run: ["run", "."],
    env: { GO111MODULE: "on", GOFLAGS: "", GOPROXY: "off", GOTOOLCHAIN: "local", GOWORK: "off" },
    files: {
      "webhook/verify.go": null,
      "go.mod": "module docs\n\ngo 1.19\n",
      "main.go": `package main

import (
	"encoding/json"
	"fmt"
	"os"
	"docs/webhook"
)

func main() {
	var cases []struct {
		Body              []byte
		Signature, Secret string
	}
	text, _ := os.ReadFile("cases.json")
	if err := json.Unmarshal(text, &cases); err != nil {
		panic(err)
	}
	verdicts := []bool{}
	for _, c := range cases {
		verdicts = append(verdicts, webhook.IsGenuine(c.Body, c.Signature, c.Secret))
	}
	out, _ := json.Marshal(verdicts)
	fmt.Println(string(out))
}
`,
    },
  },
];

const CASES: Case[] = vectors.flatMap(({ name, body, serviceSignature: signature, secret }) => [
  { name, body, signature, secret, genuine: true },
  { name: `${name}, a changed body`, body: `${body} `, signature, secret, genuine: false },
  { name: `${name}, a wrong secret`, body, signature, secret: `${secret}x`, genuine: false },
  { name: `${name}, one changed digit`, body, signature: changed(signature), secret, genuine: false },
  { name: `${name}, a part of the signature`, body, signature: signature.slice(0, 32), secret, genuine: false },
  { name: `${name}, no signature`, body, signature: "", secret, genuine: false },
]);

it("the README shows the same function for Node.js", () => {
  expect(readFileSync("README.md", "utf8")).toContain(blocksOf("js")[0]);
});

describe("how docs/webhooks.md verifies a webhook", () => {
  it.each(LANGUAGES)("is shown once in $fence", ({ fence }) => {
    expect(blocksOf(fence)).toHaveLength(1);
  });

  for (const language of LANGUAGES) {
    const missing = !isInstalled(language);
    if (missing)
      console.warn(`\n*** ${language.tool} is missing: the ${language.fence} of docs/webhooks.md is NOT tested ***\n`);

    it.skipIf(missing)(`in ${language.fence} takes what is genuine and nothing else`, () => {
      const verdicts = runBlock(language, blocksOf(language.fence)[0] as string);
      const seen = CASES.map((one, index) => ({ name: one.name, genuine: verdicts[index] }));
      expect(seen).toEqual(CASES.map(({ name, genuine }) => ({ name, genuine })));
    });
  }
});

/** The code blocks of a language in the chapter on webhooks. */
function blocksOf(fence: string): string[] {
  const chapter = /^## Verify a webhook\n(.*?)^## /ms.exec(readFileSync("docs/webhooks.md", "utf8"))?.[1] ?? "";
  return [...chapter.matchAll(new RegExp(`^\`\`\`${fence}\\n(.*?)^\`\`\`$`, "gms"))].map((match) => match[1] as string);
}

function isInstalled({ tool, version }: Language): boolean {
  return spawnSync(tool, version).status === 0;
}

function runBlock({ tool, run, files, env }: Language, block: string): unknown[] {
  const folder = mkdtempSync(path.join(tmpdir(), "till-webhooks-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const cases = CASES.map((one) => ({ ...one, body: Buffer.from(one.body).toString("base64") }));
  for (const [name, text] of Object.entries({ ...files, "cases.json": JSON.stringify(cases) })) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text ?? block);
  }
  const { status, stdout, stderr } = spawnSync(tool, run, {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout);
}

function changed(signature: string): string {
  return `${signature.slice(0, -1)}${signature.endsWith("0") ? "1" : "0"}`;
}
