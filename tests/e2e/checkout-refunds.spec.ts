import type { Locator, Page } from "@playwright/test";
import { type HexAddress, hexFromTron } from "@/lib/base/tron/address";
import { insertRefund } from "@/lib/payments/refunds/insert";
import { giveAddress, moveToFinal, moveToSent } from "@/lib/payments/refunds/transition";
import { expectAccessible } from "@/tests/e2e/support/axe";
import { expect, test } from "@/tests/e2e/support/dashboard";
import { hide } from "@/tests/e2e/support/hide";
import { randomAddress } from "@/tests/e2e/support/settlement";
import type { Shop } from "@/tests/e2e/support/shop";

const refunds = (page: Page) => page.getByRole("region", { name: "Refund", exact: true });
const field = (page: Page) => page.getByLabel("Your TRON wallet address");
const address = (within: Locator) => within.locator("p.figures");

async function save(page: Page, text: string) {
  await field(page).fill(text);
  await refunds(page).getByRole("button", { name: "Save address" }).click();
}

/** A payment of 12.50 in the sandbox that ended so, and what the shop does about its refunds. */
async function paidPayment({ ctx, merchantId, createIntent, simulate }: Shop, outcome = "paid") {
  const { id: intentId } = await createIntent();
  await simulate(intentId, outcome);
  const { sql } = ctx.db;
  const [owner] = await sql<[{ userId: string }]>`
    select user_id as "userId" from memberships where merchant_id = ${merchantId} limit 1`;
  const own = (id: string) => ({ id, merchantId });
  const draft = { merchantId, environment: "sandbox", intentId, itemId: null, from: null, to: null } as const;
  return {
    path: `/pay/${intentId}`,
    prepare: async (amountMicros: bigint) =>
      (await sql.begin((tx) => insertRefund(tx, { ...draft, amountMicros, by: owner, network: null }))).id,
    confirm: (id: string, to: string) =>
      sql.begin((tx) => giveAddress(tx, own(id), { to: hexFromTron(to) as HexAddress, ...owner })),
    send: (id: string) => sql.begin((tx) => moveToSent(tx, [own(id)])),
    finish: (id: string) =>
      sql.begin((tx) => moveToFinal(tx, own(id), { by: { simulatedTxHash: `0x${"cd".repeat(32)}` }, at: new Date() })),
  };
}

test("a customer leaves an address, changes it, and sees the refund move until it is on the receipt", async ({
  page,
  shop,
  tolerated,
}) => {
  tolerated.pattern = /422/;
  const payment = await paidPayment(shop);
  const refundId = await payment.prepare(4_500_000n);
  const [first, second] = [randomAddress(), randomAddress()];
  await page.goto(payment.path);
  await expect(refunds(page)).toContainText("Waiting for your address");
  await expect(refunds(page)).toContainText("The store confirms the address before sending.");
  await expectAccessible(page);

  await save(page, first);
  await expect(page).toHaveURL(payment.path);
  await expect(refunds(page)).toContainText("Waiting for the store to confirm");
  await expect(address(refunds(page))).toHaveText(first);
  await expectAccessible(page);

  await expect(field(page)).toBeHidden();
  await refunds(page).getByText("Change address").click();
  await save(page, "TXYZ");
  await expect(refunds(page).getByRole("alert")).toContainText("This isn't a valid TRON address.");
  await expect(field(page)).toHaveValue("TXYZ");
  await save(page, second);
  await expect(address(refunds(page))).toHaveText(second);

  // the open page follows
  await payment.confirm(refundId, second);
  await expect(refunds(page)).toContainText("Waiting to be sent");
  await expect(field(page)).toHaveCount(0);
  await payment.send(refundId);
  await expect(refunds(page)).toContainText("Being sent");
  await payment.finish(refundId);
  await expect(refunds(page)).toHaveCount(0);
  const receipt = page.getByRole("region", { name: "Receipt" });
  await expect(receipt).toContainText(/Refunded.*4\.50/);
  await expect(address(receipt)).toHaveText([second]);
  await expectAccessible(page);

  await page.getByRole("link", { name: "Print receipt" }).click();
  await expect(page.getByRole("region", { name: "Receipt" })).toContainText("Lisbon");
  await expect(address(page.locator("main"))).toHaveText([second]);
});

