import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "@/tests/e2e/support/axe";

const PHONE = { width: 390, height: 844 };

/** Nothing sticks out sideways on a phone. */
export async function expectFitsPhone(page: Page) {
  await page.setViewportSize(PHONE);
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBeLessThanOrEqual(0);
}

/** Nothing sticks out sideways at the page's own width, and it is readable by all. */
export async function expectSound(page: Page) {
  const [content, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect(content, page.url()).toBeLessThanOrEqual(screen ?? 0);
  await expectAccessible(page);
}
