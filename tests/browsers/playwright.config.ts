import path from "node:path";
import { defineConfig } from "@playwright/test";
import type { Engine } from "./support/engines";
import { ENGINES } from "./support/engines";

/**
 * The customers' pages in browsers that Playwright can't drive as distributions build them: by WebDriver, one at a
 * time.
 */
export default defineConfig<object, { engine: Engine }>({
  testDir: ".",
  outputDir: path.resolve("test-results/browsers"),
  globalSetup: "./support/global-setup.ts",
  workers: 1,
  // for what never comes: long enough for a machine that is busy with other work
  timeout: 600_000,
  expect: { timeout: 90_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: "list",
  use: { baseURL: process.env.E2E_BASE_URL },
  projects: ENGINES.map((engine) => ({ name: engine, use: { engine } })),
});
