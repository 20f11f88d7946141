import type { Route } from "@playwright/test";
import { createTerminal } from "@/lib/business/terminals/create";
import { expectAccessible } from "@/tests/e2e/support/axe";
import { expect, test } from "@/tests/e2e/support/dashboard";
import { expectFitsPhone } from "@/tests/e2e/support/layout";
import { type Shop, signIn } from "@/tests/e2e/support/shop";

const intentsOf = (shop: Shop) =>
  shop.ctx.db.sql`
    select i.id, i.amount_micros::float / 1000000 as amount, i.reference, t.name as terminal
      from payment_intents i join terminals t on t.id = i.terminal_id where i.merchant_id = ${shop.merchantId}
     order by i.created_at`;

test("a payment is created on any page, with a link and a QR code to send", async ({ page, signedIn: shop }) => {
  const bar = await createTerminal(shop.ctx, { name: "Bar" });
  await page.goto(shop.at("webhooks"));
  await page.getByRole("banner").getByRole("button", { name: "New payment" }).click();
  const dialog = page.getByRole("dialog", { name: "New payment" });
  await expect(dialog.getByLabel("Amount")).toBeFocused();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create payment" }).click();
  await expect(
    dialog.getByText("Enter an amount above 0 with up to six decimal places, for example 12.50."),
  ).toBeVisible();
  await dialog.getByLabel("Amount").fill("10000,01");
  await dialog.getByRole("button", { name: "Create payment" }).click();
  await expect(dialog.getByText("at most 10,000.00 USDT")).toBeVisible();
  await expect(dialog.getByLabel("Amount")).toBeFocused();

  await dialog.getByLabel("Amount").fill("48,25");
  await dialog.getByLabel("Reference").fill("order-7");
  await dialog.getByLabel("Terminal").selectOption({ label: "Bar" });
  await dialog.getByRole("button", { name: "Create payment" }).click();
  await expect(dialog.getByRole("heading", { name: "Payment created" })).toBeFocused();
  await expect(dialog.getByRole("img", { name: "QR code of the payment page" })).toBeVisible();
  const [intent, ...more] = await intentsOf(shop);
  expect(more).toEqual([]);
  expect(intent).toMatchObject({ amount: 48.25, reference: "order-7", terminal: bar.name });
  await expect(dialog.locator("code")).toHaveText(new RegExp(`/pay/${intent?.id}$`));
  await expectAccessible(page);
  await expectFitsPhone(page);

  await dialog.getByRole("button", { name: "New payment" }).click();
  await expect(dialog.getByLabel("Amount")).toBeFocused();
  await dialog.getByLabel("Amount").fill("1,000");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Enter 1000 or 1.000, without a comma.")).toBeVisible();
  await dialog.getByLabel("Amount").fill("3");
  await page.keyboard.press("Enter");
  await dialog.getByRole("link", { name: "View payment" }).click();
  await expect(page).toHaveURL(new RegExp(`${shop.at("payments")}/[0-9a-f-]{36}$`));
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("main")).toContainText(/3\.00\sUSDT/);
  expect(await intentsOf(shop)).toHaveLength(2);
});

test("two customers with the same order get a payment each, and a lost answer makes no second one", async ({
  page,
  signedIn: shop,
  tolerated,
}) => {
  tolerated.pattern = /ERR_FAILED/;
  await page.goto(shop.at("webhooks"));
  await page.getByRole("banner").getByRole("button", { name: "New payment" }).click();
  const dialog = page.getByRole("dialog", { name: "New payment" });
  const create = async () => {
    await dialog.getByLabel("Amount").fill("4.50");
    await dialog.getByLabel("Reference").fill("espresso");
    await dialog.getByRole("button", { name: "Create payment" }).click();
  };
  const links = [];
  for (const customer of [1, 2]) {
    await create();
    await expect(dialog.getByRole("heading", { name: "Payment created" })).toBeFocused();
    links.push(await dialog.locator("code").textContent());
    expect(await intentsOf(shop)).toHaveLength(customer);
    await dialog.getByRole("button", { name: "New payment" }).click();
  }
  expect(new Set(links).size).toBe(2);

  const loseAnswers = async (route: Route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await route.fetch();
    await route.abort();
  };
  const here = (url: URL) => url.pathname === shop.at("webhooks");
  await page.route(here, loseAnswers);
  await create();
  await expect(dialog.getByText("Couldn't reach the server.")).toBeVisible();
  expect(await intentsOf(shop)).toHaveLength(3);
  await page.unroute(here);
  await create();
  await expect(dialog.getByRole("heading", { name: "Payment created" })).toBeFocused();
  expect(await intentsOf(shop)).toHaveLength(3);
});

test("in live it says what is missing, and those who may not charge have no button", async ({
  page,
  signedIn: shop,
  browser,
}) => {
  await page.goto(shop.live("payments"));
  await page.getByRole("banner").getByRole("button", { name: "New payment" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "New payment" });
  await dialog.getByLabel("Amount").fill("5");
  await dialog.getByRole("button", { name: "Create payment" }).click();
  await expect(dialog.getByText("Live payments need a receiving wallet")).toBeVisible();
  expect(await intentsOf(shop)).toEqual([]);

  const other = await browser.newPage();
  await signIn(other, await shop.addMember("viewer"));
  await other.goto(shop.at("payments"));
  await expect(other.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(other.getByRole("button", { name: "New payment" })).toHaveCount(0);
  await other.close();
});
