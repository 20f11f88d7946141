import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { patchedPostgres } from "./scripts/lib/patch-postgres.mjs";

const root = fileURLToPath(new URL(".", import.meta.url));

export default defineConfig({
  resolve: { alias: { "@": root.replace(/\/$/, ""), postgres: patchedPostgres() } },
  test: {
    include: ["tests/{unit,integration,api,service}/**/*.test.{ts,tsx}"],
    globalSetup: ["tests/support/cluster.ts"],
    setupFiles: ["tests/support/database.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // a busy machine may make one test late; twice is a fault
    retry: process.env.CI ? 1 : 0,
  },
});
