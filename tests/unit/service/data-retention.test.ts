import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { REMOVERS } from "@/lib/service/jobs/remove-old";

it("the operator is told of all data that is deleted after some time", () => {
  const section = /^## Data retention$([\s\S]*)/m.exec(readFileSync("docs/operations/run.md", "utf8"))?.[1] ?? "";
  const rows = [...section.matchAll(/^\| (.+?) \| .+ \|$/gm)].map((row) => row[1] ?? "");
  const missing = Object.keys(REMOVERS).filter((data) => !rows.some((row) => row.startsWith(data)));
  expect(missing).toEqual([]);
});
