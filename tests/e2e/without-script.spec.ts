import { expect, test } from "@/tests/e2e/support/test";

test.use({ javaScriptEnabled: false });

test("a waiting payment shows amount, code, time and status, and asks again by itself", async ({ page, service }) => {
  const intent = await service.createIntent();
  await page.goto(`/pay/${intent.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/12\.50\sUSDT/);
  await expect(page.getByText("Waiting for your payment")).toBeVisible();
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  await expect(page.getByRole("timer")).toHaveText(/^(30:00|29:5\d) left$/);
  await expect(page.getByRole("button", { name: "Pay exactly" })).toBeHidden();

  await service.simulate(intent.id, "paid");
  await expect(page.getByRole("region", { name: "Receipt" })).toBeVisible();
  await expect(page.locator('meta[http-equiv="refresh"]')).toHaveCount(0);
});

test("the start page and the reference are whole", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Your first payment" })).toBeVisible();
  await page.goto("/docs/api");
  await expect(page.getByText("/create-payment-intent").first()).toBeVisible();
});