test("a page that was open before the first refund learns of it when the customer is back", async ({ page, shop }) => {
  const payment = await paidPayment(shop);
  await page.goto(payment.path);
  await expect(page.getByRole("region", { name: "Receipt" })).toBeVisible();
  await hide(page, true);
  const refundId = await payment.prepare(4_500_000n);
  await expect(refunds(page)).toHaveCount(0);
  await hide(page, false);
  await expect(refunds(page)).toContainText("Waiting for your address");
  // and follows it from then on
  await payment.confirm(refundId, randomAddress());
  await expect(refunds(page)).toContainText("Waiting to be sent");
  await payment.send(refundId);
  await payment.finish(refundId);
  await expect(page.getByRole("region", { name: "Receipt" })).toContainText(/Refunded.*4\.50/);
  await hide(page, true);
  await payment.prepare(1_000_000n);
  await hide(page, false);
  await expect(refunds(page)).toContainText("Waiting for your address");
});

for (const { outcome, sentence, micros } of [
  { outcome: "late", sentence: "Your payment arrived after the deadline", micros: 12_500_000n },
  { outcome: "overpaid", sentence: "Show this receipt to the store.", micros: 1_000_000n },
]) {
  test(`after ${outcome}, a customer isn't sent to the store once all that wasn't due is refunded`, async ({
    page,
    shop,
  }) => {
    const payment = await paidPayment(shop, outcome);
    await page.goto(payment.path);
    await expect(page.getByText(sentence)).toBeVisible();
    await payment.prepare(micros - 1n);
    await page.reload();
    await expect(page.getByText(sentence)).toBeVisible();
    await payment.prepare(1n);
    await page.reload();
    await expect(refunds(page)).toBeVisible();
    await expect(page.getByText(sentence)).toHaveCount(0);
  });
}

test("an address that is being typed stays while another refund moves", async ({ page, shop }) => {
  const payment = await paidPayment(shop);
  const [moving, waiting] = [await payment.prepare(4_000_000n), await payment.prepare(3_000_000n)];
  const [first, second] = [randomAddress(), randomAddress()];
  await page.goto(payment.path);
  await expect(refunds(page)).toContainText("7.00");
  await save(page, first);
  await refunds(page).getByText("Change address").click();
  await field(page).fill(second);
  await payment.confirm(moving, first);
  await expect(refunds(page)).toContainText("Waiting to be sent");
  await expect(refunds(page)).toContainText("before it sends 3.00");
  await expect(field(page)).toBeVisible();
  await expect(field(page)).toHaveValue(second);
  await refunds(page).getByRole("button", { name: "Save address" }).click();
  await expect(address(refunds(page))).toHaveText([first, second]);
  await payment.confirm(waiting, second);
  await expect(refunds(page).getByText("Waiting to be sent")).toHaveCount(2);
});

for (const lang of ["de", "ar", "ru"]) {
  test(`the form fits a phone in "${lang}"`, async ({ page, shop }) => {
    const payment = await paidPayment(shop);
    await payment.prepare(4_500_000n);
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(`${payment.path}?lang=${lang}`);
    await page.locator("#refund-address").fill(randomAddress());
    await page.locator("form[action$=refund-address] button").click();
    await page.goto(`${payment.path}?lang=${lang}`);
    await page.locator("summary").click();
    await expect(page.locator("#refund-address")).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await expectAccessible(page);
  });
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("an address is left and changed, and refused beside the field", async ({ page, shop, tolerated }) => {
    tolerated.pattern = /422/;
    const payment = await paidPayment(shop);
    await payment.prepare(4_500_000n);
    const [first, second] = [randomAddress(), randomAddress()];
    await page.goto(payment.path);
    await save(page, first);
    await expect(address(refunds(page))).toHaveText(first);
    await refunds(page).getByText("Change address").click();
    await save(page, "nonsense");
    await expect(page.getByText("This isn't a valid TRON address.")).toBeVisible();
    await expect(field(page)).toHaveValue("nonsense");
    await save(page, second);
    await expect(address(refunds(page))).toHaveText(second);
  });
});
