import { expect, test } from "@/tests/e2e/support/dashboard";
import { openLivePayment, RECEIVE_ADDRESS } from "@/tests/e2e/support/live-payment";

test.use({ javaScriptEnabled: false });

test("a waiting payment shows amount, code, time and status, and asks again by itself", async ({ page, service }) => {
  const intent = await service.createIntent();
  await page.goto(`/pay/${intent.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/12\.50\sUSDT/);
  await expect(page.getByText("Waiting for payment")).toBeVisible();
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  await expect(page.getByRole("timer")).toHaveText(/^(30:00|2\d:[0-5]\d) left$/);
  await expect(page.getByRole("button", { name: "Pay exactly" })).toBeHidden();

  await service.simulate(intent.id, "paid");
  await expect(page.getByRole("region", { name: "Receipt" })).toBeVisible();
  await expect(page.locator('meta[http-equiv="refresh"]')).toHaveCount(0);
});

test("a live payment has one code and no button that needs a script", async ({ page, shop }) => {
  const payment = await openLivePayment(shop);
  await page.goto(payment.path);
  const way = page.getByRole("region", { name: "Any TRC20 wallet" });
  await expect(page.getByRole("img", { name: /QR code/ })).toHaveCount(1);
  await expect(way.locator("p.figures")).toHaveText(RECEIVE_ADDRESS);
  await expect(page.getByRole("button", { name: /Copy/ })).toHaveCount(0);
  await expect(page.locator('meta[http-equiv="refresh"]')).toHaveCount(1);
});

test("the way back, the receipt and another language need no script", async ({ page, shop }) => {
  const payment = await openLivePayment(shop, { successUrl: "https://shop.example/thanks" });
  await payment.pay();
  await page.goto(payment.path);
  await expect(page.getByRole("link", { name: /^Back to Corner Shop/ })).toBeVisible();
  await expect(page.getByText("Returning to")).toBeHidden();
  await page.getByRole("button", { name: "Language: English" }).click();
  await page.getByRole("link", { name: "Türkçe" }).click();
  await page.getByRole("link", { name: "Fişi yazdır" }).click();
  await expect(page.getByRole("region")).toContainText(payment.id);
});

test("the start page and the reference are whole", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Your first payment" })).toBeVisible();
  await page.goto("/docs/api");
  await expect(page.getByText("/create-payment-intent").first()).toBeVisible();
});
