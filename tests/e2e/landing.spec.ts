import { hide } from "@/tests/e2e/support/hide";
import { expect, test } from "@/tests/e2e/support/test";

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
