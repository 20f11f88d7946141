import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type { MemberContext } from "@/lib/base/context/context";
import { setMerchantCurrency } from "@/lib/business/merchants/currency";
import { SetRateInput, setRate } from "@/lib/payments/prices/set-rate";
import { expectAccessible } from "@/tests/e2e/support/axe";
import { expect, test } from "@/tests/e2e/support/dashboard";
import { expectFitsPhone } from "@/tests/e2e/support/layout";
import { makePaidPayments } from "@/tests/e2e/support/many-payments";
import { ownerOf, type Shop, signIn } from "@/tests/e2e/support/shop";

/** Two payments of 24.90 € and 10.00 €, a late one, and before them one at a time without a rate. */
async function takePayments(shop: Shop) {
  const { actor } = await ownerOf(shop);
  const owner: MemberContext = {
    ...shop.ctx,
    actor: { ...actor, type: "user", address: "203.0.113.7" },
    environment: "sandbox",
    role: "owner",
    terminalIds: null,
  };
  const [{ today }] = await shop.ctx.db.sql<[{ today: string }]>`
    select (now() at time zone time_zone)::date::text as today from merchants where id = ${shop.merchantId}`;
  await setMerchantCurrency(owner, { currency: "EUR", since: today });
  const pay = async (amount_usdt: number, outcome: string) => {
    const { id } = await shop.createIntent({ amount_usdt });
    await shop.simulate(id, outcome);
  };
  await pay(50, "paid");
  const rate = { currency: "EUR", rate: "1.0895", way: "usdt_per_unit", confirmed: true };
  await setRate(owner, SetRateInput.parse({ source: "manual", ...rate }));
  await pay(27.12855, "paid");
  await pay(10.895, "paid");
  await pay(5.4475, "late");
  return today;
}

async function download(page: Page, link: string): Promise<string> {
  const started = page.waitForEvent("download");
  await page.getByRole("link", { name: link, exact: true }).click();
  return readFileSync(await (await started).path(), "utf8");
}

async function shoot(page: Page, name: string) {
  if (!process.env.SHOTS) return;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
  }
}

test("lines stand by kind with their value and agree with the takings; what has no value gets a rate", async ({
  page,
  signedIn: shop,
}) => {
  const today = await takePayments(shop);
  const days = shop.at("reports", `accounting?from=${today}&to=${today}`);
  await page.goto(shop.at("reports"));
  await page.getByRole("link", { name: "Accounting" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Accounting" })).toBeVisible();
  const reconciliation = page.getByRole("region", { name: "Reconciliation" });
  // the engine books what moved within seconds; a page that is open doesn't change
  await expect(async () => {
    await page.goto(days);
    const text = await reconciliation.textContent();
    expect(text).toContain("Everything agrees");
    expect(text).toContain("88.02355");
  }).toPass();
  const lines = page.getByRole("table", { name: "Lines of these days by kind" });
  await expect(lines.getByRole("row", { name: /^Sale 3/ })).toContainText("34.90 €");
  await expect(lines.getByRole("row", { name: /^Late payment 1/ })).toContainText("5.00 €");
  const without = page.getByText("1 line without a value");
  await expect(without).toBeVisible();
  await expectAccessible(page);
  await shoot(page, "accounting");
  await expectFitsPhone(page);
  const csv = await download(page, "Export CSV");
  expect(csv.split("\r\n")[0]).toMatch(/^\uFEFFnumber,date,time,kind,/);
  expect(csv).toMatch(/,check_difference,,,,USDT,0,/);
  const { lines: all, reconciliation: checked } = JSON.parse(await download(page, "JSON"));
  expect(all).toHaveLength(4);
  expect(checked.agrees).toBe(true);

  await page.getByRole("button", { name: "Set a rate for these days" }).click();
  const dialog = page.getByRole("dialog", { name: "Set a rate for past days" });
  await expect(dialog.getByLabel("First day")).toHaveValue(today);
  await dialog.getByLabel("Rate").fill("1,25");
  await dialog.getByRole("textbox", { name: "Your password" }).fill(shop.owner.password);
  await dialog.getByRole("button", { name: "Set rate" }).click();
  await expect(dialog).toContainText("Enter a rate above 0, for example 1.0895.");
  await expectAccessible(page);
  await shoot(page, "accounting-rate");
  await dialog.getByLabel("Rate").fill("1.25");
  await dialog.getByRole("textbox", { name: "Your password" }).fill(shop.owner.password);
  await dialog.getByRole("button", { name: "Set rate" }).click();
  await expect(page.getByText("Rate set.")).toBeVisible();
  await expect(async () => {
    await page.goto(days);
    await expect(lines).toBeVisible();
    expect(await lines.getByRole("row", { name: /^Sale 5 .*74\.90/ }).count()).toBe(1);
  }).toPass();
  await expect(without).toHaveCount(0);
  await expect(reconciliation).toContainText("Everything agrees");
});

test("days without lines, a difference, and too many days are said in words", async ({ page, signedIn: shop }) => {
  await page.goto(shop.at("reports", "accounting?from=2026-01-01&to=2026-01-31"));
  await expect(page.getByText("No lines on these days")).toBeVisible();
  await expect(page.getByText("Your business has no currency")).toBeVisible();
  await shoot(page, "accounting-empty");
  // paid, as no transfer tells
  await makePaidPayments(shop, 3);
  await page.goto(shop.at("reports", "accounting"));
  await page.getByRole("link", { name: "Last 30 days" }).click();
  await expect(page.getByRole("region", { name: "Reconciliation" })).toContainText("Some amounts differ");
  await page.goto(shop.at("reports", "accounting?from=2024-01-01&to=2026-03-31"));
  await expect(page.getByText("A report covers at most 366 days")).toBeVisible();
});

test("is not for members who may not export reports", async ({ page, shop, tolerated }) => {
  tolerated.pattern = /403/;
  await signIn(page, await shop.addMember("cashier"));
  await page.goto(shop.at("reports"));
  await expect(page.getByRole("link", { name: "Accounting" })).toHaveCount(0);
  const answer = await page.goto(shop.at("reports", "accounting"));
  expect(answer?.status()).toBe(403);
});
