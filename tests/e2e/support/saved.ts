import type { Page } from "@playwright/test";

/**
 * Presses a form's button and resolves once the server action has answered, whatever earlier toasts are still shown.
 * The answer begins after the action has ended; its body isn't awaited, since Next.js may stop reading it before its
 * end.
 */
export async function answered(page: Page, press: () => Promise<void>): Promise<void> {
  const response = page.waitForResponse((one) => one.request().method() === "POST");
  await press();
  await response;
}
