import { expectAccessible } from "@/tests/e2e/support/axe";
import { expect, test } from "@/tests/e2e/support/dashboard";
import { expectFitsPhone } from "@/tests/e2e/support/layout";
import { ownerOf, type Shop } from "@/tests/e2e/support/shop";

type Rate = { currency: string; rate: string; daysAgo?: number };

/** A business in the first currency, with rates by hand that are used for a week. */
async function priceIn(shop: Shop, rates: Rate[]): Promise<void> {
  const { sql } = shop.ctx.db;
  const { userId } = (await ownerOf(shop)).actor;
  for (const { currency, rate, daysAgo = 0 } of rates) {
    await sql`
      insert into exchange_rates (merchant_id, currency, source, manual_rate, manual_at, manual_max_age_seconds, updated_by)
      values (${shop.merchantId}, ${currency}, 'manual', ${rate}, now() - make_interval(days => ${daysAgo}), 604800, ${userId})`;
  }
  await sql`
    insert into merchant_currencies (merchant_id, currency, since, set_by)
    values (${shop.merchantId}, ${rates[0]?.currency ?? null}, '2026-01-01', ${userId})`;
}

test("a payment is priced in the shop's currency, and the quote is shown before it is created and ever after", async ({
  page,
  signedIn: shop,
}) => {
  await priceIn(shop, [
    { currency: "EUR", rate: "1.0895", daysAgo: 2 },
    { currency: "JPY", rate: "0.0067", daysAgo: 8 },
  ]);
  // on a page without payments: where the new one appears in a list, its row is fading in while colours are checked
  await page.goto(shop.at("webhooks"));
  await page.getByRole("banner").getByRole("button", { name: "New payment" }).click();
  const dialog = page.getByRole("dialog", { name: "New payment" });
  const [amount, currency] = [dialog.getByLabel("Amount"), dialog.getByLabel("Currency")];
  const quote = dialog.getByRole("status");
  await expect(amount).toBeFocused();
  await expect(currency).toHaveValue("EUR");
  await amount.fill("24,90");
  await expect(quote).toContainText(/24\.90 € · 27\.13\sUSDT/);
  await expect(quote).toContainText(/1\s€ = 1\.0895\sUSDT · Entered by hand, 2\sd ago/);
  await expectAccessible(page);
  await currency.selectOption("JPY");
  await expect(quote).toContainText("There is no current rate for JPY.");
  await amount.fill("2490");
  await dialog.getByRole("button", { name: "Create payment" }).click();
  await expect(dialog.getByText("There is no current rate for JPY. Nothing was created.")).toBeVisible();
  await currency.selectOption("EUR");
  await amount.fill("24.905");
  await dialog.getByRole("button", { name: "Create payment" }).click();
  await expect(dialog.getByText("with up to 2 decimals, for example 24.90.")).toBeVisible();
  await expect(amount).toBeFocused();
  await expectFitsPhone(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await amount.fill("24,90");
  await dialog.getByLabel("Reference").fill("order-7");
  await dialog.getByRole("button", { name: "Create payment" }).click();
  await expect(dialog.getByRole("heading", { name: "Payment created" })).toBeFocused();
  await expect(dialog).toContainText("24.90 €");
  await expect(dialog).toContainText(/27\.13\sUSDT/);
  await expectAccessible(page);
  await dialog.getByRole("link", { name: "View payment" }).click();
  await expect(page).toHaveTitle(/^24\.90 € · 27\.13 USDT, order-7/);
  const receipt = page.getByRole("region", { name: "Receipt" });
  await expect(receipt).toContainText("24.90 €");
  await expect(receipt).toContainText(/1\s€ = 1\.0895\sUSDT/);
  await expect(receipt).toContainText(/1\sUSDT = 0\.91785223\s€/);
  await expect(receipt).toContainText("Entered by hand");
  await expect(page.getByRole("list", { name: "Timeline" })).toContainText(/24\.90 € at 1\s€ = 1\.0895\sUSDT/);
  await expectAccessible(page);
  await expectFitsPhone(page);
});

test("payments are found by their price and filtered by its currency, and lists and exports have both amounts", async ({
  page,
  signedIn: shop,
}) => {
  await shop.createIntent({ amount_usdt: 24.9, reference: "in-usdt" });
  await page.goto(shop.at("payments"));
  await expect(page.getByRole("columnheader", { name: "Price" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Price in" })).toHaveCount(0);

  await priceIn(shop, [
    { currency: "EUR", rate: "1.0895" },
    { currency: "NGN", rate: "0.000606060606060606060606" },
  ]);
  const price = { amount_usdt: undefined, amount: "24.90", currency: "EUR" };
  await shop.createIntent({ ...price, reference: "in-euros" });
  await shop.createIntent({ ...price, amount: "41250", currency: "NGN", reference: "in-naira" });
  await page.goto(shop.at("payments"));
  await expect(page.getByRole("row", { name: /in-euros.*24\.90 €.*27\.13/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /in-naira.*41,250\.00 NGN.*25\.00/ })).toBeVisible();
  const rows = page.getByRole("row");
  await expect(rows).toHaveCount(4);
  const search = page.getByRole("searchbox", { name: "Search payments" });
  for (const [text, found] of [
    ["24.90", ["in-euros", "in-usdt"]],
    ["24,90 €", ["in-euros"]],
    ["24.90 EUR", ["in-euros"]],
    ["24.90 USDT", ["in-usdt"]],
    ["41,250 NGN", ["in-naira"]],
  ] as const) {
    await search.fill(text);
    await expect(rows).toHaveCount(found.length + 1);
    for (const reference of found) await expect(page.getByRole("link", { name: reference })).toBeVisible();
  }
  await search.fill("");
  await expect(rows).toHaveCount(4);
  await page.getByRole("button", { name: "Price in" }).click();
  await page.getByRole("menuitemcheckbox", { name: "USDT" }).click();
  await expect(page).toHaveURL(/currency=USDT/);
  await expect(rows).toHaveCount(2);
  await page.goto(`${shop.at("payments")}?currency=EUR&currency=NGN`);
  await expect(rows).toHaveCount(3);
  await expectAccessible(page);
  await expectFitsPhone(page);
  await expect(page.getByRole("row", { name: /in-naira.*41,250\.00 NGN.*25\.00/ })).toBeVisible();

  const file = await page.request.get(`${shop.at("payments", "export")}?currency=NGN&format=csv_decimal_comma`);
  const [head, line] = (await file.text()).split("\r\n");
  expect(head?.split(";").slice(-3)).toEqual(["price_amount", "price_currency", "price_rate"]);
  expect(line?.split(";").slice(-3)).toEqual(["41250,00", "NGN", "0,000606060606060606060606"]);

  await page.goto(shop.at());
  await expect(page.getByRole("row", { name: /in-euros.*24\.90 €.*27\.13/ })).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox").fill("24,90 €");
  await expect(page.getByRole("option", { name: /24\.90 € · 27\.13 USDT · Pending/ })).toBeVisible();
});

test("a refund can start from an amount in the currency, at the rate of today and never above what was received", async ({
  page,
  signedIn: shop,
}) => {
  await priceIn(shop, [{ currency: "EUR", rate: "1.0895" }]);
  const payment = await shop.createIntent({ amount_usdt: undefined, amount: "24.90", currency: "EUR" });
  await shop.simulate(payment.id);
  await page.goto(shop.at("payments", payment.id));
  await page.getByRole("button", { name: "Refund" }).click();
  const dialog = page.getByRole("dialog", { name: "Prepare refund" });
  const [money, usdt] = [dialog.getByLabel("Amount in EUR"), dialog.getByLabel("Amount", { exact: true })];
  await expect(dialog).toContainText(/at today's rate: 1\s€ = 1\.0895\sUSDT\. You owe the refund in USDT\./);
  await money.fill("12,45");
  await expect(usdt).toHaveValue("13.56");
  await money.fill("100");
  await expect(usdt).toHaveValue("27.13");
  await expect(dialog).toContainText("The amount is now 27.13 USDT, the most.");
  await expectAccessible(page);
  await money.fill("10");
  await expect(usdt).toHaveValue("10.9");
  await expectFitsPhone(page);
});
