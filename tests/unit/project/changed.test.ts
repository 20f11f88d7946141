import { expect, it } from "vitest";
import { testsFor } from "@/scripts/lib/changed.mjs";

const texts: Record<string, string> = {
  "server.ts": "",
  "app/api/v1/intent-status/route.ts": "",
  "app/pay/[id]/page.tsx": "",
  "drizzle/schema/users.ts": "",
  "lib/base/values/money.ts": "export const MICROS = 1_000_000n;",
  "lib/customer/checkout/clock.ts": "",
  "lib/payments/intents/get-status.ts": "const [row] = await ctx.db.sql<Row[]>`select 1`;",
  "scripts/build.mjs": "",
  "docs/webhooks.md": "",
  "sdks/go/client.go": "",
  "tests/e2e/checkout.spec.ts": "",
  "tests/service/http.test.ts": "",
  "tests/support/service.ts": "",
  "tests/unit/base/money.test.ts": "",
  "tests/unit/customer/clock.test.ts": "",
  "tests/integration/delivery/docs-receivers.test.ts": `readFileSync("docs/webhooks.md", "utf8")`,
};
const graph = new Map<string, string[]>([
  ...Object.keys(texts).map((file): [string, string[]] => [file, []]),
  ["app/api/v1/intent-status/route.ts", ["lib/payments/intents/get-status.ts"]],
  ["app/pay/[id]/page.tsx", ["lib/customer/checkout/clock.ts"]],
  ["lib/payments/intents/get-status.ts", ["lib/base/values/money.ts"]],
  ["tests/unit/base/money.test.ts", ["lib/base/values/money.ts"]],
  ["tests/unit/customer/clock.test.ts", ["lib/customer/checkout/clock.ts"]],
]);
const chosenFor = (...changed: string[]) => testsFor(changed, graph, (file: string) => texts[file] ?? null);

it.each(["drizzle/schema/users.ts", "scripts/build.mjs", "tests/support/service.ts", "server.ts", "package.json"])(
  "everything runs when %s has changed",
  (file) => {
    texts["package.json"] = "{}";
    expect(chosenFor("docs/webhooks.md", file)).toMatchObject({ everything: true, because: file });
  },
);

it("everything runs when a file with a statement on the database has changed, or a file is gone", () => {
  expect(chosenFor("lib/payments/intents/get-status.ts")).toMatchObject({ everything: true });
  expect(chosenFor("lib/payments/intents/removed.ts")).toMatchObject({ everything: true });
});

it("a rule runs the tests that reach it, and those of the service and the browser that show it", () => {
  expect(chosenFor("lib/customer/checkout/clock.ts")).toEqual({
    everything: false,
    vitest: ["tests/service/http.test.ts", "tests/unit/customer/clock.test.ts"],
    sdks: [],
    e2e: [],
    pages: true,
  });
});

it("what the API uses runs the client libraries too", () => {
  expect(chosenFor("lib/base/values/money.ts")).toMatchObject({ sdks: ["node", "python", "php", "go"], pages: true });
});

it.each([
  ["docs/webhooks.md", { vitest: ["tests/integration/delivery/docs-receivers.test.ts"], sdks: [], e2e: [] }],
  ["sdks/go/client.go", { vitest: [], sdks: ["go"], e2e: [] }],
  ["tests/e2e/checkout.spec.ts", { vitest: [], sdks: [], e2e: ["tests/e2e/checkout.spec.ts"] }],
  ["tests/unit/base/money.test.ts", { vitest: ["tests/unit/base/money.test.ts"], sdks: [], e2e: [] }],
])("%s alone runs no more than it can affect", (file, expected) => {
  expect(chosenFor(file)).toEqual({ everything: false, pages: false, ...expected });
});
