import { expect, test } from "@/tests/e2e/support/test";

test("a waiting payment that is paid shows its receipt without a reload", async ({ page, service }) => {
  const intent = await service.createIntent({ reference: "order-1042" });
  await page.goto(`/pay/${intent.id}`);
  await expect(page).toHaveTitle(/^12\.50 USDT to Corner Shop/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/12\.50\sUSDT/);
  await expect(page.getByRole("status").filter({ hasText: "Waiting for your payment" })).toBeVisible();
  await expect(page.getByText("Reference order-1042")).toBeVisible();
  await expect(page.getByRole("link", { name: "Open in your wallet" })).toHaveAttribute("href", intent.checkout_uri);

  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await page.getByRole("button", { name: "Pay exactly" }).click();
  await expect(page.getByRole("region", { name: "Receipt" })).toContainText("12.50");
  await expect(page).toHaveTitle(/^Paid: /);
  expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);
});

test("a payment made elsewhere arrives by itself", async ({ page, service }) => {
  const intent = await service.createIntent();
  await page.goto(`/pay/${intent.id}`);
  await expect(page.getByRole("timer")).toBeVisible();
  await service.simulate(intent.id, "paid");
  await expect(page.getByRole("region", { name: "Receipt" })).toBeVisible();
});

test("a part payment shows what came and what is missing, the rest completes it", async ({ page, service }) => {
  const intent = await service.createIntent();
  await page.goto(`/pay/${intent.id}`);
  await page.getByRole("button", { name: "Pay too little" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Received 6.25 of 12.50" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Partly received" })).toContainText("Still missing");
  await page.getByRole("button", { name: "Pay exactly" }).click();
  await expect(page.getByRole("region", { name: "Receipt" })).toBeVisible();
});

test("an overpaid payment is paid and says what arrived", async ({ page, service }) => {
  const intent = await service.createIntent();
  await page.goto(`/pay/${intent.id}`);
  await page.getByRole("button", { name: "Pay too much" }).click();
  await expect(page.getByRole("region", { name: "Receipt" })).toContainText("13.50");
});

for (const outcome of ["Let it expire", "Pay too late"]) {
  test(`"${outcome}" ends in words that tell not to pay twice`, async ({ page, service }) => {
    const intent = await service.createIntent();
    await page.goto(`/pay/${intent.id}`);
    await page.getByRole("button", { name: outcome }).click();
    await expect(page.getByRole("region", { name: "Expired" })).toContainText("do not pay again");
    await expect(page.getByRole("img", { name: /QR code/ })).toBeHidden();
  });
}

test("a refused simulation says why and the page shows how it stands", async ({ page, service, tolerated }) => {
  tolerated.pattern = /409/;
  const intent = await service.createIntent();
  await page.goto(`/pay/${intent.id}`);
  await page.route("**/api/v1/intent-status*", (route) => route.abort());
  tolerated.pattern = /409|ERR_FAILED/;
  await service.simulate(intent.id, "expired");
  await page.getByRole("button", { name: "Pay exactly" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "This intent is expired" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Expired" })).toBeVisible();
});

test("unknown and malformed ids are the same 404", async ({ page, tolerated }) => {
  tolerated.pattern = /404/;
  for (const id of ["00000000-0000-4000-8000-000000000000", "nonsense", "%F0%9F%92%A9"]) {
    const answer = await page.goto(`/pay/${id}`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "There is no such payment." })).toBeVisible();
  }
});

test("the simulate control is reached and used by keyboard alone", async ({ page, service }) => {
  const intent = await service.createIntent();
  await page.goto(`/pay/${intent.id}`);
  await expect(page.getByRole("timer")).toBeVisible();
  const button = page.getByRole("button", { name: "Pay exactly" });
  for (let presses = 0; presses < 10; presses++) {
    await page.keyboard.press("Tab");
    if (await button.evaluate((element) => element === document.activeElement)) break;
  }
  await expect(button).toBeFocused();
  await expect(button).toHaveCSS("outline-style", "solid");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Receipt" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Simulate a payment" })).toBeFocused();
});

for (const [reducedMotion, animation] of [
  ["no-preference", "slide-out"],
  ["reduce", "none"],
] as const) {
  test(`with motion "${reducedMotion}" the receipt's animation is "${animation}"`, async ({ page, service }) => {
    await page.emulateMedia({ reducedMotion });
    const intent = await service.createIntent();
    await page.goto(`/pay/${intent.id}`);
    await page.getByRole("button", { name: "Pay exactly" }).click();
    const paper = page.locator(".torn").filter({ has: page.getByRole("region", { name: "Receipt" }) });
    await expect(paper).toHaveCSS("animation-name", animation);
  });
}

test("a device whose clock is three hours off counts down the right time", async ({ page, service }) => {
  await page.addInitScript(() => {
    const now = Date.now;
    Date.now = () => now() + 3 * 3_600_000;
  });
  const intent = await service.createIntent({ expires_in: 600 });
  await page.goto(`/pay/${intent.id}`);
  await expect(page.getByRole("timer")).toHaveText(/^9:5\d left$/);
});

test("a hidden page asks nothing, a page that is seen again asks at once", async ({ page, service }) => {
  const intent = await service.createIntent();
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().includes("/intent-status")) asked += 1;
  });
  await page.goto(`/pay/${intent.id}`);
  await expect.poll(() => asked).toBeGreaterThan(0);
  const hide = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, "hidden", { configurable: true, get: () => value });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
  await hide(true);
  const before = asked;
  await page.waitForTimeout(3_000);
  expect(asked).toBe(before);
  await service.simulate(intent.id, "paid");
  await hide(false);
  await expect(page.getByRole("region", { name: "Receipt" })).toBeVisible({ timeout: 1_500 });
});

test("a server that is away is told of until it is back", async ({ page, service, tolerated }) => {
  tolerated.pattern = /ERR_FAILED/;
  const intent = await service.createIntent();
  await page.goto(`/pay/${intent.id}`);
  await page.route("**/api/v1/intent-status*", (route) => route.abort());
  const note = page.getByRole("status").filter({ hasText: "you need not pay again" });
  await expect(note).toBeVisible();
  await page.unroute("**/api/v1/intent-status*");
  await expect(note).toBeHidden();
});
