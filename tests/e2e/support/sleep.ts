import type { Page } from "@playwright/test";

/** Call it before the page is opened. */
export async function sleepable(page: Page) {
  await page.addInitScript(() => {
    const [now, slept] = [Date.now, { ms: 0 }];
    Date.now = () => now() + slept.ms;
    Object.assign(window, { slept });
  });
}

/** As on devices whose `performance.now()` stands still while they sleep. */
export function sleep(page: Page, ms: number) {
  return page.evaluate((ms) => Object.assign((window as unknown as { slept: object }).slept, { ms }), ms);
}
