import type { Page } from "@playwright/test";
import { test as base, expect } from "@/tests/e2e/support/dashboard";
import { openLivePayment, RECEIVE_ADDRESS } from "@/tests/e2e/support/live-payment";
import { sleep, sleepable } from "@/tests/e2e/support/sleep";

/** What is broken on purpose complains in the console. */
const test = base.extend({ tolerated: async ({ page: _page }, use) => use({ pattern: /./ }) });

const address = (page: Page) => page.getByRole("region", { name: "Any TRC20 wallet" }).locator("p.figures");
const reload = (page: Page) => page.getByText("Reload this page to see the current status.");
const receipt = (page: Page) => page.getByRole("region", { name: "Receipt" });

/** The styles offer it after a while in which the script may still come; here the while is over at once. */
async function expectOffered(page: Page) {
  await page.evaluate(() => {
    const later = document.getAnimations().filter((one) => (one as CSSAnimation).animationName === "flip");
    for (const one of later) one.finish();
  });
  await expect(reload(page)).toBeVisible();
}

/** Resolves once the page's script follows the payment. */
const livened = (page: Page) => page.waitForSelector("body[data-was-waiting]", { state: "attached" });

/** Each is run in the page before any script of ours. */
const BROKEN = {
  "no EventSource": () => void Reflect.deleteProperty(window, "EventSource"),
  "an EventSource that is barred": () => {
    window.EventSource = class {
      constructor() {
        throw new DOMException("barred", "SecurityError");
      }
    } as unknown as typeof EventSource;
  },
  "an Intl that throws": () => {
    const refuse = () => {
      throw new RangeError("Incorrect locale information provided");
    };
    Object.assign(Intl, { NumberFormat: refuse, DateTimeFormat: refuse });
  },
  "no Intl": () => void Reflect.deleteProperty(window, "Intl"),
  "storage and cookies that are barred": () => {
    const barred = {
      get() {
        throw new DOMException("barred", "SecurityError");
      },
      set() {
        throw new DOMException("barred", "SecurityError");
      },
    };
    for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, barred);
    Object.defineProperty(document, "cookie", barred);
  },
};

for (const [what, breakIt] of Object.entries(BROKEN)) {
  test(`with ${what} the address stays, and the payment is seen all the same`, async ({ page, shop }) => {
    const payment = await openLivePayment(shop);
    await page.addInitScript(breakIt);
    await page.goto(`${payment.path}?lang=en`);
    await livened(page);
    await expect(address(page)).toHaveText(RECEIVE_ADDRESS);
    const transaction = await payment.pay();
    await expect(receipt(page)).toContainText(transaction);
    await expect(receipt(page).getByRole("time")).toContainText(String(new Date().getUTCFullYear()));
  });
}

test("a watch that cannot even begin takes nothing away", async ({ page, shop }) => {
  const payment = await openLivePayment(shop);
  await page.addInitScript(() => void Reflect.deleteProperty(window, "AbortController"));
  const failed = page.waitForEvent("pageerror");
  await page.goto(payment.path);
  await failed;
  await expect(page.locator("[data-was-waiting]")).toHaveCount(0);
  await expect(address(page)).toHaveText(RECEIVE_ADDRESS);
});

test("where the script does not come, the address stays, and the page says that it doesn't update itself", async ({
  page,
  shop,
}) => {
  const payment = await openLivePayment(shop);
  await page.goto(payment.path);
  await livened(page);
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map(({ name }) => name)
      .filter((name) => /\.js(\?|$)/.test(name)),
  );
  expect(scripts).toHaveLength(1);
  for (const script of scripts) {
    await page.route(script, (route) => route.abort());
    await page.goto(payment.path, { waitUntil: "load" });
    await expect(address(page), script).toHaveText(RECEIVE_ADDRESS);
    await expectOffered(page);
    await expect(page.getByText("This page updates automatically.")).toBeHidden();
    await expect(page.locator("[role=timer]")).toBeHidden();
    await page.unroute(script);
    await reload(page).click();
    await livened(page);
    await expect(address(page), script).toHaveText(RECEIVE_ADDRESS);
    await expect(reload(page)).toBeHidden();
    await expect(page.getByText("This page updates automatically.")).toBeVisible();
    await expect(page.getByRole("timer")).toHaveText(/left$/);
  }
});

test("where the script does not come, a payment being confirmed or past its time offers to reload too", async ({
  page,
  shop,
}) => {
  const payment = await openLivePayment(shop);
  const late = await openLivePayment(shop, { expiresInSeconds: -5 });
  await page.context().route(/\/assets\/pay-[^/]*\.js/, (route) => route.abort());
  const lateOne = await page.context().newPage();
  await payment.sight(12_500_000, 6);
  await page.goto(payment.path);
  await lateOne.goto(late.path);
  await expect(page.getByText("6 of 19 confirmations")).toBeVisible();
  await expectOffered(page);
  await expect(lateOne.getByRole("heading", { name: "Time's up" })).toBeVisible();
  await expectOffered(lateOne);
});

test("news that arrives in pieces leaves what was there, and is asked for again", async ({ page, shop }) => {
  const payment = await openLivePayment(shop);
  await page.goto(payment.path);
  await livened(page);
  let torn = 0;
  await page.route(/\/fragment\?/, async (route) => {
    const response = await route.fetch();
    const whole = await response.text();
    torn += 1;
    await route.fulfill({ response, body: torn < 3 ? whole.slice(0, whole.length / 2) : whole });
  });
  await payment.receive(5_000_000);
  await expect.poll(() => torn).toBeGreaterThan(0);
  await expect(address(page)).toHaveText(RECEIVE_ADDRESS);
  await expect(page.getByText("Received 5.00 of 12.50")).toBeVisible();
  await expect(address(page)).toHaveText(RECEIVE_ADDRESS);
});

test("a device that slept past the end asks no one to pay, though the network is away", async ({
  page,
  shop,
  context,
}) => {
  const payment = await openLivePayment(shop, { expiresInSeconds: 600 });
  await sleepable(page);
  await page.goto(payment.path);
  await livened(page);
  await context.setOffline(true);
  await sleep(page, 601_000);
  await expect(page.getByRole("timer")).toHaveText("Time's up");
  await expect(address(page)).toBeHidden();
  await context.setOffline(false);
  await expect(page.getByRole("timer")).toHaveText(/^9:[0-5]\d left$/);
  await expect(address(page)).toBeVisible();
});

test("the time is up while the network is away: the page stays, and ends once the network is back", async ({
  page,
  shop,
  context,
}) => {
  const payment = await openLivePayment(shop, { expiresInSeconds: 600 });
  await page.clock.install();
  await page.goto(payment.path);
  await livened(page);
  await context.setOffline(true);
  await payment.endIn(-1);
  await page.getByRole("button", { name: "Copy address" }).focus();
  await page.clock.fastForward(601_000);
  await expect(page.getByRole("timer")).toHaveText("Time's up");
  await expect(page.getByRole("status").filter({ hasText: "You're offline" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/12\.50/);
  await expect(page.getByText("If you haven't paid, don't pay now.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Time's up" })).toBeFocused();
  await expect(address(page)).toBeHidden();
  await expect(page.getByText("Waiting for payment")).toBeHidden();
  await context.setOffline(false);
  await expect(page.getByRole("status").filter({ hasText: "Time's up" })).toBeVisible();
  await expect(page.getByRole("img", { name: /QR code/ })).toHaveCount(0);
  await expect(page.locator("h1, h2").first()).toBeFocused();
});
