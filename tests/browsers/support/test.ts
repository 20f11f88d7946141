import { test as base, expect } from "@playwright/test";
import type { Database } from "@/lib/base/db/client";
import { openShop, type Shop } from "@/tests/e2e/support/shop";
import { databaseFixture } from "@/tests/e2e/support/worker";
import { type Browser, type Engine, missingFor, openBrowser } from "./engines";
import { newTab, type Tab } from "./tab";

export const PHONE = [390, 844] as const;
const LAPTOP = [1440, 900] as const;

type Worker = { engine: Engine; opened: Browser; serverDatabase: Database };

/**
 * Every test has a tab, in the project's browser, that fails it when a script throws or the page's policy is breached.
 */
export const test = base.extend<{ shop: Shop; tab: Tab; installed: undefined }, Worker>({
  ...databaseFixture,

  shop: async ({ serverDatabase }, use) => use(await openShop(serverDatabase)),

  engine: ["firefox", { scope: "worker", option: true }],

  // comes before every other fixture
  installed: [
    async ({ engine }, use, testInfo) => {
      const missing = missingFor(engine);
      testInfo.skip(missing !== null, `${missing} is missing`);
      await use(undefined);
    },
    { auto: true },
  ],

  opened: [
    async ({ engine }, use) => {
      const browser = await openBrowser(engine, String(collectFaults));
      await use(browser);
      await browser.close();
    },
    { scope: "worker", timeout: 600_000 },
  ],

  tab: async ({ opened, baseURL }, use, testInfo) => {
    const tab = newTab(opened, baseURL ?? "");
    await tab.resize(...LAPTOP);
    await use(tab);
    if (testInfo.status !== testInfo.expectedStatus) {
      const body = Buffer.from(await tab.driver.takeScreenshot(), "base64");
      await testInfo.attach("screenshot", { body, contentType: "image/png" });
    }
    expect(await tab.evaluate("return window.faults")).toEqual([]);
    await opened.forget();
  },
});

/** Runs in the page, before its own scripts. */
function collectFaults() {
  const faults: string[] = [];
  Object.defineProperty(window, "faults", { value: faults });
  addEventListener("error", ({ message }) => faults.push(message));
  addEventListener("unhandledrejection", ({ reason }) => faults.push(String(reason)));
  addEventListener("securitypolicyviolation", (event) =>
    faults.push(`policy breached: ${event.violatedDirective} ${event.blockedURI}`),
  );
}

/** What a phone's screen shows is what the page looks like when painted anew. */
export async function expectFreshPaint(tab: Tab) {
  const shown = await stillPicture(tab);
  await tab.repaint();
  expect(share(shown, await stillPicture(tab))).toBeLessThan(0.005);
}

/** The screen once nothing on it moves. */
async function stillPicture(tab: Tab): Promise<Uint8Array> {
  let last = await tab.reds(...PHONE);
  await expect
    .poll(async () => {
      const earlier = last;
      last = await tab.reds(...PHONE);
      return share(earlier, last);
    })
    .toBe(0);
  return last;
}

/** of the pixels that differ */
const share = (one: Uint8Array, other: Uint8Array) => one.filter((red, at) => red !== other[at]).length / one.length;

export { expect };
