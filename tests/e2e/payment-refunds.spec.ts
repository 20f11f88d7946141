import type { Page } from "@playwright/test";
import { hexFromTron } from "@/lib/base/tron/address";
import { expect, test } from "@/tests/e2e/support/dashboard";
import { expectSound } from "@/tests/e2e/support/layout";
import { openItem, openWallet, randomAddress, watched } from "@/tests/e2e/support/settlement";
import { ownerOf, type Shop, signIn } from "@/tests/e2e/support/shop";
import { makeRefunds } from "@/tests/support/refunds";

const PHONE = { width: 390, height: 844 };

async function paidPayment(shop: Shop, outcome = "paid"): Promise<string> {
  const { id } = await shop.createIntent({ reference: "order-77" });
  await shop.simulate(id, outcome);
  return id;
}

async function leaveAddress(shop: Shop, id: string, address: string): Promise<void> {
  await shop.ctx.db.sql`
    insert into refund_addresses (payment_intent_id, merchant_id, address)
    values (${id}, ${shop.merchantId}, ${hexFromTron(address)})`;
}

const timeline = (page: Page) => page.getByRole("list", { name: "Timeline" });
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Prepare refund" });
const refundsOf = (page: Page) => page.getByRole("region", { name: "Refunds" });

test("a paid payment is refunded in half from its page: prepared, failed, prepared again, confirmed, and told in its timeline", async ({
  page,
  signedIn: shop,
}) => {
  const id = await paidPayment(shop);
  await page.goto(shop.at("payments", id));
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByText("You can refund up to 12.50 USDT.")).toBeVisible();
  await expect(dialog.getByText("network fee")).toHaveCount(0);
  await expect(dialog.getByLabel("Amount")).toHaveValue("12.5");
  await dialog.getByLabel("Amount").fill("6.25");
  await dialog.getByLabel("Customer's wallet address").fill(randomAddress());
  await dialog.getByLabel("Reason").fill("Wrong size");
  await dialog.getByLabel("Your password").fill(shop.owner.password);
  await dialog.getByRole("button", { name: "Prepare refund" }).click();
  const refunds = refundsOf(page);
  await expect(refunds.getByText("Awaiting transfer")).toBeVisible();
  await expect(refunds.getByText("Wrong size")).toBeVisible();
  await expectSound(page);

  await refunds.getByRole("button", { name: "Simulate transfer" }).click();
  await expect(refunds.getByText("Sent, awaiting confirmation")).toBeVisible();
  await refunds.getByRole("button", { name: "Simulate failure" }).click();
  await expect(refunds.getByText("The address ran out of energy")).toBeVisible();
  await expectSound(page);
  await refunds.getByRole("button", { name: "Prepare again" }).click();
  await refunds.getByRole("button", { name: "Simulate transfer" }).click();
  await refunds.getByRole("button", { name: "Simulate confirmation" }).click();
  await expect(refunds.getByText("Sent (simulated)")).toBeVisible();
  await expect(refunds.locator("dl").first()).toHaveText(
    /Received12\.50\sUSDTRefunded6\.25\sUSDTLeft to refund6\.25\sUSDT/,
  );
  await expect(page.getByRole("region", { name: "Receipt" })).toContainText("Refunded");
  for (const text of [
    `Refund of 6.25 USDT prepared by ${shop.owner.email}`,
    "Refund of 6.25 USDT failed",
    `Refund of 6.25 USDT prepared again by ${shop.owner.email}`,
    "6.25 USDT refunded",
  ]) {
    await expect(timeline(page).getByText(text, { exact: true })).toBeVisible();
  }
  await expectSound(page);
  await page.setViewportSize(PHONE);
  await expectSound(page);

  await page.goto(shop.at("settings", "audit"));
  await expect(page.getByRole("row").filter({ hasText: "Refund prepared again" })).toHaveCount(1);
});

