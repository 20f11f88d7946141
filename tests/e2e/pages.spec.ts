import type { Page } from "@playwright/test";
import { expectAccessible } from "@/tests/e2e/support/axe";
import { expect, test } from "@/tests/e2e/support/test";

async function expectSound(page: Page) {
  const [content, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect(content, "nothing is wider than the screen").toBeLessThanOrEqual(screen ?? 0);
  await expectAccessible(page);
}

for (const path of ["/", "/docs/api"]) {
  test(`${path} is sound`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectSound(page);
  });
}

test("the demo is sound while it waits and when it is paid", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Make a demo payment" }).click();
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  await expectSound(page);
  await expect(page.getByRole("link", { name: "See it as the customer does" })).toBeVisible({ timeout: 12_000 });
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)));
  await expectSound(page);
});

test("a page that is not there is sound", async ({ page, tolerated }) => {
  tolerated.pattern = /404/;
  await page.goto("/nowhere");
  await expect(page.getByRole("heading", { name: "There is no such page." })).toBeVisible();
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

test("the largest amount fits the screen", async ({ page, service }) => {
  const intent = await service.createIntent({ amount_usdt: 999_999_999.999999 });
  await page.goto(`/pay/${intent.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/999,999,999\.999999/);
  await expectSound(page);
});
