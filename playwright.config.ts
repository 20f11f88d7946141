import { defineConfig } from "@playwright/test";
import { chromiumOptions } from "@/tests/e2e/support/chromium";

export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/e2e/support/global-setup.ts",
  fullyParallel: true,
  workers: 2,
  // for what never comes: long enough for a machine that is busy with other work
  timeout: 600_000,
  expect: { timeout: 90_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: "list",
  use: {
    baseURL: process.env.E2E_BASE_URL,
    launchOptions: chromiumOptions(),
    viewport: { width: 1440, height: 900 },
    colorScheme: "light",
    locale: "en-GB",
    actionTimeout: 90_000,
    // a trace of every test costs a fifth of the run; `npm test -- e2e --trace retain-on-failure` writes them
    screenshot: "only-on-failure",
  },
});
