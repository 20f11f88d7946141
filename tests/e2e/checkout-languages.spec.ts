import type { Page } from "@playwright/test";
import { directionOf, LOCALES, languageTagOf } from "@/lib/customer/checkout/locales";
import { expectAccessible } from "@/tests/e2e/support/axe";
import { expect, test } from "@/tests/e2e/support/dashboard";
import { type LivePayment, openLivePayment } from "@/tests/e2e/support/live-payment";

const SMALL = { width: 360, height: 740 };

const STATES: Record<string, (payment: LivePayment) => Promise<unknown>> = {
  waiting: async () => {},
  confirming: (payment) => payment.sight(12_500_000, 7),
  partly: async (payment) => {
    await payment.receive(5_000_000);
    await payment.sight(2_500_000, 4);
  },
  paid: (payment) => payment.pay(13_000_000),
  expired: async (payment) => {
    await payment.expire();
    await payment.comeLate();
  },
  cancelled: (payment) => payment.cancel(),
};

/** Nothing sticks out of the screen, and no words stick out of what they are written on. */
async function expectFits(page: Page, state: string) {
  const faults = await page.evaluate(() => {
    const screen = document.documentElement.clientWidth;
    const seen = [...document.querySelectorAll<HTMLElement>("main *")].filter(
      (element) => element.checkVisibility() && !element.closest(".sr-only, [popover], svg"),
    );
    const out = seen.filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 0 && (left < -0.5 || right > screen + 0.5);
    });
    const clipped = seen.filter(
      (element) =>
        element.matches("a, button, label") && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0,
    );
    return [...out, ...clipped].map((element) => element.outerHTML.slice(0, 120));
  });
  expect(faults, state).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth), state).toBeLessThanOrEqual(SMALL.width);
}

for (const locale of LOCALES) {
  test.describe(() => {
    test.use({ viewport: SMALL, locale: languageTagOf(locale), hasTouch: true });

    test(`every state fits a phone of 360 px in "${locale}"`, async ({ page, shop }) => {
      for (const [state, move] of Object.entries(STATES)) {
        const payment = await openLivePayment(shop, {
          amountMicros: state === "waiting" ? 999_999_999_999_999 : 12_500_000,
          price:
            state === "waiting" ? { currency: "IDR", minor: 99_999_999_999_999 } : { currency: "EUR", minor: 1_147 },
          successUrl: "https://a-rather-long-name-of-a-shop.example/thanks",
          cancelUrl: "https://a-rather-long-name-of-a-shop.example/cart",
        });
        await move(payment);
        await page.goto(payment.path);
        await expect(page.locator("html")).toHaveAttribute("lang", languageTagOf(locale));
        await expect(page.locator("html")).toHaveAttribute("dir", directionOf(locale));
        await expectFits(page, state);
        if (state === "paid") {
          await page.goto(`${payment.path}/receipt`);
          await expectFits(page, "receipt");
        }
      }
    });
  });
}

for (const lang of ["de", "ar"]) {
  test(`the page reads well to assistive technology in "${lang}"`, async ({ page, shop }) => {
    const payment = await openLivePayment(shop);
    await page.goto(`${payment.path}?lang=${lang}`);
    await expectAccessible(page);
    await payment.sight(12_500_000, 7);
    await expect(page.getByRole("progressbar")).toBeVisible();
    await expectAccessible(page);
    await payment.pay();
    await expect(page.getByRole("progressbar")).toHaveCount(0);
    await expectAccessible(page);
  });
}

test("a language is chosen by keyboard, holds for this page and is kept for the next payment", async ({
  page,
  shop,
}) => {
  const payment = await openLivePayment(shop, { amountMicros: 1_234_500_000 });
  await page.goto(payment.path);
  await page.getByRole("button", { name: "Language: English" }).press("Enter");
  await page.getByRole("link", { name: "Deutsch" }).press("Enter");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^1\.234,50\sUSDT$/);
  await expect(page.getByRole("status").filter({ hasText: "Warten auf Zahlung" })).toBeVisible();
  await expect(page).toHaveTitle(/^1\.234,50\sUSDT an Corner Shop/);
  await payment.receive(1_000_000_000);
  await expect(page.getByRole("status").filter({ hasText: "1.000,00 von 1.234,50" })).toBeVisible();

  await expect.poll(async () => (await page.context().cookies()).map(({ name }) => name).join()).toContain("till-lang");
  const next = await openLivePayment(shop);
  await page.goto(next.path);
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
});

test("the language is of the customer's pages alone", async ({ browser }) => {
  const page = await browser.newPage({ locale: "ar" });
  await page.goto("/");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page.locator("html")).toHaveAttribute("dir", "ltr");
  await page.close();
});

test("a broken link is explained in the reader's language", async ({ browser }) => {
  const page = await browser.newPage({ locale: "es-MX" });
  const answer = await page.goto("/pay/nonsense");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Pago no encontrado");
  await page.close();
});

test("a preview of the link names amount and shop, no status, and is in the reader's language", async ({
  request,
  shop,
}) => {
  const payment = await openLivePayment(shop);
  await payment.pay();
  const answer = await request.get(payment.path, { headers: { "accept-language": "fr" } });
  const html = await answer.text();
  const property = (name: string) => new RegExp(`<meta property="${name}" content="([^"]*)"`).exec(html)?.[1];
  expect(property("og:title")).toBe("12,50\u00a0USDT à Corner Shop");
  expect(property("og:locale")).toBe("fr");
  expect(answer.headers()).toMatchObject({ "x-robots-tag": "noindex, nofollow", "referrer-policy": "no-referrer" });
});
