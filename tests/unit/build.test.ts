import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { serverBuildOptions } from "@/scripts/lib/build.mjs";

it("the server and the command line are built with the patched driver", () => {
  const entry = serverBuildOptions().alias.postgres;
  expect(readFileSync(path.join(path.dirname(entry), "connection.js"), "utf8")).toContain("terminated || !socket");
});
