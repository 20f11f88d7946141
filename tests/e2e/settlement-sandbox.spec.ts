import type { Page } from "@playwright/test";
import { expect, test } from "@/tests/e2e/support/dashboard";
import { expectSound } from "@/tests/e2e/support/layout";
import { randomAddress } from "@/tests/e2e/support/settlement";
import { signIn } from "@/tests/e2e/support/shop";

const navigation = (page: Page, count: string) => page.getByRole("link", { name: `Settlement${count}` });

test("a partial payment is rehearsed: found, its remaining amount requested and not paid, then refunded by a simulated transfer", async ({
  page,
  signedIn: shop,
}) => {
  const { id } = await shop.createIntent({ reference: "order-31" });
  await page.goto(shop.at("payments", id));
  await shop.simulate(id, "underpaid");
  await shop.simulate(id, "expired");

  await page.goto(shop.at());
  await expect(navigation(page, " 1")).toBeVisible();
  await page.getByRole("link", { name: "Partially paid", exact: true }).click();
  await expect(page).toHaveURL(/settlement\/attention\?kind=partial/);
  await expect(page.getByText("Practise resolving them here")).toBeVisible();
  await expect(page.getByRole("button", { name: "Attach transaction" })).toHaveCount(0);
  await expectSound(page);
  await page.getByRole("row").filter({ hasText: "order-31" }).getByRole("link").first().click();
  await expect(page.getByText("The payment expired with 6.25 of 12.50 USDT received.")).toBeVisible();
  await expect(page.getByText("Simulated transaction")).toBeVisible();
  await expectSound(page);
  const item = new URL(page.url()).pathname;

  await page.getByRole("button", { name: "Request remaining amount" }).click();
  await page.getByRole("button", { name: "Create payment" }).click();
  await expect(page.getByRole("img", { name: "QR code of the payment page" })).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("heading", { name: "Remaining amount requested" })).toBeVisible();
  await expect(page.getByText("Cancel the new payment before you refund.")).toBeVisible();
  await expect(navigation(page, "")).toBeVisible();
  await page.getByRole("link", { name: "View new payment" }).click();
  await expect(page.getByRole("region", { name: "Receipt" })).toContainText("6.25");
  await shop.simulate(new URL(page.url()).pathname.split("/").at(-1) ?? "", "expired");

  await page.goto(item);
  await expect(page.getByText("New payment expired: needs attention again")).toBeVisible();
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Prepare refund" });
  await expect(dialog.getByText("No money moves in the sandbox.")).toBeVisible();
  await dialog.getByLabel("Customer's wallet address").fill(randomAddress());
  await dialog.getByLabel("Your password").fill(shop.owner.password);
  await expectSound(page);
  await dialog.getByRole("button", { name: "Prepare refund" }).click();
  await expect(page.getByText("Awaiting transfer")).toBeVisible();
  await expect(page.getByText("Command for wallet-cli")).toHaveCount(0);
  await expect(page.getByText("The remaining amount can't be requested because a refund was prepared.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Request remaining amount" })).toHaveCount(0);
  await expectSound(page);
  await page.getByRole("button", { name: "Simulate transfer" }).click();
  await page.getByRole("button", { name: "Simulate confirmation" }).click();
  await expect(page.getByText("Sent (simulated)")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Simulate/ })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Amounts" })).toContainText("Refunded");
  await expectSound(page);

  await page.goto(shop.at("payments", id));
  await expect(page.getByRole("list", { name: "Needs attention" })).toContainText("Refunded");
  await page.goto(shop.at("settings", "audit"));
  for (const text of ["Remaining amount requested", "Reopened: remaining amount not paid", "Refund prepared"])
    await expect(page.getByRole("row").filter({ hasText: text })).toHaveCount(1);
  const simulated = page.getByRole("row").filter({ hasText: "Refund transfer simulated" }).first();
  await simulated.getByRole("link", { name: /Partially paid/ }).click();
  await expect(page).toHaveURL(item);
});

