import type { Page } from "@playwright/test";
import { expectAccessible, rulesIn, settled } from "@/tests/e2e/support/axe";
import { expect, test } from "@/tests/e2e/support/dashboard";
import { hide } from "@/tests/e2e/support/hide";
import { type LivePayment, openLivePayment } from "@/tests/e2e/support/live-payment";

const PHONE = { width: 390, height: 844 };
const LAPTOP = { width: 1440, height: 900 };

test.use({ viewport: PHONE });

/** On both sizes in both schemes, on the same page: what is there is the same, how it looks is not. */
async function expectSound(page: Page) {
  for (const size of [PHONE, LAPTOP]) {
    await page.setViewportSize(size);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate(() => {
        const fades = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
        return Promise.allSettled(fades.map((fade) => fade.finished));
      });
      const [content, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
      expect(content, `nothing is wider than ${size.width} px (${colorScheme})`).toBeLessThanOrEqual(screen ?? 0);
      await expectAccessible(page, rulesIn[colorScheme]);
    }
  }
}

for (const path of ["/", "/docs/api"]) {
  test(`${path} is sound`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectSound(page);
  });
}

test("the demo is paid automatically and shows its receipt, sound while it waits and when it is paid", async ({
  page,
}) => {
  await page.goto("/");
  // a page that nobody sees doesn't ask, and stays as it was before the payment
  await hide(page, true);
  await page.getByRole("button", { name: "Create demo payment" }).click();
  const demo = page.getByRole("region", { name: "Try it" });
  await expect(demo.getByRole("img", { name: /QR code/ })).toBeVisible();
  await expectSound(page);
  await hide(page, false);
  await expect(demo.getByText("Paid", { exact: true }).first()).toBeVisible();
  await expect(demo.getByRole("list", { name: "API requests" })).toContainText("POST /demo-create-intent");
  await expect(page.getByRole("button", { name: "Create another payment" })).toBeEnabled();
  const link = demo.getByRole("link", { name: "View payment page" });
  await expect(link).toBeVisible();
  await page.evaluate(settled);
  await expectSound(page);
  await link.click();
  await expect(page.getByRole("region", { name: "Receipt" })).toBeVisible();
});

test("a page that is not there is sound", async ({ page, tolerated }) => {
  tolerated.pattern = /404/;
  await page.goto("/nowhere");
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await expectSound(page);
});

for (const outcome of ["pending", "underpaid", "paid", "overpaid", "expired"]) {
  test(`a payment that is ${outcome} is sound`, async ({ page, service }) => {
    const intent = await service.createIntent({ reference: "x".repeat(200) });
    if (outcome !== "pending") await service.simulate(intent.id, outcome);
    await page.goto(`/pay/${intent.id}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectSound(page);
  });
}

const LIVE: [string, (payment: LivePayment) => Promise<unknown>][] = [
  ["waiting", async () => {}],
  ["seen", (payment) => payment.sight(12_500_000, 7)],
  ["partly received", (payment) => payment.receive(5_000_000)],
  ["paid", (payment) => payment.pay()],
  ["paid too late", (payment) => payment.expire().then(() => payment.comeLate())],
  ["cancelled", (payment) => payment.cancel()],
];

for (const [state, move] of LIVE) {
  test(`a live payment that is ${state} is sound, and so is its receipt`, async ({ page, shop }) => {
    const payment = await openLivePayment(shop, {
      reference: "x".repeat(200),
      successUrl: "https://shop.example/thanks",
      cancelUrl: "https://shop.example/cart",
    });
    await move(payment);
    await page.goto(payment.path);
    await expectSound(page);
    await page.goto(`${payment.path}/receipt`);
    await expectSound(page);
  });
}

test("a live payment whose time is up is sound", async ({ page, shop }) => {
  await page.goto((await openLivePayment(shop, { expiresInSeconds: -5 })).path);
  await expect(page.getByRole("status").filter({ hasText: "Time's up" })).toBeVisible();
  await expectSound(page);
});

test("the list of languages is sound", async ({ page, shop }) => {
  await page.goto((await openLivePayment(shop)).path);
  await page.getByRole("button", { name: "Language: English" }).click();
  await expect(page.getByRole("link", { name: "Português" })).toBeVisible();
  await expectSound(page);
  await expect(page.getByRole("link", { name: "Português" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: "Português" })).toBeHidden();
});

test("a payment that is not there is sound", async ({ page, tolerated }) => {
  tolerated.pattern = /404/;
  await page.goto("/pay/nonsense");
  await expect(page.getByRole("heading", { name: "Payment not found" })).toBeVisible();
  await expectSound(page);
});

test("the largest amount fits the screen", async ({ page, service }) => {
  const intent = await service.createIntent({ amount_usdt: 999_999_999.999999 });
  await page.goto(`/pay/${intent.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/999,999,999\.999999/);
  await expectSound(page);
});
