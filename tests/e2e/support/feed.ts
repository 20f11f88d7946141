import type { Page } from "@playwright/test";

/** Opens a page of the dashboard and waits until it hears of changes; those before that may have gone by unheard. */
export async function openWithFeed(page: Page, path: string) {
  const feed = page.waitForResponse((response) => response.url().endsWith("/feed"));
  await page.goto(path);
  await feed;
}