test("a late payment is marked as resolved with a note, and the sandbox is all clear again; live never showed it", async ({
  page,
  signedIn: shop,
}) => {
  const { id } = await shop.createIntent();
  await shop.simulate(id, "late");
  await page.goto(shop.at("settlement"));
  await page.getByRole("link", { name: "Needs attention 1" }).click();
  await page.getByRole("link", { name: "Late payment" }).click();
  await expect(page.getByText("The payment remains expired.")).toBeVisible();
  const item = new URL(page.url()).pathname;
  await page.getByRole("button", { name: "Mark as resolved" }).click();
  const dialog = page.getByRole("dialog", { name: "Mark as resolved" });
  await dialog.getByLabel("Note").fill("Delivered all the same.");
  await dialog.getByRole("button", { name: "Mark as resolved" }).click();
  await expect(page.getByText("Delivered all the same.")).toBeVisible();
  await page.goto(shop.at());
  await expect(page.getByRole("link", { name: "Late payment", exact: true })).toHaveCount(0);
  await expect(navigation(page, "")).toBeVisible();
  await page.goto(shop.live("settlement", "attention"));
  await expect(page.getByRole("heading", { name: "Nothing needs attention" })).toBeVisible();
  const answer = await page.request.get(item.replace("/sandbox/", "/live/"));
  expect(answer.status()).toBe(404);
});

test("two people decide about one refund at once: the second is told, and nothing is sent twice", async ({
  page,
  browser,
  signedIn: shop,
}) => {
  const { id } = await shop.createIntent();
  await shop.simulate(id, "overpaid");
  await page.goto(shop.at("payments", id));
  await page.getByRole("link", { name: "Overpaid", exact: true }).click();
  // the payment's page has such a button too
  await expect(page).toHaveURL(/settlement\/attention\//);
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Prepare refund" });
  await expect(dialog.getByLabel("Amount")).toHaveValue("1");
  await dialog.getByLabel("Customer's wallet address").fill(randomAddress());
  await dialog.getByLabel("Your password").fill(shop.owner.password);
  await dialog.getByRole("button", { name: "Prepare refund" }).click();
  await expect(page.getByText("Awaiting transfer")).toBeVisible();

  const context = await browser.newContext();
  const other = await context.newPage();
  await signIn(other, await shop.addMember("manager"));
  await other.goto(page.url());
  await other.getByRole("button", { name: "Simulate transfer" }).click();
  await other.getByRole("button", { name: "Simulate confirmation" }).click();
  await expect(other.getByText("Sent (simulated)")).toBeVisible();
  await context.close();
  await page.getByRole("button", { name: "Simulate transfer" }).click();
  const notifications = page.getByRole("region", { name: "Notifications" });
  await expect(notifications.getByText("This refund was already sent, so it can't be sent again.")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Sent (simulated)")).toHaveCount(1);
});

test("a viewer sees a waiting refund of the sandbox, and no way to simulate it", async ({ page, shop }) => {
  const { id } = await shop.createIntent();
  await shop.simulate(id, "overpaid");
  await shop.ctx.db.sql`
    insert into refunds (merchant_id, item_id, to_address, amount_micros, prepared_by)
    select n.merchant_id, n.id, ${`0x${"a1".repeat(20)}`}, 1000000, m.user_id
      from attention_items n join memberships m on m.merchant_id = n.merchant_id
     where n.merchant_id = ${shop.merchantId}`;
  await signIn(page, await shop.addMember("viewer"));
  await page.goto(shop.at("payments", id));
  await page.getByRole("link", { name: "Overpaid", exact: true }).click();
  await expect(page.getByText("Awaiting transfer")).toBeVisible();
  for (const name of ["Simulate transfer", "Cancel refund", "Mark as resolved"])
    await expect(page.getByRole("button", { name })).toHaveCount(0);
  await expectSound(page);
});

test("the search for items is emptied by the link to all open ones", async ({ page, signedIn: shop }) => {
  await page.goto(shop.at("settlement", "attention"));
  const box = page.getByRole("searchbox", { name: "Search items" });
  await box.fill("nothing like it");
  await expect(page).toHaveURL(/\?q=nothing\+like\+it&show=all$/);
  await page.getByRole("link", { name: "Show all open items" }).click();
  await expect(page).toHaveURL((url) => url.search === "");
  await expect(box).toHaveValue("");
});
