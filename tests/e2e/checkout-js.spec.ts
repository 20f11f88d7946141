import type { Page } from "@playwright/test";
import { askNow } from "@/tests/e2e/support/ask-now";
import { hide } from "@/tests/e2e/support/hide";
import { expect, test, toldOf, USUAL_SCRIPT } from "@/tests/e2e/support/shop-page";

const windowOf = (page: Page) => page.getByRole("dialog");
const statusOf = (page: Page, text: string | RegExp) => windowOf(page).getByRole("status").filter({ hasText: text });
const waiting = (page: Page) => expect(statusOf(page, "Waiting for payment")).toBeVisible();

test("a payment in the window succeeds once and gives the focus back", async ({ page, shop, service }) => {
  await shop.open();
  await page.getByRole("button", { name: "Pay with USDT" }).click();
  await waiting(page);
  const [intent] = shop.made;
  await expect(windowOf(page)).toHaveAccessibleName(/^12\.50\sUSDT to Corner Shop$/);
  await expect(windowOf(page).getByRole("img", { name: "QR code for this payment of 12.50 USDT" })).toBeVisible();
  const link = windowOf(page).getByRole("link", { name: "Open in your wallet" });
  await expect(link).toHaveAttribute("href", `service:pay?intent=${intent?.intent_id}`);
  await expect(windowOf(page).getByText("Sandbox: no real money moves")).toBeVisible();

  await service.simulate(intent?.intent_id ?? "", "paid");
  await expect(statusOf(page, "Paid")).toBeVisible();
  await windowOf(page).getByRole("button", { name: "Done" }).click();
  await expect(windowOf(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Pay with USDT" })).toBeFocused();
  expect(await toldOf(page)).toEqual([["success", intent]]);
});

test("a double click asks for one intent and opens one window", async ({ page, shop }) => {
  await shop.open();
  await page.getByRole("button", { name: "Pay with USDT" }).dblclick();
  await waiting(page);
  await expect(windowOf(page)).toHaveCount(1);
  expect(shop.made).toHaveLength(1);
});

test("an intent that is already paid succeeds at once, once, and the next press asks for another", async ({
  page,
  shop,
  service,
}) => {
  const usual = shop.answer;
  const { id } = await service.createIntent();
  await service.simulate(id, "paid");
  const paid = { intent_id: id, environment: "sandbox", amount_usdt: 12.5 };
  shop.answer = (response) => void response.end(JSON.stringify(paid));
  await shop.open();
  for (let press = 0; press < 2; press++) {
    await page.locator("#pay").click();
    await expect(statusOf(page, "Paid")).toBeVisible();
    await page.keyboard.press("Escape");
  }
  expect(await toldOf(page)).toEqual([["success", paid]]);
  shop.answer = usual;
  await page.locator("#pay").click();
  await waiting(page);
  expect(shop.asked).toHaveLength(3);
});

test("closing tells so, and the same button shows the same payment while it waits", async ({ page, shop, service }) => {
  await shop.open();
  await page.locator("#pay").click();
  await waiting(page);
  await windowOf(page).getByRole("button", { name: "Close" }).click();
  expect(await toldOf(page)).toEqual([["cancel", { ...shop.made[0], reason: "closed" }]]);

  await service.simulate(shop.made[0]?.intent_id ?? "", "paid");
  await page.locator("#pay").click();
  await expect(statusOf(page, "Paid")).toBeVisible();
  expect(shop.made).toHaveLength(1);
  expect((await toldOf(page)).map(([name]) => name)).toEqual(["cancel", "success"]);
});

test("a basket that has changed gets an intent of its own", async ({ page, shop }) => {
  await shop.open();
  await page.locator("#pay").click();
  await waiting(page);
  await page.keyboard.press("Escape");
  await page.evaluate("widget.reset()");
  await page.locator("#pay").click();
  await waiting(page);
  expect(shop.made).toHaveLength(2);
});

test("a basket that changes while the window is open gets an intent of its own at the next press", async ({
  page,
  shop,
}) => {
  await shop.open();
  await page.locator("#pay").click();
  await waiting(page);
  await page.evaluate("widget.reset()");
  await waiting(page);
  await page.keyboard.press("Escape");
  expect(await toldOf(page)).toEqual([["cancel", { ...shop.made[0], reason: "closed" }]]);
  for (let press = 0; press < 2; press++) {
    await page.locator("#pay").click();
    await waiting(page);
    await page.keyboard.press("Escape");
    expect(shop.made).toHaveLength(2);
  }
});

test("a basket that changes before the window has its intent doesn't keep that intent", async ({ page, shop }) => {
  const usual = shop.answer;
  let release = () => {};
  shop.answer = async (response) => {
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    await usual(response);
  };
  await shop.open();
  await page.locator("#pay").click();
  await expect.poll(() => shop.asked).toHaveLength(1);
  await page.evaluate("widget.reset()");
  await page.keyboard.press("Escape");
  release();
  shop.answer = usual;
  await page.locator("#pay").click();
  await waiting(page);
  expect(shop.asked).toHaveLength(2);
});

test("an expiry is told once and says not to pay twice", async ({ page, shop, service }) => {
  await shop.open();
  await page.locator("#pay").click();
  await waiting(page);
  await service.simulate(shop.made[0]?.intent_id ?? "", "expired");
  await expect(windowOf(page).getByRole("heading", { name: "This payment has expired" })).toBeVisible();
  await expect(windowOf(page)).toContainText("don't pay again");
  await expect(windowOf(page).getByRole("img", { name: /QR/ })).toHaveCount(0);
  await windowOf(page).getByRole("button", { name: "Close" }).last().click();
  expect(await toldOf(page)).toEqual([["expired", shop.made[0]]]);
});

test("an intent that the shop cancels is told as cancelled, once", async ({ page, shop, request }) => {
  await shop.open();
  await page.locator("#pay").click();
  await waiting(page);
  const answer = await request.post("/api/v1/cancel-payment-intent", {
    headers: { Authorization: `Bearer ${process.env.E2E_SANDBOX_KEY}` },
    data: { id: shop.made[0]?.intent_id },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  await expect(windowOf(page).getByRole("heading", { name: "The store cancelled this payment" })).toBeVisible();
  await page.keyboard.press("Escape");
  expect(await toldOf(page)).toEqual([["cancel", { ...shop.made[0], reason: "cancelled" }]]);
});

test("a part payment shows what is missing", async ({ page, shop, service }) => {
  await shop.open();
  await page.locator("#pay").click();
  await waiting(page);
  await service.simulate(shop.made[0]?.intent_id ?? "", "underpaid");
  await expect(statusOf(page, "Received 6.25 of 12.50\u00a0USDT")).toBeVisible();
  await expect(windowOf(page)).toContainText("Remaining6.25\u00a0USDT");
});

const BAD_CREATES = {
  "throws at once": ["create_failed", `() => { throw new Error("no stock"); }`],
  rejects: ["create_failed", `async () => { throw new Error("no stock"); }`],
  "gives nothing": ["invalid_intent", `async () => undefined`],
  "gives rubbish": ["invalid_intent", `async () => ({ intent_id: "42", environment: "sandbox", amount_usdt: 1 })`],
  "says another environment": [
    "environment_mismatch",
    `async () => ({ ...(await window.createIntent()), environment: "live" })`,
  ],
  "gives an unknown id": [
    "not_found",
    `async () => ({ intent_id: "00000000-0000-4000-8000-000000000000", environment: "sandbox", amount_usdt: 1 })`,
  ],
} as const;

for (const [how, [code, createIntent]] of Object.entries(BAD_CREATES)) {
  test(`a createIntent that ${how} is told as ${code}, and trying again works`, async ({ page, shop, tolerated }) => {
    tolerated.pattern = /404/;
    const script = `${USUAL_SCRIPT}
      let tries = 0;
      Till.checkout({ ...options, createIntent: () => (tries++ === 0 ? (${createIntent})() : window.createIntent()) });`;
    await shop.open({ script });
    await page.locator("#pay").click();
    await expect(windowOf(page).getByRole("alert")).toHaveText(/couldn't be started/);
    expect((await toldOf(page)).map(([name, event]) => [name, event.code])).toEqual([["error", code]]);
    const again = windowOf(page).getByRole("button", { name: "Try again" });
    await expect(again).toBeFocused();
    await again.press("Enter");
    await waiting(page);
  });
}

test("a createIntent that never answers is given up after half a minute", async ({ page, shop }) => {
  await page.clock.install();
  await shop.open({
    script: USUAL_SCRIPT.replace("async () => (await", "() => new Promise(() => {}); async () => (await"),
  });
  await page.locator("#pay").click();
  await expect(statusOf(page, "Preparing your payment")).toBeVisible();
  await page.clock.fastForward(31_000);
  await expect(windowOf(page).getByRole("alert")).toHaveText(/couldn't be started/);
  expect((await toldOf(page))[0]?.[1].code).toBe("create_timeout");
});

test("closed before there was an intent, the next press shows the one that came", async ({ page, shop }) => {
  const usual = shop.answer;
  let answerNow = () => {};
  shop.answer = (response) => {
    answerNow = () => void usual(response);
  };
  await shop.open();
  await page.locator("#pay").click();
  await expect.poll(() => shop.asked.length).toBe(1);
  await page.keyboard.press("Escape");
  expect(await toldOf(page)).toEqual([
    ["cancel", { intent_id: null, environment: null, amount_usdt: null, reason: "closed" }],
  ]);
  await page.locator("#pay").click();
  answerNow();
  await waiting(page);
  expect(shop.asked).toHaveLength(1);
});

test("the window says that it is offline, and recovers", async ({ page, shop, context, tolerated }) => {
  tolerated.pattern = /ERR_INTERNET_DISCONNECTED/;
  await shop.open();
  await page.locator("#pay").click();
  await waiting(page);
  await context.setOffline(true);
  const note = statusOf(page, "You're offline");
  await expect(note).toBeVisible();
  await context.setOffline(false);
  await expect(note).toBeHidden();
});

test("where event streams are blocked the window asks every two seconds", async ({ page, shop, service }) => {
  await page.addInitScript(() => Object.defineProperty(window, "EventSource", { value: undefined }));
  await page.clock.install();
  await shop.open();
  await page.locator("#pay").click();
  await waiting(page);
  await service.simulate(shop.made[0]?.intent_id ?? "", "paid");
  await askNow(page);
  await expect(statusOf(page, "Paid")).toBeVisible();
});

test("with an event stream the window hears at once and asks nothing in between", async ({ page, shop, service }) => {
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/progress")) asked += 1;
  });
  await page.clock.install();
  await shop.open();
  await page.locator("#pay").click();
  await waiting(page);
  // with the clock at rest no timer asks
  await page.clock.pauseAt(Date.now() + 60_000);
  const before = asked;
  await service.simulate(shop.made[0]?.intent_id ?? "", "underpaid");
  await expect(statusOf(page, "Received 6.25 of 12.50")).toBeVisible();
  expect(asked).toBe(before);
});

test("an answer with something that runs is refused and asked for again", async ({ page, shop, tolerated }) => {
  tolerated.pattern = /<script>/;
  const told = { title: "Payment", environment: "sandbox", amount_usdt: 12.5, status: "pending" };
  const tree = ["section", { lang: "en" }, ["script", { src: "https://evil.example/x.js" }]];
  const headers = { "access-control-allow-origin": "*" };
  await page.route(/\/window\?/, (route) => route.fulfill({ json: { ...told, tree }, headers }));
  await shop.open();
  await page.locator("#pay").click();
  await expect.poll(() => shop.made.length).toBe(1);
  await expect(windowOf(page).locator("script")).toHaveCount(0);
  await page.unrouteAll();
  await waiting(page);
});

test("a hidden page asks nothing, and asks at once when it is seen again", async ({ page, shop, service }) => {
  await page.clock.install();
  await shop.open();
  await page.locator("#pay").click();
  await waiting(page);
  await hide(page, true);
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().includes("/pay/")) asked += 1;
  });
  await page.clock.runFor(30_000);
  expect(asked).toBe(0);
  await service.simulate(shop.made[0]?.intent_id ?? "", "paid");
  await page.clock.pauseAt(Date.now() + 60_000);
  expect(asked).toBe(0);
  // with the clock at rest no timer asks: only being seen again does
  await hide(page, false);
  await expect(statusOf(page, "Paid")).toBeVisible();
});

test("a device whose clock is three hours off counts down the right time", async ({ page, shop }) => {
  await page.addInitScript(() => {
    const now = Date.now;
    Date.now = () => now() + 3 * 3_600_000;
  });
  await shop.open();
  await page.locator("#pay").click();
  await expect(windowOf(page).getByRole("timer")).toHaveText(/^(30:00|2\d:[0-5]\d) left$/);
});

test("a callback that throws is the page's error and leaves the window whole", async ({
  page,
  shop,
  service,
  tolerated,
}) => {
  tolerated.pattern = /the page's own/;
  await shop.open({
    script: `${USUAL_SCRIPT} Till.checkout({ ...options, onSuccess() { throw new Error("the page's own"); } });`,
  });
  await page.locator("#pay").click();
  await waiting(page);
  await service.simulate(shop.made[0]?.intent_id ?? "", "paid");
  await expect(windowOf(page).getByRole("button", { name: "Done" })).toBeVisible();
});
