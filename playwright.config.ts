import { defineConfig } from "@playwright/test";
import { chromiumOptions } from "@/tests/e2e/support/chromium";

const PHONE = { width: 390, height: 844 };
const LAPTOP = { width: 1440, height: 900 };

/** The behaviour is tested once; how pages look and read, in both schemes on both sizes. */
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
    locale: "en-GB",
    actionTimeout: 90_000,
    // a trace of every test costs a fifth of the run; `npm test -- e2e --trace retain-on-failure` writes them
    screenshot: "only-on-failure",
  },
  projects: [
    { name: "behaviour", testIgnore: "**/pages.spec.ts", use: { viewport: LAPTOP, colorScheme: "light" } },
    { name: "phone", testMatch: "**/pages.spec.ts", use: { viewport: PHONE } },
    { name: "laptop", testMatch: "**/pages.spec.ts", use: { viewport: LAPTOP } },
  ],
});
