import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { FLOORS, importsIn, impureChains, wrongImports } from "@/scripts/lib/floors.mjs";

const problemsOf = (file: string, text: string) => wrongImports(file, importsIn(file, text));
const graphOf = (files: Record<string, string>) =>
  new Map(Object.entries(files).map(([file, text]) => [file, importsIn(file, text)]));

it("an import of a room above is refused with both rooms and floors, even one of types", () => {
  const [problem, ...others] = problemsOf(
    "lib/business/keys/end.ts",
    `import { log } from "@/lib/base/process/log";\nimport type { TerminalId } from "@/lib/business/terminals/schemas";`,
  );
  expect(problem).toMatch(
    /^lib\/keys\/end\.ts:2: keys is on floor \d+ .* but terminals is on floor \d+ .*Move what both need/,
  );
  expect(others).toEqual([]);
});

it.each([
  [
    "the same floor",
    "lib/people/users/insert.ts",
    `export { claim } from "@/lib/delivery/webhooks/claim";`,
    "same floor",
  ],
  ["pages, from the domain", "lib/payments/intents/list.ts", `await import("@/app/layout");`, "app/ is on floor"],
  ["screens, from the edge", "lib/service/auth/member.ts", `import { Page } from "@/components/ui/page";`, "only app"],
  ["tests", "lib/service/server/run.ts", `import { seed } from "@/tests/support/seed";`, "tests/ has no floor"],
  ["anything, in a room that no floor lists", "lib/utils/text.ts", "", "utils has no floor"],
])("an import of %s is refused", (_, file, text, reason) => {
  expect(problemsOf(file, text)).toEqual([expect.stringContaining(reason)]);
});

it("a component that reaches the database is refused once, with the way there, and may import types", () => {
  const files = {
    "lib/payments/intents/list.ts": `import { orm } from "@/lib/base/db/client";`,
    "components/payments/row.tsx": `import { PAGE_SIZE } from "@/lib/payments/intents/list";`,
    "components/payments/table.tsx": `import { Row } from "./row";`,
    "components/payments/cell.tsx": `import type { Payment } from "@/lib/payments/intents/list";`,
  };
  const [row, ...others] = impureChains(graphOf(files));
  expect(row).toContain("components/payments/row.tsx > lib/payments/intents/list.ts > lib/base/db/client. ");
  expect(others).toEqual([]);
});

it("docs/architecture.md draws the floors that the check knows, the highest first", () => {
  const [, drawing = ""] =
    readFileSync("docs/architecture.md", "utf8").match(/^## Floors$.*?^```text$(.*?)^```$/ms) ?? [];
  const drawn = [...drawing.matchAll(/^ *(\d+) {2}.*? {2,}(\S.*(?:\n {5,}\S.*)*)$/gm)];
  expect(drawn.map(([, floor, rooms = ""]) => [Number(floor), rooms.split(/\s+/).sort()])).toEqual(
    FLOORS.map((rooms, index) => [index + 1, [...rooms].sort()]).reverse(),
  );
});
