import type { Page } from "@playwright/test";
import { en } from "@/lib/customer/checkout/words/en";
import { askNow } from "@/tests/e2e/support/ask-now";
import { hide } from "@/tests/e2e/support/hide";
import { expect, test } from "@/tests/e2e/support/test";

/** Everything that a page asks of the server about a payment. */
const NEWS = /\/pay\/[^/]+\/(events|progress)$/;

const cutOff = (page: Page) => page.route(NEWS, (route) => route.abort());

test("a waiting payment that is paid shows its receipt without a reload", async ({ page, service }) => {
  const intent = await service.createIntent({ reference: "order-1042" });
  await page.goto(`/pay/${intent.id}`);
  await expect(page).toHaveTitle(/^12\.50\sUSDT to Corner Shop/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/12\.50\sUSDT/);
  await expect(page.getByRole("status").filter({ hasText: "Waiting for payment" })).toBeVisible();
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
  await expect(page.getByRole("region", { name: "Partially paid" })).toContainText("Remaining");
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
    await expect(page.getByRole("region", { name: "Expired" })).toContainText("don't pay again");
    await expect(page.getByRole("img", { name: /QR code/ })).toBeHidden();
  });
}

test("a refused simulation says why and the page shows how it stands", async ({ page, service, tolerated }) => {
  tolerated.pattern = /409|ERR_FAILED/;
  const intent = await service.createIntent();
  await cutOff(page);
  await page.goto(`/pay/${intent.id}`);
  await expect(page.getByRole("timer")).toBeVisible();
  await service.simulate(intent.id, "expired");
  await page.getByRole("button", { name: "Pay exactly" }).click();
  await expect(
    page.getByRole("alert").filter({ hasText: "This outcome isn't possible for this payment now." }),
  ).toBeVisible();
  await expect(page.getByRole("region", { name: "Expired" })).toBeVisible();
});

test("unknown and malformed ids are the same 404", async ({ page, tolerated }) => {
  tolerated.pattern = /404/;
  for (const id of ["00000000-0000-4000-8000-000000000000", "nonsense", "%F0%9F%92%A9"]) {
    const answer = await page.goto(`/pay/${id}`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "Payment not found" })).toBeVisible();
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
  await expect(page.getByRole("heading", { name: "Simulate payment" })).toBeFocused();
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
  await expect(page.getByRole("timer")).toHaveText(/^[5-9]:[0-5]\d left$/);
});

test("a hidden page asks nothing, a page that is seen again asks at once", async ({ page, service }) => {
  const intent = await service.createIntent();
  let asked = 0;
  page.on("request", (request) => {
    if (NEWS.test(request.url())) asked += 1;
  });
  await page.clock.install();
  const stream = page.waitForRequest(/\/events$/);
  await page.goto(`/pay/${intent.id}`);
  const opened = await stream;
  await opened.response();
  const closed = page.waitForEvent("requestfailed", (request) => request === opened);
  await hide(page, true);
  await closed;
  const before = asked;
  await page.clock.runFor(30_000);
  expect(asked).toBe(before);
  await service.simulate(intent.id, "paid");
  await page.clock.pauseAt(Date.now() + 60_000);
  expect(asked).toBe(before);
  // with the clock at rest no timer asks: only being seen again does
  await hide(page, false);
  await expect(page.getByRole("region", { name: "Receipt" })).toBeVisible();
});

test("a server that is away is told of until it is back", async ({ page, service, tolerated }) => {
  tolerated.pattern = /ERR_FAILED/;
  const intent = await service.createIntent();
  await cutOff(page);
  await page.clock.install();
  await page.goto(`/pay/${intent.id}`);
  await expect(page.getByRole("timer")).toBeVisible();
  await askNow(page);
  const note = page.getByRole("status").filter({ hasText: "We can't reach the server right now." });
  await expect(note).toContainText("you don't need to pay again");
  await page.unroute(NEWS);
  await askNow(page);
  await expect(note).toBeHidden();
});

test("a reader who is offline is told at once, and sees what became of it when back", async ({
  page,
  service,
  tolerated,
}) => {
  tolerated.pattern = /ERR_INTERNET_DISCONNECTED/;
  const intent = await service.createIntent();
  await page.goto(`/pay/${intent.id}`);
  await expect(page.getByRole("timer")).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByRole("status").filter({ hasText: "You're offline." })).toBeVisible();
  await service.simulate(intent.id, "paid");
  await page.context().setOffline(false);
  await expect(page.getByRole("region", { name: "Receipt" })).toBeVisible();
});

test("where the server's stream does not get through, looking by itself finds every change", async ({
  page,
  service,
  tolerated,
}) => {
  tolerated.pattern = /ERR_FAILED/;
  const intent = await service.createIntent();
  await page.route(/\/events$/, (route) => route.abort());
  await page.clock.install();
  await page.goto(`/pay/${intent.id}`);
  await expect(page.getByRole("timer")).toBeVisible();
  await service.simulate(intent.id, "underpaid");
  await askNow(page);
  await expect(page.getByRole("region", { name: "Partially paid" })).toBeVisible();
  await service.simulate(intent.id, "paid");
  await askNow(page);
  await expect(page.getByRole("region", { name: "Receipt" })).toBeVisible();
});

test("a proxy's 404 takes nothing from the page, and the payment goes on", async ({ page, service, tolerated }) => {
  tolerated.pattern = /404/;
  const intent = await service.createIntent();
  await page.route(NEWS, (route) => route.fulfill({ status: 404, body: "404 page not found" }));
  await page.clock.install();
  await page.goto(`/pay/${intent.id}`);
  await expect(page.getByRole("timer")).toBeVisible();
  await askNow(page);
  await expect(page.getByText(en.away)).toBeVisible();
  await expect(page.getByRole("timer")).toBeVisible();
  await page.unrouteAll();
  await service.simulate(intent.id, "paid");
  await askNow(page);
  await expect(page.getByRole("region", { name: "Receipt" })).toBeVisible();
});

test("the stream alone brings every change, without a single look", async ({ page, service, tolerated }) => {
  tolerated.pattern = /ERR_FAILED/;
  const intent = await service.createIntent();
  await page.route(/\/progress$/, (route) => route.abort());
  await page.goto(`/pay/${intent.id}`);
  await expect(page.getByRole("timer")).toBeVisible();
  await service.simulate(intent.id, "underpaid");
  await expect(page.getByRole("region", { name: "Partially paid" })).toBeVisible();
  await service.simulate(intent.id, "paid");
  await expect(page.getByRole("region", { name: "Receipt" })).toBeVisible();
});
