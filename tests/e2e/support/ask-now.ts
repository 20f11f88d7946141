import type { Page } from "@playwright/test";

/** For a page whose clock is installed: what it would ask the server within two seconds, it asks now. */
export const askNow = (page: Page) => page.clock.runFor(2_000);
