import { hide } from "@/tests/e2e/support/hide";
import { expect, test } from "@/tests/e2e/support/test";

test("the demo is paid automatically and shows its receipt", async ({ page }) => {
  await page.goto("/");
  // a page that nobody sees doesn't ask, and stays as it was before the payment
  await hide(page, true);
  await page.getByRole("button", { name: "Create demo payment" }).click();
  const demo = page.getByRole("region", { name: "Try it" });
  await expect(demo.getByRole("img", { name: /QR code/ })).toBeVisible();
  await hide(page, false);
  await expect(demo.getByText("Paid", { exact: true }).first()).toBeVisible();
  await expect(demo.getByRole("list", { name: "API requests" })).toContainText("POST /demo-create-intent");
  await expect(page.getByRole("button", { name: "Create another payment" })).toBeEnabled();

  await demo.getByRole("link", { name: "View payment page" }).click();
  await expect(page.getByRole("region", { name: "Receipt" })).toBeVisible();
});

test("too many demos are refused with the time to wait", async ({ page, tolerated }) => {
  tolerated.pattern = /429/;
  await page.route("**/api/v1/demo-create-intent", (route) =>
    route.fulfill({
      status: 429,
      headers: { "Retry-After": "41" },
      json: { error: "Slow down.", code: "rate_limited" },
    }),
  );
  await page.goto("/");
  await page.getByRole("button", { name: "Create demo payment" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Try again in 41 seconds" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Create demo payment" })).toBeEnabled();
});

test("an unreachable server is reported, and the demo can be retried", async ({ page, tolerated }) => {
  tolerated.pattern = /ERR_FAILED/;
  await page.route("**/api/v1/demo-create-intent", (route) => route.abort());
  await page.goto("/");
  const button = page.getByRole("button", { name: "Create demo payment" });
  await button.click();
  await expect(page.getByRole("alert").filter({ hasText: "Couldn't reach the server" })).toBeVisible();
  await page.unroute("**/api/v1/demo-create-intent");
  await hide(page, true);
  await button.click();
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
});
