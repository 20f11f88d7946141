import { expect, type Page } from "@playwright/test";

const PHONE = { width: 390, height: 844 };

/** Nothing sticks out sideways on a phone. */
export async function expectFitsPhone(page: Page) {
  await page.setViewportSize(PHONE);
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBeLessThanOrEqual(0);
}
