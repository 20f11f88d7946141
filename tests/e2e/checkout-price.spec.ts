import type { Page } from "@playwright/test";
import { expectAccessible } from "@/tests/e2e/support/axe";
import { openLivePayment, RECEIVE_ADDRESS } from "@/tests/e2e/support/live-payment";
import { expect, test } from "@/tests/e2e/support/shop-page";

const PRICED = { amountMicros: 27_130_000, price: { currency: "EUR", minor: 2_490 } };

const amount = (page: Page) => page.getByRole("heading", { level: 1 });

test("a price stands above the USDT, which stay the largest and are what is copied", async ({
  page,
  merchant,
  context,
  browserName,
}) => {
  if (browserName === "chromium") await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const payment = await openLivePayment(merchant, PRICED);
  await page.goto(payment.path);
  await expect(amount(page)).toHaveText(/^24\.90\s€\s27\.13\sUSDT$/);
  await expect(page).toHaveTitle(/^24\.90\s€\s· 27\.13\sUSDT to Corner Shop$/);
  const sizeOf = (text: string) =>
    amount(page)
      .getByText(text)
      .evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize));
  expect(await sizeOf("27.13")).toBeGreaterThan(2 * (await sizeOf("24.90")));
  await page.getByRole("button", { name: "Copy amount" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("27.13");
  await expect(page.locator(`[data-copy="${RECEIVE_ADDRESS}"]`)).toBeVisible();
  await expectAccessible(page);
});

test("a price moves nothing while the page loads, and stays as the payment goes on", async ({ page, merchant }) => {
  const payment = await openLivePayment(merchant, PRICED);
  await page.goto(payment.path);
  await expect(page.getByRole("timer")).toBeVisible();
  const moved = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          resolve(list.getEntries().reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0));
        }).observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() => setTimeout(() => resolve(0), 500));
      }),
  );
  expect(moved).toBe(0);
  await payment.receive(10_000_000);
  await expect(page.getByRole("status").filter({ hasText: "Received 10.00 of 27.13" })).toBeVisible();
  await expect(amount(page)).toHaveText(/^24\.90\s€\s27\.13\sUSDT$/);
  await payment.pay(17_130_000);
  await expect(page.getByRole("region", { name: "Receipt" })).toContainText(/Price24\.90\s€Amount27\.13\sUSDT/);
  await page.goto(`${payment.path}/receipt`);
  await expect(page.getByRole("region", { name: "Receipt" })).toContainText(/Price24\.90\s€Amount27\.13\sUSDT/);
  await expectAccessible(page);
});

test("a price that has expired leads back to the shop for a new one, or to the shop's people", async ({
  page,
  merchant,
}) => {
  const payment = await openLivePayment(merchant, { ...PRICED, cancelUrl: "https://shop.example/cart" });
  await page.goto(payment.path);
  await expect(page.getByRole("timer")).toBeVisible();
  await payment.expire();
  const end = page.getByRole("region", { name: "Expired" });
  await expect(end.getByRole("heading", { name: "The price has expired" })).toBeVisible();
  await expect(end).toContainText("If you've already paid, don't pay again.");
  await expect(end).toContainText("start again at the current price");
  const link = end.getByRole("link", { name: "Start again shop.example" });
  await expect(link).toHaveAttribute("href", `https://shop.example/cart?intent_id=${payment.id}`);

  const bare = await openLivePayment(merchant, PRICED);
  await bare.expire();
  await page.goto(bare.path);
  await expect(end).toContainText("ask the store to start a new payment at the current price");
});

for (const [lang, shown] of [
  ["de", /^24,90\s€\s27,13\sUSDT$/],
  ["fa", /^24\.90\s€\s27\.13\sUSDT$/],
] as const) {
  test(`a price is left of its sign, in the reader's digits, in "${lang}"`, async ({ page, merchant }) => {
    const payment = await openLivePayment(merchant, PRICED);
    await page.goto(`${payment.path}?lang=${lang}`);
    await expect(amount(page)).toHaveText(shown);
    const [digits, sign] = await amount(page)
      .locator("span")
      .first()
      .evaluate((price) => {
        const at = (from: number, to: number) => {
          const range = document.createRange();
          range.setStart(price.firstChild as Text, from);
          range.setEnd(price.firstChild as Text, to);
          return range.getBoundingClientRect().left;
        };
        const length = price.textContent?.length ?? 0;
        return [at(0, 1), at(length - 1, length)];
      });
    expect(digits).toBeLessThan(sign as number);
    await expectAccessible(page);
  });
}

test("the window shows the price too, by name and above the USDT, and says when it has expired", async ({
  page,
  shop,
  merchant,
}) => {
  const payment = await openLivePayment(merchant, PRICED);
  shop.answer = (response) =>
    void response.end(JSON.stringify({ intent_id: payment.id, environment: "live", amount_usdt: 27.13 }));
  await shop.open();
  await page.locator("#pay").click();
  const window = page.getByRole("dialog", { name: /^24\.90\s€\s· 27\.13\sUSDT to Corner Shop$/ });
  await expect(window.getByRole("heading", { level: 2 }).first()).toHaveText(/^24\.90\s€\s27\.13\sUSDT$/);
  await payment.expire();
  await expect(window.getByRole("heading", { name: "The price has expired" })).toBeVisible();
  await expect(window).toContainText("close this window and start again");
});
