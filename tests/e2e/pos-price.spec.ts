import type { Page } from "@playwright/test";
import { expectAccessible, rulesIn } from "@/tests/e2e/support/axe";
import { expect, test } from "@/tests/e2e/support/dashboard";
import { ownerOf, type Shop, signIn } from "@/tests/e2e/support/shop";

const PHONE = { width: 390, height: 844 };

const keypadOf = (shop: Shop) => `/pos/${shop.terminalId}/sandbox`;
const qr = (page: Page) => page.getByRole("img", { name: /QR code/ });
const amount = (page: Page) => page.getByRole("status", { name: "Amount" });
const chargeButton = (page: Page) => page.getByRole("button", { name: /^Charge/ });
const unit = (page: Page, name: string) =>
  page.getByRole("group", { name: "Amount in" }).getByRole("button", { name, exact: true });

/** The shop's currency, and its rate as a member enters it, so many days ago. */
async function priceIn(shop: Shop, currency: string, rate: string, daysAgo = 0) {
  const { sql } = shop.ctx.db;
  const { userId } = (await ownerOf(shop)).actor;
  await sql`
    insert into merchant_currencies (merchant_id, currency, since, set_by)
    values (${shop.merchantId}, ${currency}, '2026-01-01', ${userId})`;
  await sql`
    insert into exchange_rates (merchant_id, currency, source, manual_rate, manual_at, manual_max_age_seconds, updated_by)
    values (${shop.merchantId}, ${currency}, 'manual', ${rate}, now() - make_interval(days => ${daysAgo}), 604800, ${userId})`;
}

const changeRate = (shop: Shop, { rate = "1.0895", daysAgo = 0 }) =>
  shop.ctx.db.sql`
    update exchange_rates set manual_rate = ${rate}, manual_at = now() - make_interval(days => ${daysAgo})
     where merchant_id = ${shop.merchantId}`;

const intentsOf = (shop: Shop) => shop.ctx.db.sql`
  select status, amount_micros::float / 1000000 as amount, price_currency as currency, price_minor::int as price,
         metadata ->> 'tip_usdt' as tip
    from payment_intents where merchant_id = ${shop.merchantId} order by created_at`;

async function openKeypad(page: Page, shop: Shop) {
  await page.goto(keypadOf(shop));
  await expect(page.getByRole("main")).toBeVisible();
  await expect(page.locator(":focus")).toHaveCount(1);
}

async function simulate(page: Page, what: string) {
  await page.getByText("Simulate payment").click();
  await page.getByRole("button", { name: what }).click();
}

test("a customer pays in euros on a phone: each screen names the unit, and what is sent stays USDT", async ({
  page,
  signedIn: shop,
}) => {
  await page.setViewportSize(PHONE);
  await priceIn(shop, "EUR", "1.0895");
  await openKeypad(page, shop);
  await expect(amount(page)).toHaveText(/^0\s€$/);
  await expect(unit(page, "EUR")).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.type("24.905");
  await expect(amount(page)).toHaveText(/^24\.90\s€$/);
  await expect(page.getByText(/^About 27\.13\sUSDT$/)).toBeVisible();
  await page.getByRole("button", { name: "Tip" }).click();
  await page.getByRole("button", { name: "10%" }).click();
  await expect(page.getByText(/^2\.49\s€$/)).toBeVisible();
  await expect(page.getByText(/^About 29\.85\sUSDT with tip$/)).toBeVisible();
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page, rulesIn.dark);
  await page.emulateMedia({ colorScheme: "light" });
  await page.getByRole("button", { name: /^Charge 27\.39\s€$/ }).click();

  await expect(page.getByRole("heading", { name: "Amount due: 29.85 USDT" })).toBeFocused();
  const waiting = page.getByRole("region", { name: "Amount due" });
  await expect(waiting.getByText(/^27\.39\s€$/)).toBeVisible();
  await expectAccessible(page);
  await simulate(page, "Pay exactly");
  const receipt = page.getByRole("region", { name: "Receipt" });
  await expect(receipt).toContainText(/Tip \(included\)2\.49\s€ · 2\.71\sUSDT/);
  await expect(receipt).toContainText(/Amount27\.39\s€ · 29\.85\sUSDT/);
  await expect(page.getByRole("status").filter({ hasText: "Paid, 27.39 € · 29.85 USDT." })).toBeAttached();
  await expectAccessible(page);
  expect(await intentsOf(shop)).toEqual([{ status: "paid", amount: 29.85, currency: "EUR", price: 2739, tip: "2.71" }]);
  await page.getByRole("button", { name: "Next customer" }).click();
  await expect(amount(page)).toHaveText(/^0\s€$/);
  await page.getByRole("button", { name: "Takings" }).click();
  await expect(page.getByRole("region", { name: "Today's takings" })).toContainText(/29\.85\sUSDT/);
  await expect(page.getByRole("button", { name: /Paid/ })).toContainText(/29\.85\sUSDT27\.39\s€/);
});

