import { randomInt } from "node:crypto";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { patchedPostgres } from "./scripts/lib/patch-postgres.mjs";

const root = fileURLToPath(new URL(".", import.meta.url));

process.env.TILL_TEST_SEED ??= String(randomInt(2 ** 31));
console.log(`Chance goes by TILL_TEST_SEED=${process.env.TILL_TEST_SEED}`);

export default defineConfig({
  resolve: { alias: { "@": root.replace(/\/$/, ""), postgres: patchedPostgres() } },
  test: {
    pool: "forks",
    maxWorkers: Number(process.env.TILL_TEST_WORKERS ?? 2),
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { requireAssertions: true },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["tests/unit/**/*.test.{ts,tsx}"],
          setupFiles: ["tests/support/environment.ts"],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "database",
          include: ["tests/{integration,api,service}/**/*.test.ts"],
          globalSetup: ["tests/support/cluster.ts"],
          setupFiles: ["tests/support/environment.ts", "tests/support/database.ts"],
          isolate: false,
        },
      },
    ],
  },
});
