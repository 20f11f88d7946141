import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { circles, FLOORS, importsIn, importsOfOtherPages, impureChains, wrongImports } from "@/scripts/lib/wings.mjs";

const problemsOf = (file: string, text: string) => wrongImports(file, importsIn(file, text));
const graphOf = (files: Record<string, string>) =>
  new Map(Object.entries(files).map(([file, text]) => [file, importsIn(file, text)]));

it("an import of a wing above is refused with both wings, even one of types", () => {
  const [problem, ...others] = problemsOf(
    "lib/people/members/end.ts",
    `import { log } from "@/lib/base/process/log";\nimport type { TerminalId } from "@/lib/business/terminals/schemas";`,
  );
  expect(problem).toMatch(
    /^lib\/people\/members\/end\.ts:2: people imports only lower wings, but business is above it .*Move what both need/,
  );
  expect(others).toEqual([]);
});

it.each([
  [
    "the same floor",
    "lib/people/accounts/insert.ts",
    `export { pool } from "@/lib/chain/wallets/pool";`,
    "chain is beside it",
  ],
  ["pages, from the domain", "lib/payments/lists/list.ts", `await import("@/app/layout");`, "app/ is above it"],
  ["screens, from the edge", "lib/service/auth/member.ts", `import { Page } from "@/components/ui/page";`, "only app"],
  ["tests", "lib/service/server/run.ts", `import { seed } from "@/tests/support/seed";`, "tests/ is no wing"],
  ["anything, in a wing that no floor lists", "lib/utils/texts/text.ts", "", "utils is no wing"],
  ["anything, outside of the rooms", "lib/base/text.ts", "", "lib/base is no wing"],
])("an import of %s is refused", (_, file, text, reason) => {
  expect(problemsOf(file, text)).toEqual([expect.stringContaining(reason)]);
});

it("rooms of a wing that import each other in a circle are refused once, with the imports that make it", () => {
  const files = {
    "lib/base/db/client.ts": `import { log } from "@/lib/base/process/log";`,
    "lib/base/process/log.ts": `import type { Context } from "@/lib/base/context/context";`,
    "lib/base/context/context.ts": `import type { Db } from "@/lib/base/db/client";`,
    "lib/base/mail/send.ts": `import { log } from "@/lib/base/process/log";`,
  };
  const [circle, ...others] = circles(graphOf(files));
  expect(circle).toMatch(/^base\/db > base\/process > base\/context > base\/db: .*lib\/base\/process\/log\.ts:1/);
  expect(others).toEqual([]);
});

it("a component that reaches the database is refused once, with the way there, and may import types", () => {
  const files = {
    "lib/payments/lists/list.ts": `import { orm } from "@/lib/base/db/client";`,
    "components/payments/row.tsx": `import { PAGE_SIZE } from "@/lib/payments/lists/list";`,
    "components/payments/table.tsx": `import { Row } from "./row";`,
    "components/payments/cell.tsx": `import type { Payment } from "@/lib/payments/lists/list";`,
  };
  const [row, ...others] = impureChains(graphOf(files));
  expect(row).toContain("components/payments/row.tsx > lib/payments/lists/list.ts > lib/base/db/client. ");
  expect(others).toEqual([]);
});

it("a page takes from another page's folder only its actions and routes", () => {
  const text = [
    `import { form } from "@/app/(dashboard)/reports/report-form";`,
    `import { exportReport } from "@/app/(dashboard)/reports/actions";`,
    `import { useAction } from "@/app/_kit/use-action";`,
    `import { menu } from "@/app/(dashboard)/menu";`,
    `import { row } from "./[payment]/row";`,
  ].join("\n");
  const file = "app/(dashboard)/payments/page.tsx";
  expect(importsOfOtherPages(file, importsIn(file, text))).toEqual([expect.stringContaining("reports/report-form")]);
});

it("docs/architecture.md draws every wing and room, the highest first", () => {
  const [, drawing = ""] =
    readFileSync("docs/architecture.md", "utf8").match(/^## Wings$.*?^```text$(.*?)^```$/ms) ?? [];
  const floors = drawing
    .trim()
    .split(/^ *\d {2}/m)
    .slice(1)
    .map((floor) =>
      [...floor.matchAll(/^ *([a-z]+): ([a-z\s-]+?)(?: {3}|$)/gm)].map(([, wing = "", rooms = ""]) => ({
        wing,
        rooms: rooms.split(/\s+/).sort(),
      })),
    );
  const wings = FLOORS.map((floor) => floor.filter((wing) => !wing.endsWith("/"))).filter((floor) => floor.length > 0);
  expect(floors).toEqual(
    wings.reverse().map((floor) => floor.map((wing) => ({ wing, rooms: readdirSync(`lib/${wing}`).sort() }))),
  );
});