test("digits typed in one unit are never taken for the other, and USDT is for one customer", async ({
  page,
  signedIn: shop,
}) => {
  await priceIn(shop, "EUR", "1.0895");
  await openKeypad(page, shop);
  await page.keyboard.type("24.90");
  await unit(page, "USDT").click();
  await expect(amount(page)).toHaveText(/^0\sUSDT$/);
  await expect(page.getByRole("button", { name: "Charge", exact: true })).toHaveAttribute("aria-disabled", "true");
  // a press by hand leaves the keyboard to the amount
  await page.keyboard.type("24.905001");
  await expect(amount(page)).toHaveText(/^24\.905001\sUSDT$/);
  await expect(page.getByText(/^About 22\.86\s€$/)).toBeVisible();
  await page.getByRole("button", { name: /^Charge 24\.905001\sUSDT$/ }).click();
  await expect(page.getByRole("heading", { name: "Amount due: 24.905001 USDT" })).toBeVisible();
  await simulate(page, "Pay exactly");
  await page.getByRole("button", { name: "Next customer" }).click();
  await expect(amount(page)).toHaveText(/^0\s€$/);
  expect(await intentsOf(shop)).toMatchObject([{ status: "paid", amount: 24.905001, currency: null }]);
});

test("the server's quote counts and is shown when the rate changes after typing; an expired price is quoted anew", async ({
  page,
  signedIn: shop,
}) => {
  await priceIn(shop, "EUR", "1.0895");
  await openKeypad(page, shop);
  await page.keyboard.type("24.90");
  await expect(page.getByText(/^About 27\.13\sUSDT$/)).toBeVisible();
  await changeRate(shop, { rate: "1.1" });
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Amount due: 27.39 USDT" })).toBeVisible();
  await changeRate(shop, { rate: "1.2" });
  await simulate(page, "Let it expire");
  await page.getByRole("button", { name: /^Charge 24\.90\s€ again$/ }).click();
  await expect(page.getByRole("heading", { name: "Amount due: 29.88 USDT" })).toBeVisible();
  expect(await intentsOf(shop)).toMatchObject([
    { status: "expired", amount: 27.39, currency: "EUR", price: 2490 },
    { status: "pending", amount: 29.88, currency: "EUR", price: 2490 },
  ]);
});

test("without a current rate nothing is charged in euros, and USDT is offered, not taken", async ({
  page,
  signedIn: shop,
}) => {
  await page.setViewportSize(PHONE);
  await priceIn(shop, "EUR", "1.0895", 8);
  await openKeypad(page, shop);
  await expect(page.getByText("There is no current rate for EUR.")).toBeVisible();
  await page.keyboard.type("24.90");
  await expect(amount(page)).toHaveText(/^24\.90\s€$/);
  await expect(chargeButton(page)).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Enter");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Switch to USDT" }).click();
  await expect(amount(page)).toHaveText(/^0\sUSDT$/);
  await expect(page.getByText("You're charging in USDT.")).toBeVisible();
  await page.keyboard.type("27.13");
  await page.getByRole("button", { name: /^Charge 27\.13\sUSDT$/ }).click();
  await expect(qr(page)).toBeVisible();
  expect(await intentsOf(shop)).toMatchObject([{ amount: 27.13, currency: null }]);
  await simulate(page, "Pay exactly");
  // chosen until there is a rate again
  await page.getByRole("button", { name: "Next customer" }).click();
  await expect(amount(page)).toHaveText(/^0\sUSDT$/);
});

