import type { Page } from "@playwright/test";

/** Presses a form's button and resolves once the server action has answered, whatever earlier toasts are still shown. */
export async function answered(page: Page, press: () => Promise<void>): Promise<void> {
  const response = page.waitForResponse((one) => one.request().method() === "POST");
  await press();
  await (await response).finished();
}
