import type { Page } from "@playwright/test";
import { expectAccessible } from "@/tests/e2e/support/axe";
import { expect, test } from "@/tests/e2e/support/dashboard";
import { openItem, openWallet, randomAddress, watched } from "@/tests/e2e/support/settlement";
import type { Shop } from "@/tests/e2e/support/shop";

const NOTE = "Refund address left by the customer";
const refund = (page: Page) => page.getByRole("region", { name: "Refund address" });
const field = (page: Page) => page.getByLabel("Your TRON wallet address");

async function save(page: Page, address: string) {
  await field(page).fill(address);
  await refund(page).getByRole("button", { name: "Save address" }).click();
}

/** A payment of the sandbox that a customer paid too late. */
async function paidLate(shop: Shop) {
  const { id } = await shop.createIntent();
  await shop.simulate(id, "late");
  return { id, path: `/pay/${id}` };
}

test("a customer who paid too late leaves an address, and the merchant sees it with what to do first", async ({
  page,
  signedIn: shop,
  tolerated,
}) => {
  tolerated.pattern = /422/;
  const payment = await shop.createIntent();
  const path = `/pay/${payment.id}`;
  const address = randomAddress();
  await page.goto(path);
  await expect(refund(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Pay too late" }).click();
  await expect(refund(page)).toContainText("The store decides, and will confirm it with you before sending.");
  await expectAccessible(page);

  await save(page, "TXYZ");
  await expect(refund(page).getByRole("alert")).toContainText("This isn't a valid TRON address.");
  await expect(field(page)).toHaveValue("TXYZ");
  await expect(field(page)).toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page);
  await save(page, ` ${address}`);
  await expect(page).toHaveURL(path);
  await expect(refund(page).locator("p.figures")).toHaveText(address);
  await expect(refund(page)).toContainText("Saved");
  await expect(field(page)).toHaveCount(0);
  await expectAccessible(page);

  await page.goto(shop.at("payments", payment.id));
  await expect(page.getByText(NOTE)).toBeVisible();
  await expect(page.getByText("Confirm it with the customer before you send.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy the customer's refund address" })).toBeVisible();
  await page.goto(shop.at("settings", "audit"));
  await expect(page.getByRole("row").filter({ hasText: NOTE })).toContainText("Customer");

  await page.goto(shop.at("payments", payment.id));
  await page.getByRole("button", { name: "Clear address" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Clear address" }).click();
  await expect(page.getByRole("button", { name: "Copy the customer's refund address" })).toHaveCount(0);
  await expect(page.getByText("Refund address cleared").first()).toBeVisible();
  await page.goto(path);
  await expect(field(page)).toBeVisible();
});

test("the refund dialog takes the customer's address when asked, and never by itself", async ({
  page,
  signedIn: shop,
}) => {
  await watched(shop);
  const [held] = await openWallet(shop);
  const { itemId, intentId } = await openItem(shop, { kind: "late", address: held?.hex ?? "0x" });
  const address = randomAddress();
  await page.goto(`/pay/${intentId}`);
  await save(page, address);
  await expect(refund(page).locator("p.figures")).toHaveText(address);

  await page.goto(shop.live("settlement", "attention", itemId));
  await expect(page.getByText(NOTE)).toBeVisible();
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Prepare refund" });
  await expect(dialog.getByLabel("Customer's wallet address")).toHaveValue("");
  await dialog.getByRole("button", { name: "Use the customer's address" }).click();
  await expect(dialog.getByLabel("Customer's wallet address")).toHaveValue(address);
  await expectAccessible(page);
});

test("after another tab has saved an address, the form says so and shows that one", async ({
  page,
  context,
  shop,
  tolerated,
}) => {
  tolerated.pattern = /409/;
  const { path } = await paidLate(shop);
  const [first, second] = [randomAddress(), randomAddress()];
  await page.goto(path);
  const other = await context.newPage();
  await other.goto(path);
  await save(other, first);
  await expect(refund(other).locator("p.figures")).toHaveText(first);
  await save(page, second);
  await expect(refund(page).getByRole("alert")).toContainText("An address was already left for this payment.");
  await expect(refund(page).locator("p.figures")).toHaveText(first);
});

for (const lang of ["de", "ar"]) {
  test(`the form fits a phone in "${lang}"`, async ({ page, shop }) => {
    const { path } = await paidLate(shop);
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(`${path}?lang=${lang}`);
    await expect(page.locator("#refund-address")).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await expectAccessible(page);
  });
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("an address is left, refused at the field, and the language picker leads back", async ({
    page,
    shop,
    tolerated,
  }) => {
    tolerated.pattern = /422/;
    const { path } = await paidLate(shop);
    const address = randomAddress();
    await page.goto(path);
    await save(page, "nonsense");
    await expect(page.getByText("This isn't a valid TRON address.")).toBeVisible();
    await expect(field(page)).toHaveValue("nonsense");
    await page.getByRole("button", { name: "Language: English" }).click();
    await page.getByRole("link", { name: "Deutsch" }).click();
    await expect(page).toHaveURL(`${path}?lang=de`);
    await page.getByLabel("Adresse Ihrer TRON-Wallet").fill(address);
    await page.getByRole("button", { name: "Adresse speichern" }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("region", { name: "Adresse für die Rückzahlung" }).locator("p.figures")).toHaveText(
      address,
    );
  });
});
