import { expect, type Locator, type Page } from "@playwright/test";

/** Tries every way out of a dialog but its own buttons, and expects it to stay with what it shows. */
export async function expectHeld(page: Page, dialog: Locator, shown: Locator): Promise<void> {
  const address = page.url();
  const before = await shown.textContent();
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 5);
  await page.keyboard.press("Control+k");
  await page.keyboard.press("Escape");
  await page.keyboard.type("go");
  await expect(dialog.getByRole("button", { name: "Close", exact: true })).toBeHidden();
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await expect(shown).toHaveText(before ?? "");
  expect(page.url()).toBe(address);
}
