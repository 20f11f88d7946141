import type { Page } from "@playwright/test";
import { expectAccessible } from "@/tests/e2e/support/axe";
import { expect, test } from "@/tests/e2e/support/dashboard";
import { expectFitsPhone } from "@/tests/e2e/support/layout";
import { ownerOf, type Shop, signIn } from "@/tests/e2e/support/shop";

const URL_FIELDS = {
  source: "url",
  url: "https://rates.example/v1/eur?key=secret",
  url_pointer: "/rate",
  url_way: "usdt_per_unit",
  url_max_age_seconds: 3_600,
  band_bps: 500,
};
const BY_HAND = { source: "manual", manual_rate: "1.0895", manual_max_age_seconds: 7 * 86_400 };

/** A rate as the server keeps it. `minutesAgo`: when it was entered or read; a URL isn't due for a day. */
async function keepRate(shop: Shop, currency: string, fields: Record<string, string | number>, minutesAgo = 1) {
  const { sql } = shop.ctx.db;
  const at = new Date(Date.now() - minutesAgo * 60_000);
  await sql`
    insert into exchange_rates ${sql({
      merchant_id: shop.merchantId,
      currency,
      ...fields,
      ...(fields.manual_rate && { manual_at: at }),
      ...(fields.fetched_rate && { fetched_at: at }),
      ...(fields.held_rate && { held_at: at }),
      ...(fields.failure && { failed_at: at }),
      ...(fields.url && { next_fetch_at: new Date(Date.now() + 86_400_000) }),
      updated_by: (await ownerOf(shop)).actor.userId,
    })}`;
}