test("a rate that ends after typing refuses the charge, leaves what was typed in euros, and is taken once it is back", async ({
  page,
  signedIn: shop,
  tolerated,
}) => {
  tolerated.pattern = /503/;
  await priceIn(shop, "EUR", "1.0895");
  await openKeypad(page, shop);
  await page.keyboard.type("24.90");
  await changeRate(shop, { daysAgo: 8 });
  await page.keyboard.press("Enter");
  await expect(page.getByText("There is no current rate for EUR.").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Switch to USDT" })).toBeVisible();
  await expect(amount(page)).toHaveText(/^24\.90\s€$/);
  expect(await intentsOf(shop)).toEqual([]);
  await changeRate(shop, { rate: "1.1" });
  // as coming back to the page does
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(page.getByText(/^About 27\.39\sUSDT$/)).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Amount due: 27.39 USDT" })).toBeVisible();
});

test("charged in euros while offline: a reload keeps the unit and the tip, and it goes out once at the rate of then", async ({
  page,
  signedIn: shop,
  tolerated,
}) => {
  tolerated.pattern = /ERR_FAILED/;
  await priceIn(shop, "EUR", "1.0895");
  await openKeypad(page, shop);
  await page.route("**/charge", (route) => route.abort());
  await page.keyboard.type("24.90");
  await page.getByRole("button", { name: "Tip" }).click();
  await page.getByRole("button", { name: "10%" }).click();
  await chargeButton(page).click();
  await expect(page.getByRole("heading", { name: /^Creating payment: 27\.39\s€$/ })).toBeVisible();
  await expect(page.getByText(/hasn't been charged yet\. The rate at that time applies\.$/)).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "Stop and go back" }).click();
  await expect(amount(page)).toHaveText(/^24\.90\s€$/);
  await expect(page.getByText(/^2\.49\s€$/)).toBeVisible();
  await chargeButton(page).click();
  await expect(page.getByText(/hasn't been charged yet/)).toBeVisible();
  await page.reload();
  await changeRate(shop, { rate: "1.1" });
  await page.unroute("**/charge");
  await expect(page.getByRole("heading", { name: "Amount due: 30.13 USDT" })).toBeVisible();
  expect(await intentsOf(shop)).toEqual([
    { status: "pending", amount: 30.13, currency: "EUR", price: 2739, tip: "2.74" },
  ]);
});

test("an unusual amount and the limit are named in both units", async ({ page, signedIn: shop, tolerated }) => {
  tolerated.pattern = /400/;
  await page.setViewportSize(PHONE);
  await priceIn(shop, "EUR", "1.0895");
  await openKeypad(page, shop);
  await page.keyboard.type("12500");
  await page.keyboard.press("Enter");
  const question = page.getByRole("dialog", { name: "Unusually large amount?" });
  await expect(question).toContainText(
    /charge 12,500\.00\s€ \(13,618\.75\sUSDT\)\..* usually below 917\.85\s€ \(1,000\.00\sUSDT\)\./,
  );
  await question.getByRole("button", { name: /^Charge 12,500\.00\s€$/ }).click();
  await expect(page.getByText(/at most 9,178\.52 € \(10,000\.00 USDT\), including the tip/)).toBeVisible();
  await expect(amount(page)).toHaveText(/^12,500\s€$/);
  expect(await intentsOf(shop)).toEqual([]);
});

test("a keypad whose unit is another one than last time says so until the next charge", async ({
  page,
  signedIn: shop,
}) => {
  await page.setViewportSize(PHONE);
  await openKeypad(page, shop);
  await page.keyboard.type("5");
  await page.keyboard.press("Enter");
  await simulate(page, "Pay exactly");
  await priceIn(shop, "EUR", "1.0895");
  await openKeypad(page, shop);
  await page.getByRole("button", { name: "Next customer" }).click();
  const changed = page.getByText("Amounts are in EUR now. They were in USDT before.");
  await expect(changed).toBeVisible();
  await page.keyboard.type("5");
  await expect(amount(page)).toHaveText(/^5\s€$/);
  await page.keyboard.press("Enter");
  await simulate(page, "Pay exactly");
  await page.getByRole("button", { name: "Next customer" }).click();
  await expect(amount(page)).toHaveText(/^0\s€$/);
  await expect(changed).toBeHidden();
  await shop.ctx.db.sql`delete from exchange_rates where merchant_id = ${shop.merchantId}`;
  await openKeypad(page, shop);
  await expect(page.getByText("Amounts are in USDT now. They were in EUR before.")).toBeVisible();
  await expect(amount(page)).toHaveText(/^0\sUSDT$/);
});

test("the longest price, its unit and the choice fit any screen", async ({ page, signedIn: shop }) => {
  await priceIn(shop, "IDR", "0.00006");
  await openKeypad(page, shop);
  await page.getByRole("button", { name: "Tip" }).click();
  await page.getByRole("button", { name: "15%" }).click();
  for (const unitName of ["IDR", "USDT"]) {
    await unit(page, unitName).click();
    if (unitName === "USDT") await page.keyboard.type("999.99");
    else await page.keyboard.type("999999999999.99");
    await expect(amount(page)).toContainText(unitName);
    for (const [width, height] of [
      [320, 568],
      [360, 640],
      [390, 844],
      [844, 390],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      const [content, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
      expect(content, `${width}`).toBeLessThanOrEqual(screen ?? 0);
      // digits and unit are on the paper, whole
      await expect(amount(page).locator("span").first()).toBeInViewport({ ratio: 1 });
      await expect(unit(page, "USDT")).toBeInViewport({ ratio: 1 });
      await expect(chargeButton(page)).toBeInViewport({ ratio: 1 });
    }
  }
});

test("yen have no decimals, and a reader who writes 12,50 sees a comma", async ({ browser, shop }) => {
  const page = await browser.newPage({ locale: "de-DE", viewport: PHONE });
  await signIn(page, shop.owner);
  await priceIn(shop, "JPY", "0.0067");
  await openKeypad(page, shop);
  await expect(page.getByRole("button", { name: "Decimal point" })).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.type("12500");
  await expect(amount(page)).toHaveText(/^12\s500\sJPY$/);
  await expect(page.getByText(/^About 83,75\sUSDT$/)).toBeVisible();
  await page.getByRole("button", { name: /^Charge 12\s500\sJPY$/ }).click();
  await expect(page.getByRole("region", { name: "Amount due" })).toContainText(/12\s500\sJPY/);
  await page.close();
});
