import { expectAccessible } from "@/tests/e2e/support/axe";
import { expect, test } from "@/tests/e2e/support/dashboard";
import { expectFitsPhone } from "@/tests/e2e/support/layout";

test("sample payments fill the sandbox, and a reset with the business's name empties it", async ({
  page,
  signedIn: shop,
}) => {
  await page.goto(shop.at("settings", "general"));
  await page.getByRole("button", { name: "Generate sample payments" }).click();
  await expect(page.getByText(/\d+ sample payments added/)).toBeVisible();
  await expectFitsPhone(page);
  await page.getByRole("link", { name: "See payments" }).click();
  await expect(page.getByRole("row")).toHaveCount(51);
  await page.goto(shop.at("settings", "general"));

  await page.getByRole("button", { name: "Reset sandbox" }).click();
  const dialog = page.getByRole("alertdialog");
  const name = dialog.getByRole("textbox", { name: /to confirm/ });
  await name.fill("Another shop");
  await dialog.getByRole("button", { name: "Reset sandbox" }).click();
  await expect(name).toHaveAccessibleDescription(/^Enter .* to confirm\.$/);
  await expectAccessible(page);
  await name.fill("Corner Shop");
  await dialog.getByRole("button", { name: "Reset sandbox" }).click();
  await expect(page.getByText("Last reset:")).toBeVisible();
  await expect(page.getByRole("button", { name: "Generate sample payments" })).toBeEnabled();
  await expectAccessible(page);

  await page.goto(shop.at("payments"));
  await expect(page.getByText("No payments yet")).toBeVisible();
  await page.goto(shop.at("settings", "audit"));
  await expect(page.getByText("Sandbox reset finished")).toBeVisible();
});

test("sandbox data is a matter of the sandbox", async ({ page, signedIn: shop }) => {
  await page.goto(shop.live("settings", "general"));
  await expect(page.getByRole("heading", { name: "Support contact" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Sandbox data" })).toBeHidden();
});