async function createByPrice(shop: Shop, currency: string, amount: string) {
  const answer = await fetch(`${process.env.E2E_BASE_URL}/api/v1/create-payment-intent`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${shop.key}` },
    body: JSON.stringify({ amount, currency }),
  });
  return { status: answer.status, body: await answer.json() };
}

async function addCurrency(page: Page, shop: Shop, name: string) {
  await page.goto(shop.at("settings", "currencies", "new"));
  await page.getByRole("combobox", { name: "Currency" }).click();
  await page.getByRole("combobox", { name: "Search currencies" }).fill(name);
  await page.getByRole("option", { name }).click();
}

const review = (page: Page) => page.getByRole("dialog");

async function save(page: Page, shop: Shop) {
  await review(page).getByLabel("Your password").fill(shop.owner.password);
  await review(page).getByRole("button", { name: "Save rate" }).click();
}

test("the first rate is shown with a price, confirmed, saved with the password, and quoted", async ({
  page,
  signedIn: shop,
}) => {
  await shop.createIntent({ amount_usdt: 33 });
  await page.goto(shop.at("settings"));
  await page.getByRole("link", { name: "Currencies" }).click();
  await expect(page.getByRole("heading", { name: "No currencies yet" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Add currency" }).click();
  await addCurrency(page, shop, "Nigerian Naira");
  const rate = page.getByRole("textbox", { name: "Rate", exact: true });
  await rate.fill("nothing");
  await page.getByRole("button", { name: "Review rate" }).click();
  await expect(page.getByText("Enter a rate above 0, for example 1.0895.")).toBeVisible();
  await expect(rate).toBeFocused();
  await rate.fill("1,650");
  await page.getByRole("button", { name: "Review rate" }).click();
  await expect(page.getByText("Enter 1650 or 1.650, without a comma.")).toBeVisible();
  await rate.fill("1650");
  await expect(page.getByText("2,490.00 NGN = 1.51 USDT")).toBeVisible();
  await page.getByRole("button", { name: "Review rate" }).click();

  await expect(review(page).getByText("1 USDT = 1,650 NGN")).toBeVisible();
  await expect(review(page).getByText("54,450.00 NGN")).toBeVisible();
  await expectAccessible(page);
  await save(page, shop);
  await expect(review(page).getByText("Check the example and confirm it.")).toBeVisible();
  await review(page).getByRole("checkbox", { name: "2,490.00 NGN = 1.51 USDT is right" }).check();
  await review(page).getByLabel("Your password").fill("not the password");
  await review(page).getByRole("button", { name: "Save rate" }).click();
  await expect(review(page).getByText("Incorrect password. Nothing was changed.")).toBeVisible();
  await save(page, shop);
  await expect(page.getByText("Rate for NGN saved")).toBeVisible();
  await expect(page).toHaveURL(/currencies\/NGN$/);
  await expect(page.getByText("In force", { exact: true }).first()).toBeVisible();
  await expect(page.getByText("1 NGN = 0.00060606061 USDT")).toBeVisible();

  const { body } = await createByPrice(shop, "NGN", "24900");
  expect(body.intent).toMatchObject({ amount_usdt: 15.1, quote: { currency: "NGN", amount: "24900.00" } });
  await page.reload();
  await expect(page.getByRole("cell", { name: "24,900.00 NGN" })).toBeVisible();
  await page.goto(shop.at("settings", "audit"));
  await expect(page.getByText("Exchange rate set")).toBeVisible();
  await page.goto(shop.at("settings", "currencies"));
  await page.getByRole("button", { name: "Change currency" }).click();
  await expect(page.getByRole("combobox", { name: "Currency" })).toHaveText("Nigerian Naira (NGN)");
});

test("a small change is saved without a question, one of more than 10 % names the price before and after", async ({
  page,
  signedIn: shop,
}) => {
  await keepRate(shop, "EUR", BY_HAND);
  const { body } = await createByPrice(shop, "EUR", "24.90");
  expect(body.intent.amount_usdt).toBe(27.13);
  await page.goto(shop.at("settings", "currencies"));
  await page.getByRole("link", { name: /EUR/ }).click();
  await page.getByRole("link", { name: "Change rate" }).click();
  const rate = page.getByRole("textbox", { name: "Rate", exact: true });
  await expect(rate).toHaveValue("1.0895");
  await rate.fill("0.10895");
  await page.getByRole("button", { name: "Review rate" }).click();
  await expect(review(page).getByText("24.90 € = 2.72 USDT", { exact: true })).toBeVisible();
  await expect(review(page).getByText("Now 24.90 € = 27.13 USDT")).toBeVisible();
  await expect(review(page).getByText(/^This rate differs from the one in force by 90\u00a0%/)).toBeVisible();
  await expect(review(page).getByRole("cell", { name: "2.72 USDT" })).toBeVisible();
  await review(page).getByRole("button", { name: "Cancel" }).click();
  await rate.fill("1.1");
  await page.getByLabel("Spread").fill("2,5");
  await page.getByRole("button", { name: "Review rate" }).click();
  await expect(review(page).getByRole("checkbox")).toHaveCount(0);
  await expect(review(page).getByText("24.90 € = 28.08 USDT", { exact: true })).toBeVisible();
  await save(page, shop);
  await expect(page.getByText("Rate for EUR saved")).toBeVisible();
  await expect(page.getByText("2.5\u00a0%")).toBeVisible();
  expect((await createByPrice(shop, "EUR", "24.90")).body.intent.amount_usdt).toBe(28.08);
});

test("dollars at 1:1 say who carries the difference", async ({ page, signedIn: shop }) => {
  await addCurrency(page, shop, "US Dollar");
  await page.getByRole("radio", { name: "1 USD = 1 USDT" }).check();
  await expect(page.getByText(/^A price in US dollars is the same number of USDT/)).toBeVisible();
  await page.getByRole("button", { name: "Review rate" }).click();
  await expect(review(page).getByText("24.90 USD = 24.90 USDT", { exact: true })).toBeVisible();
  await save(page, shop);
  await expect(page.getByText("Doesn't expire")).toBeVisible();
});

test("a URL that has no rate needs a fallback, which is then in force", async ({ page, signedIn: shop }) => {
  await addCurrency(page, shop, "Euro");
  await page.getByRole("radio", { name: "Rate URL" }).check();
  await page.getByLabel("URL", { exact: true }).fill("http://127.0.0.1/rate");
  await page.getByLabel("JSON pointer to the rate").fill("/rate");
  await page.getByRole("button", { name: "Test URL" }).click();
  await expect(page.getByText("A rate URL must start with https://.")).toBeVisible();
  await page.getByLabel("URL", { exact: true }).fill("https://rates.invalid/eur");
  await page.getByRole("button", { name: "Test URL" }).click();
  await expect(page.getByText("No rate found")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Review rate" }).click();
  await expect(page.getByText(/^This URL didn't answer/)).toBeVisible();
  await page.getByRole("checkbox", { name: /^Use a rate entered by hand/ }).check();
  await expect(page.getByLabel("Rate for", { exact: true })).toHaveValue("usdt_per_unit");
  await page.getByRole("textbox", { name: "Rate", exact: true }).fill("1.0895");
  await page.getByRole("button", { name: "Review rate" }).click();
  await expect(review(page).getByText(/so the fallback is used until it has/)).toBeVisible();
  await review(page).getByRole("checkbox").check();
  await save(page, shop);
  await expect(page.getByText("Fallback in force")).toBeVisible();
  await expectFitsPhone(page);
});

test("a held change is accepted with the password, unless another rate is held by then", async ({
  page,
  signedIn: shop,
}) => {
  await keepRate(shop, "EUR", { ...URL_FIELDS, fetched_rate: "1.0895", held_rate: "0.5" });
  await page.goto(shop.at("settings", "currencies"));
  await expect(page.getByRole("heading", { name: "EUR: a change of rate is held" })).toBeVisible();
  await expect(page.getByText("24.90 € = 12.45 USDT")).toBeVisible();
  await page.getByRole("button", { name: "Accept this rate" }).click();
  await shop.ctx.db.sql`update exchange_rates set held_rate = '0.05' where merchant_id = ${shop.merchantId}`;
  const question = page.getByRole("alertdialog");
  await question.getByLabel("Your password").fill(shop.owner.password);
  await question.getByRole("button", { name: "Accept this rate" }).click();
  await expect(question.getByText(/^The URL now answers 1 EUR = 0.05 USDT/)).toBeVisible();
  await shop.ctx.db.sql`update exchange_rates set held_rate = '0.5' where merchant_id = ${shop.merchantId}`;
  await question.getByRole("button", { name: "Accept this rate" }).click();
  await expect(page.getByText("Rate accepted")).toBeVisible();
  await expect(page.getByRole("cell", { name: "1 € = 0.5 USDT" })).toBeVisible();
  expect((await createByPrice(shop, "EUR", "10")).body.intent.amount_usdt).toBe(5);
});

test("a rate that is too old is said everywhere, and removing the currency refuses its prices", async ({
  page,
  signedIn: shop,
  tolerated,
}) => {
  tolerated.pattern = /status of 404/;
  await keepRate(shop, "EUR", BY_HAND, 8 * 1_440);
  await page.goto(shop.at("settings", "currencies"));
  await expect(page.getByText("No rate in force").first()).toBeVisible();
  await page.getByRole("link", { name: /EUR/ }).click();
  await expect(page.getByText(/^There is no current rate for EUR/)).toBeVisible();
  expect((await createByPrice(shop, "EUR", "10")).body.code).toBe("rate_unavailable");
  await page.getByRole("button", { name: "Remove currency" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByLabel("Your password").fill(shop.owner.password);
  await question.getByRole("button", { name: "Remove currency" }).click();
  await expect(page.getByText("EUR removed")).toBeVisible();
  await expect(page.getByRole("heading", { name: "No currencies yet" })).toBeVisible();
  expect((await createByPrice(shop, "EUR", "10")).body.code).toBe("currency_not_enabled");
  expect((await page.goto(shop.at("settings", "currencies", "EUR")))?.status()).toBe(404);
});

test("the business's currency and how long prices are valid are changed with the password", async ({
  page,
  signedIn: shop,
}) => {
  await page.goto(shop.at("settings", "currencies"));
  await page.getByRole("button", { name: "Change currency" }).click();
  await page.getByRole("combobox", { name: "Currency" }).click();
  await page.getByRole("combobox", { name: "Search currencies" }).fill("EUR");
  await page.getByRole("option", { name: "Euro (EUR)" }).click();
  await page.getByLabel("From").fill("2019-01-01");
  await page.getByLabel("Your password").fill(shop.owner.password);
  await page.getByRole("button", { name: "Save currency" }).click();
  await expect(page.getByText("Choose a day from 2020 on.")).toBeVisible();
  await page.getByLabel("From").fill("2026-01-05");
  await page.getByRole("button", { name: "Save currency" }).click();
  await expect(page.getByText("Business currency saved")).toBeVisible();
  await expect(page.getByText("since 5 Jan 2026")).toBeVisible();
  await page.getByRole("link", { name: "Add a rate for EUR" }).click();
  await expect(page.getByRole("combobox", { name: "Currency" })).toHaveText("Euro (EUR)");

  await page.goto(shop.at("settings", "currencies"));
  await page.getByRole("button", { name: "Change validity" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByLabel("Prices are valid for").selectOption("30 minutes");
  await question.getByLabel("Your password").fill(shop.owner.password);
  await question.getByRole("button", { name: "Save validity" }).click();
  await expect(page.getByText("Price validity saved")).toBeVisible();
  await expect(page.getByRole("main").getByText("30 minutes")).toBeVisible();
});

test("who may not change rates reads them, without the path of the URL", async ({ page, shop, tolerated }) => {
  tolerated.pattern = /status of 403/;
  await keepRate(shop, "EUR", { ...URL_FIELDS, fetched_rate: "1.0895", held_rate: "0.5" });
  await signIn(page, await shop.addMember("viewer"));
  await page.goto(shop.at("settings", "currencies"));
  await expect(page.getByText("1 € = 1.0895 USDT").first()).toBeVisible();
  await expect(page.getByText("Only an owner or manager can change this.").first()).toBeVisible();
  await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
  await page.getByRole("link", { name: /EUR/ }).click();
  await expect(page.getByText("https://rates.example", { exact: true })).toBeVisible();
  await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
  expect((await page.goto(shop.at("settings", "currencies", "new")))?.status()).toBe(403);
  await signIn(page, await shop.addMember("cashier"));
  expect((await page.goto(shop.at("settings", "currencies")))?.status()).toBe(403);
});
