import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { serverBuildOptions } from "@/scripts/lib/build.mjs";
import { sourceHash } from "@/scripts/lib/source-hash.mjs";

it("a build is good for every version of Node that runs it", () => {
  const version = Object.getOwnPropertyDescriptor(process, "version") as PropertyDescriptor;
  onTestFinished(() => void Object.defineProperty(process, "version", version));
  const before = sourceHash();
  Object.defineProperty(process, "version", { ...version, value: "v99.0.0" });
  expect(sourceHash()).toBe(before);
});

it("the server and the command line are built with the patched driver", () => {
  const entry = serverBuildOptions().alias.postgres;
  expect(readFileSync(path.join(path.dirname(entry), "connection.js"), "utf8")).toContain("terminated || !socket");
});
