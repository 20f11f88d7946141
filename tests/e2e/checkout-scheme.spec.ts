import { LOCALES, languageTagOf } from "@/lib/customer/checkout/locales";
import { expect, test } from "@/tests/e2e/support/dashboard";
import { openLivePayment, RECEIVE_ADDRESS } from "@/tests/e2e/support/live-payment";
import { withResolvers } from "@/tests/support/with-resolvers";

test("in live a wallet's link is the second way, chosen by keyboard alone", async ({ page, shop, equipped }) => {
  const payment = await openLivePayment(shop);
  await page.goto(`${equipped.address}${payment.path}`);
  const tab = (name: string) => page.getByRole("navigation", { name: "How to pay" }).getByRole("link", { name });
  await expect(tab("Any TRC20 wallet")).toHaveAttribute("aria-current", "true");
  await tab("Wallet app").press("Enter");
  await expect(tab("Wallet app")).toHaveAttribute("aria-current", "true");
  await expect(tab("Wallet app")).toBeFocused();
  await expect(page.getByRole("region", { name: "Any TRC20 wallet" })).toHaveCount(0);
  const link = page.getByRole("link", { name: "Open in your wallet" });
  await expect(link).toHaveAttribute("href", `acme:pay?intent=${payment.id}`);
  await page.keyboard.press("Tab");
  await expect(link).toBeFocused();
  await payment.receive(5_000_000);
  await expect(page.getByRole("status").filter({ hasText: "Received 5.00 of 12.50" })).toBeVisible();
  await expect(tab("Wallet app")).toHaveAttribute("aria-current", "true");
});

test("of two ways chosen quickly the last one stays, though the first answer comes late", async ({
  page,
  shop,
  equipped,
}) => {
  const payment = await openLivePayment(shop);
  await page.goto(`${equipped.address}${payment.path}`);
  const tab = (name: string) => page.getByRole("navigation", { name: "How to pay" }).getByRole("link", { name });
  const first = withResolvers<void>();
  let asked = 0;
  await page.route(/\/fragment\?/, async (route) => {
    if (++asked === 1) await first.promise;
    await route.continue();
  });
  await tab("Wallet app").click();
  await expect.poll(() => asked).toBe(1);
  await tab("Any TRC20 wallet").click();
  first.resolve();
  await expect.poll(() => asked).toBe(2);
  await expect(tab("Any TRC20 wallet")).toHaveAttribute("aria-current", "true");
  await expect(page.getByRole("region", { name: "Any TRC20 wallet" })).toBeVisible();
});

test("at 360 px the ways stand on one line each, in every language", async ({ page, shop, equipped }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const payment = await openLivePayment(shop);
  const wrapped: string[] = [];
  for (const locale of LOCALES) {
    await page.goto(`${equipped.address}${payment.path}?lang=${languageTagOf(locale)}`);
    const tabs = page.getByRole("navigation").locator("a[data-way]");
    await expect(tabs).toHaveCount(2);
    for (const tab of await tabs.all()) {
      const lines = await tab.evaluate((link) => {
        const text = document.createRange();
        text.selectNodeContents(link);
        return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size;
      });
      if (lines !== 1) wrapped.push(`${locale}: ${await tab.textContent()}`);
    }
  }
  expect(wrapped).toEqual([]);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("each way is one page, with one code, a link away from the other", async ({ page, shop, equipped }) => {
    const payment = await openLivePayment(shop);
    await page.goto(`${equipped.address}${payment.path}`);
    const way = page.getByRole("region", { name: "Any TRC20 wallet" });
    await expect(way.locator("p.figures")).toHaveText(RECEIVE_ADDRESS);
    await expect(page.getByRole("img", { name: /QR code/ })).toHaveCount(1);
    await page.getByRole("link", { name: "Wallet app" }).click();
    await expect(page.getByRole("link", { name: "Open in your wallet" })).toBeVisible();
    await expect(page.getByRole("img", { name: /QR code/ })).toHaveCount(1);
    await expect(way).toHaveCount(0);
  });
});
