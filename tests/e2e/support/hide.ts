import type { Page } from "@playwright/test";

/** Tells the page that nobody sees it, or that somebody does again, until it is left. */
export const hide = (page: Page, hidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => value });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);