test("whatever is empty or wrong is named at once, the password too, on the payment's page and under Needs attention", async ({
  page,
  signedIn: shop,
}) => {
  const id = await paidPayment(shop, "overpaid");
  await page.goto(shop.at("payments", id));
  const dialog = dialogOf(page);
  const submit = dialog.getByRole("button", { name: "Prepare refund" });
  const open = () => page.getByRole("button", { name: "Refund", exact: true }).click();
  for (const most of ["13.50", "13.50"]) {
    await open();
    await dialog.getByLabel("Amount").fill("");
    await dialog.getByLabel("Customer's wallet address").fill("nonsense");
    await submit.click();
    await expect(dialog.getByText("Enter an amount above 0 with at most six decimals")).toBeVisible();
    await expect(dialog.getByText("This isn't a valid TRON address.")).toBeVisible();
    await expect(dialog.getByText("Enter your password to continue.")).toBeVisible();
    await expect(dialog.getByLabel("Amount")).toBeFocused();
    await expectSound(page);
    await dialog.getByLabel("Amount").fill("100");
    await dialog.getByLabel("Your password").fill("wrong");
    await submit.click();
    await expect(dialog.getByText(`You can refund up to ${most} USDT.`)).toHaveCount(2);
    await expect(dialog.getByText("This isn't a valid TRON address.")).toBeVisible();
    await expect(dialog.getByText("Incorrect password.")).toBeVisible();
    await dialog.getByRole("button", { name: `Refund all ${most} USDT` }).click();
    await expect(dialog.getByLabel("Amount")).toHaveValue("13.5");
    await dialog.getByRole("button", { name: "Cancel", exact: true }).click();
    await expect(dialog).toBeHidden();
    if (page.url().includes("/payments/")) await page.getByRole("link", { name: "Overpaid", exact: true }).click();
    await expect(page).toHaveURL(/settlement\/attention\//);
  }
});

test("a refund without an address waits for the customer's, and what they left is proposed as unconfirmed", async ({
  page,
  signedIn: shop,
}) => {
  const id = await paidPayment(shop, "overpaid");
  await page.goto(shop.at("payments", id));
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel("Amount").fill("5");
  await dialog.getByLabel("Your password").fill(shop.owner.password);
  await dialog.getByRole("button", { name: "Prepare refund" }).click();
  const refunds = refundsOf(page);
  await expect(refunds.getByText("Waiting for address")).toBeVisible();
  await expect(refunds.getByText("In progress")).toBeVisible();
  await expect(
    timeline(page).getByText(`Refund of 5.00 USDT prepared by ${shop.owner.email}, waiting for the customer's address`),
  ).toBeVisible();
  await expect(refunds.getByRole("button", { name: /^Simulate/ })).toHaveCount(0);
  await expectSound(page);
  await refunds.getByRole("button", { name: "Cancel refund" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel refund" }).click();
  await expect(timeline(page).getByText(`Refund of 5.00 USDT cancelled by ${shop.owner.email}`)).toBeVisible();

  const left = randomAddress();
  await leaveAddress(shop, id, left);
  await page.reload();
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  await expect(dialog.getByText("Unconfirmed", { exact: true })).toBeVisible();
  await expect(dialog.getByLabel("Customer's wallet address")).toHaveValue("");
  await dialog.getByRole("button", { name: "Use the customer's address" }).click();
  await expect(dialog.getByLabel("Customer's wallet address")).toHaveValue(left);
  await expectSound(page);
});

test("a page that is out of date says why it can't simulate a transfer, and shows how the refund stands", async ({
  page,
  signedIn: shop,
}) => {
  const id = await paidPayment(shop);
  const [refundId] = await makeRefunds(await ownerOf(shop), [
    { intentId: id, amountMicros: 6_250_000n, status: "prepared" },
  ]);
  await shop.ctx.db.sql`
    update refunds set confirmed_at = now(), confirmed_by = prepared_by where id = ${refundId ?? ""} and confirmed_at is null`;
  await page.goto(shop.at("payments", id));
  await expect(refundsOf(page).getByText("Awaiting transfer")).toBeVisible();
  await shop.ctx.db.sql`
    update refunds set status = 'final', final_at = now(), simulated_tx_hash = ${"cd".repeat(32)} where id = ${refundId ?? ""}`;
  await refundsOf(page).getByRole("button", { name: "Simulate transfer" }).click();
  await expect(page.getByText("This refund was already sent, so it can't be sent again.").first()).toBeVisible();
  await expect(refundsOf(page).getByText("Sent (simulated)")).toBeVisible();
  await expect(refundsOf(page).getByRole("button", { name: "Simulate transfer" })).toHaveCount(0);
});

test("a live refund without an item is signed from the payment's page, and its file is of that payment alone", async ({
  page,
  signedIn: shop,
}) => {
  await watched(shop);
  const [address] = await openWallet(shop, 1);
  const { itemId, intentId } = await openItem(shop, {
    kind: "late",
    address: address?.hex ?? "0x",
    micros: 12_500_000,
  });
  await shop.ctx.db.sql`update attention_items set resolved_at = now(), resolution = 'accepted' where id = ${itemId}`;
  await page.goto(shop.live("payments", intentId ?? ""));
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByText("You can refund up to 12.50 USDT. You pay the network fee in TRX")).toBeVisible();
  await dialog.getByLabel("Amount").fill("2.5");
  await dialog.getByLabel("Customer's wallet address").fill(randomAddress());
  await dialog.getByLabel("Your password").fill(shop.owner.password);
  await dialog.getByRole("button", { name: "Prepare refund" }).click();
  const refunds = refundsOf(page);
  await expect(refunds.getByRole("button", { name: "Sign with TronLink" })).toBeVisible();
  await expect(refunds.getByRole("button", { name: "Send signed file" })).toBeVisible();
  await expectSound(page);
  const href = (await refunds.getByRole("link", { name: "Download to sign" }).getAttribute("href")) ?? "";
  expect(JSON.parse(await (await page.request.get(href)).text())).toMatchObject({ transfers: [{ amount: "2.5" }] });
  const other = href.replace(intentId ?? "", itemId);
  expect((await page.request.get(other, { maxRedirects: 0 })).status()).toBe(404);
});

test("who may not refund sees the refunds and no way to change them", async ({ page, shop }) => {
  const id = await paidPayment(shop);
  await shop.ctx.db.sql`
    insert into refunds (merchant_id, environment, intent_id, status, to_address, amount_micros, prepared_by, confirmed_at,
                         confirmed_by)
    select ${shop.merchantId}, 'sandbox', ${id}, 'prepared', ${`0x${"a1".repeat(20)}`}, 1000000, m.user_id, now(), m.user_id
      from memberships m where m.merchant_id = ${shop.merchantId} limit 1`;
  await signIn(page, await shop.addMember("cashier"));
  await page.goto(shop.at("payments", id));
  await expect(refundsOf(page).getByText("Awaiting transfer")).toBeVisible();
  for (const name of ["Refund", "Simulate transfer", "Cancel refund"])
    await expect(page.getByRole("button", { name, exact: true })).toHaveCount(0);
  await expectSound(page);
});

test("a pending payment offers no refund", async ({ page, signedIn: shop }) => {
  const { id } = await shop.createIntent();
  await shop.simulate(id, "underpaid");
  await page.goto(shop.at("payments", id));
  await expect(page.getByRole("button", { name: "Cancel payment" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Refund", exact: true })).toHaveCount(0);
});
