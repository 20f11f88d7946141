import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import * as library from "till-payments";

const require = createRequire(import.meta.url);
const installed = new URL("../node_modules/till-payments/", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL("package.json", installed), "utf8"));
const KEY = "svc_test_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789ab";

test("require gives the same names as import", () => {
  const names = Object.keys(require("till-payments")).sort();
  assert.deepEqual(names, Object.keys(library).sort());
  assert.ok(names.includes("Till") && names.includes("WebhookVerifier"));
});

test("the package has no dependencies, and holds what a user needs and no more", () => {
  for (const kind of ["dependencies", "peerDependencies", "optionalDependencies"])
    assert.equal(manifest[kind], undefined);
  assert.deepEqual(readdirSync(installed).sort(), ["CHANGELOG.md", "LICENSE", "README.md", "dist", "package.json"]);
  assert.equal(manifest.license, "MIT");
});

test("the version is that of the package and has its place in the changelog", () => {
  assert.equal(library.VERSION, manifest.version);
  assert.match(readFileSync(new URL("CHANGELOG.md", installed), "utf8"), new RegExp(`^## ${manifest.version}$`, "m"));
});

/** Runs a program in a Node of its own, which may have other conditions and globals. */
const run = (code, ...flags) => {
  const args = [...flags, "--input-type=module", "--eval", code];
  return spawnSync(process.execPath, args, { cwd: new URL("..", installed), encoding: "utf8" });
};

test("what a bundler for browsers takes refuses to load", () => {
  const { status, stderr } = run('await import("till-payments")', "--conditions=browser");
  assert.notEqual(status, 0);
  assert.match(stderr, /runs on your server only/);
  const bundled = readFileSync(new URL("dist/esm/browser.js", installed), "utf8");
  assert.ok(!bundled.includes("node:"));
});

for (const [name, globals] of Object.entries({
  "a page": "globalThis.window = globalThis; globalThis.document = {};",
  "a worker": "globalThis.importScripts = () => {};",
})) {
  test(`in ${name} neither a client nor a verifier can be made, also when it was bundled all the same`, () => {
    const made = [
      `new Till({ apiKey: "${KEY}", baseUrl: "https://x.example" })`,
      'new WebhookVerifier("whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=")',
    ];
    for (const one of made) {
      const code = `${globals} const { Till, WebhookVerifier } = await import("till-payments"); ${one}`;
      const { status, stderr } = run(code);
      assert.notEqual(status, 0);
      assert.match(stderr, /ConfigurationError: till-payments runs on your server only/);
      assert.ok(!stderr.replaceAll(one, "").includes("AbCdEf"));
    }
  });
}

test("loading it does nothing: no environment is read, no handle stays open", () => {
  assert.equal(
    execFileSync(process.execPath, ["--eval", 'require("till-payments")'], { cwd: new URL("..", installed) }).length,
    0,
  );
  assert.ok(
    existsSync(new URL("dist/cjs/index.d.ts", installed)) && existsSync(new URL("dist/esm/index.d.ts", installed)),
  );
  assert.ok(!readFileSync(new URL("dist/esm/index.js", installed), "utf8").includes("process.env"));
});
