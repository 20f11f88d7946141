import type { Page } from "@playwright/test";
import { tronFromHex } from "@/lib/base/tron/address";
import { expect, test } from "@/tests/e2e/support/dashboard";
import { expectFitsPhone, expectSound } from "@/tests/e2e/support/layout";
import { openRefund, randomHex, refundKey } from "@/tests/e2e/support/refunds";
import { openWallet, setBalances, watched } from "@/tests/e2e/support/settlement";
import { signIn } from "@/tests/e2e/support/shop";

const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
const chosen = (page: Page) => page.getByRole("region", { name: "Selected refunds" });
const tab = (page: Page, count: string) =>
  page.getByRole("navigation", { name: "Settlement" }).getByRole("link", { name: `Refunds${count}` });

test("what a key and a customer asked for is found from the overview, checked, and confirmed with the password", async ({
  page,
  signedIn: shop,
}) => {
  const keyId = await refundKey(shop);
  const to = randomHex();
  const left = randomHex();
  await openRefund(shop, { reference: "order-1", keyId, to, reason: "Returned in May" });
  await openRefund(shop, { reference: "order-2", to: null, left });
  await openRefund(shop, { reference: "order-3", to: null });
  await page.goto(shop.at("payments"));
  await expect(page.getByRole("link", { name: "Settlement 2" })).toBeVisible();
  await page.goto(shop.at());
  const { id } = await shop.createIntent();
  await shop.simulate(id);
  await page.reload();
  await page.getByRole("link", { name: "2 refunds need confirmation" }).click();
  await expect(page).toHaveURL(/settlement\/refunds\?confirmed=no$/);
  await expect(tab(page, " 2")).toBeVisible();
  await expect(row(page, "order-3")).toHaveCount(0);
  await page.getByRole("button", { name: "Clear all" }).click();

  await expect(row(page, "order-1")).toContainText("Shop plugin");
  await expect(row(page, "order-1")).toContainText(tronFromHex(to));
  await expect(row(page, "order-1")).toContainText("New address");
  await expect(row(page, "order-1")).toContainText("Needs confirmation");
  await expect(row(page, "order-2")).toContainText("Unconfirmed");
  await expect(row(page, "order-3")).toContainText("Waiting for address");
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
  await expect(chosen(page)).toBeHidden();
  await expectSound(page);

  const all = page.getByRole("checkbox", { name: "Select all 3 on this page" });
  await all.check();
  await expect(chosen(page)).toContainText("3 refunds selected");
  await expect(chosen(page)).toContainText("7.50");
  await row(page, "order-2").getByRole("checkbox").uncheck();
  await expect(chosen(page)).toContainText("2 refunds selected");
  await all.check();
  await expectSound(page);
  await chosen(page).getByRole("button", { name: "Confirm 2" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm 2 refunds" });
  await expect(dialog).toContainText("2 refunds go to new addresses. 1 refund was prepared by a key.");
  await expect(dialog).toContainText(tronFromHex(to));
  await expect(dialog).toContainText(tronFromHex(left));
  await expect(dialog).toContainText("Key: Shop plugin");
  await expectSound(page);
  await dialog.getByRole("button", { name: "Confirm 2 refunds" }).click();
  await expect(dialog.getByText("Enter your password to continue.")).toBeVisible();
  await dialog.getByLabel("Your password").fill("not the password");
  await dialog.getByRole("button", { name: "Confirm 2 refunds" }).click();
  await expect(dialog.getByLabel("Your password")).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("Your password").fill(shop.owner.password);
  await dialog.getByRole("button", { name: "Confirm 2 refunds" }).click();
  await expect(page.getByText("2 refunds confirmed")).toBeVisible();
  await expect(row(page, "order-1")).toContainText("Ready to simulate");
  await expect(row(page, "order-2")).toContainText("Ready to simulate");
  await expect(tab(page, "")).toBeVisible();
  await expect(page.getByText("Needs confirmation")).toHaveCount(0);

  await chosen(page).getByRole("button", { name: "Simulate 2 transfers" }).click();
  await expect(page.getByText("2 transfers simulated")).toBeVisible();
  await expect(row(page, "order-1")).toHaveCount(0);

  await page.goto(shop.at("settings", "audit"));
  await expect(page.getByRole("row").filter({ hasText: "Refund confirmed" })).toHaveCount(2);
});

test("an address that changes while the dialog is open is refused, and nothing is confirmed", async ({
  page,
  signedIn: shop,
}) => {
  const keyId = await refundKey(shop);
  await openRefund(shop, { reference: "order-1", keyId });
  const waiting = await openRefund(shop, { reference: "order-2", to: null, left: randomHex() });
  await page.goto(shop.at("settlement", "refunds"));
  await page.getByRole("checkbox", { name: "Select all 2 on this page" }).check();
  await chosen(page).getByRole("button", { name: "Confirm 2" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your password").fill(shop.owner.password);
  await shop.ctx.db.sql`
    update refunds set status = 'prepared', to_address = ${randomHex()} where id = ${waiting}`;
  await dialog.getByRole("button", { name: "Confirm 2 refunds" }).click();
  await expect(dialog.getByText("1 refund has changed since you opened this page")).toBeVisible();
  await expectSound(page);
  const [confirmed] = await shop.ctx.db.sql`
    select count(*)::int as count from refunds where merchant_id = ${shop.merchantId} and confirmed_at is not null`;
  expect(confirmed).toEqual({ count: 0 });
});

test("everything that one key prepared is found and rejected at once; what a person prepared stays", async ({
  page,
  signedIn: shop,
}) => {
  const keyId = await refundKey(shop, { name: "Stolen key" });
  for (const reference of ["order-1", "order-2"]) await openRefund(shop, { reference, keyId });
  await openRefund(shop, { reference: "order-3" });
  await page.goto(shop.at("settlement", "refunds"));
  await page.getByRole("button", { name: "Prepared by" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Key: Stolen key" }).click();
  await expect(row(page, "order-3")).toHaveCount(0);
  await page.getByRole("checkbox", { name: "Select all 2 on this page" }).check();
  await row(page, "order-2").getByRole("checkbox").uncheck();
  await chosen(page).getByRole("button", { name: "Reject 1" }).click();
  await expect(page.getByRole("alertdialog", { name: "Reject 1 refund?" })).toContainText("It's cancelled.");
  await page.getByRole("alertdialog").getByRole("button", { name: "Keep it" }).click();
  await row(page, "order-2").getByRole("checkbox").check();
  await chosen(page).getByRole("button", { name: "Reject 2" }).click();
  const question = page.getByRole("alertdialog", { name: "Reject 2 refunds?" });
  await expectSound(page);
  await question.getByRole("button", { name: "Reject 2 refunds" }).click();
  await expect(page.getByText("2 refunds rejected")).toBeVisible();
  await expect(page.getByRole("heading", { name: "No matching refunds" })).toBeVisible();
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(row(page, "order-3")).toBeVisible();
  await expect(row(page, "order-1")).toHaveCount(0);
  await page.getByRole("searchbox", { name: "Search refunds" }).fill("order-1");
  await expect(row(page, "order-1")).toContainText("Cancelled");
  await expect(row(page, "order-1").getByRole("checkbox")).toHaveCount(0);

  // names stand in one line, also beside rows that can't be chosen
  await page.goto(shop.at("settlement", "refunds?show=all"));
  const left = async (text: string) => (await row(page, text).getByRole("link").first().boundingBox())?.x;
  expect(await left("order-1")).toBe(await left("order-3"));
});

test("in live the sum is compared with what the paying addresses hold", async ({ page, signedIn: shop }) => {
  await watched(shop);
  const [first, second] = await openWallet(shop, 2);
  await setBalances(shop, 3_000_000);
  for (const from of [first?.hex, first?.hex, second?.hex]) await openRefund(shop, { from });
  await page.goto(shop.live("settlement", "refunds"));
  await expect(page.getByText("Ready to sign").filter({ visible: true })).toHaveCount(3);
  await page
    .getByRole("checkbox", { name: /^Select refund/ })
    .first()
    .check();
  await expect(chosen(page)).toContainText("The paying address holds enough USDT.");
  await page.getByRole("checkbox", { name: "Select all 3 on this page" }).check();
  await expect(chosen(page)).toContainText("holds 3.00 USDT, but the selected refunds need 5.00 USDT.");
  await expect(chosen(page).getByRole("button", { name: "Confirm", exact: true })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await expectSound(page);
  await chosen(page).getByRole("button", { name: "Sign 3 refunds" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await chosen(page).getByRole("button", { name: "Clear selection" }).click();
  await expect(chosen(page)).toBeHidden();
});

test("a viewer sees the list and can choose nothing, and on a phone everything fits", async ({ page, shop }) => {
  const keyId = await refundKey(shop, { name: "K".repeat(100) });
  await openRefund(shop, { reference: "x".repeat(200), keyId, reason: "r".repeat(200), micros: 999_999_999_999 });
  await openRefund(shop, { to: null });
  await signIn(page, await shop.addMember("viewer"));
  await page.goto(shop.at("settlement", "refunds"));
  await expect(page.getByText("Waiting for address").filter({ visible: true })).toBeVisible();
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  await expectFitsPhone(page);
  await expectSound(page);
  await signIn(page, shop.owner);
  await page.goto(shop.at("settlement", "refunds"));
  await page.getByRole("checkbox", { name: "Select all 2 on this page" }).check();
  await expect(chosen(page)).toContainText("2 refunds selected");
  await expectSound(page);
  await chosen(page).getByRole("button", { name: "Confirm 1" }).click();
  await expect(page.getByRole("dialog")).toContainText("It goes to a new address. It was prepared by a key.");
  await expect(page.getByRole("dialog")).toContainText("K".repeat(20));
  await expectSound(page);
});

test("without refunds the page says where they come from", async ({ page, signedIn: shop }) => {
  for (const at of [shop.at, shop.live]) {
    await page.goto(at("settlement", "refunds"));
    await expect(page.getByRole("heading", { name: "No refunds are waiting" })).toBeVisible();
    await expectSound(page);
  }
  await page.getByRole("link", { name: "Show completed refunds" }).click();
  await expect(page.getByRole("heading", { name: "No refunds yet" })).toBeVisible();
});
