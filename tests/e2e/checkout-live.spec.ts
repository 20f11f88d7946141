import type { Page } from "@playwright/test";
import { expect, test } from "@/tests/e2e/support/dashboard";
import { openLivePayment, RECEIVE_ADDRESS } from "@/tests/e2e/support/live-payment";
import { scan } from "@/tests/e2e/support/scan";

const status = (page: Page, words: string) => page.getByRole("status").filter({ hasText: words });
const address = (page: Page) => page.getByRole("region", { name: "Any TRC20 wallet" });
const receipt = (page: Page) => page.getByRole("region", { name: "Receipt" });

/** As a customer does who comes back to the page from their wallet. */
const readAgain = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));

test("any wallet can pay: the bare address as a code and in full, the exact amount, the network", async ({
  page,
  shop,
}) => {
  const payment = await openLivePayment(shop, { amountMicros: 1_234_500_000 });
  await page.goto(payment.path);
  await expect(page.getByText("Sandbox")).toHaveCount(0);
  const way = address(page);
  await expect(way).toContainText("1,234.50");
  await expect(way).toContainText(
    /Send only USDT on TRON.*Anything sent in another coin or on another network is lost\./,
  );
  await expect(way).toContainText(
    "Exchanges deduct a fee from what you send. At least 1,234.50\u00a0USDT must arrive.",
  );
  const code = way.getByRole("img", { name: "QR code with the address" });
  expect(await scan(code)).toBe(RECEIVE_ADDRESS);
});

test("address and amount are copied as wallets take them, by button and by hand", async ({ page, shop }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const payment = await openLivePayment(shop, { amountMicros: 1_234_500_000 });
  await page.clock.install();
  await page.goto(payment.path);
  await expect(page.getByRole("timer")).toBeVisible();
  // with the clock at rest "Copied" stays
  await page.clock.pauseAt(Date.now() + 60_000);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole("button", { name: "Copy amount" }).click();
  await expect(status(page, "Copied")).toHaveCount(1);
  expect(await clipboard()).toBe("1234.5");
  await page.getByRole("button", { name: "Copy address" }).click();
  await expect.poll(clipboard).toBe(RECEIVE_ADDRESS);
  const byHand = await address(page)
    .locator("p.figures")
    .evaluate((element) => {
      getSelection()?.selectAllChildren(element);
      return String(getSelection());
    });
  expect(byHand).toBe(RECEIVE_ADDRESS);
});

test("a link that no wallet knows is no way to pay: one way, under its name, without a choice", async ({
  page,
  shop,
}) => {
  const payment = await openLivePayment(shop);
  await page.goto(payment.path);
  await expect(address(page)).toBeVisible();
  await expect(page.getByRole("img", { name: /QR code/ })).toHaveCount(1);
  await expect(page.getByRole("navigation", { name: "How to pay" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Open in your wallet" })).toHaveCount(0);
  expect(await page.content()).not.toContain("service:pay");
});

test("where the clipboard is kept from the page, the old way copies what wallets take", async ({ page, shop }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  const payment = await openLivePayment(shop, { amountMicros: 1_234_500_000 });
  await page.goto(payment.path);
  await expect(page.getByRole("timer")).toBeVisible();
  const pasted = async () => {
    await page.evaluate(() => document.body.appendChild(document.createElement("textarea")).focus());
    await page.keyboard.press("ControlOrMeta+V");
    const text = await page.locator("textarea").inputValue();
    await page.evaluate(() => document.querySelector("textarea")?.remove());
    return text;
  };
  await page.getByRole("button", { name: "Copy address" }).click();
  await expect.poll(pasted).toBe(RECEIVE_ADDRESS);
  await page.getByRole("button", { name: "Copy amount" }).click();
  await expect.poll(pasted).toBe("1234.5");
});

test("where neither way copies, the address is selected for doing it by hand", async ({ page, shop }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined });
    document.execCommand = () => false;
  });
  const payment = await openLivePayment(shop);
  await page.clock.install();
  await page.goto(payment.path);
  await expect(page.getByRole("timer")).toBeVisible();
  // with the clock at rest the words stay
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole("button", { name: "Copy address" }).click();
  await expect(page.getByRole("button", { name: "Select it and copy manually" })).toBeVisible();
  expect(await page.evaluate(() => String(getSelection()))).toBe(RECEIVE_ADDRESS);
});

test("a payment is seen, confirmed block by block in place, and paid with its transaction", async ({ page, shop }) => {
  const payment = await openLivePayment(shop);
  await page.goto(payment.path);
  await expect(status(page, "Waiting for payment")).toBeVisible();
  await payment.sight(12_500_000, 7);
  await expect(status(page, "Payment detected")).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "7");
  await expect(page.getByText("Payment detected – 7 of 19 confirmations")).toBeVisible();
  await expect(page.getByRole("img", { name: /QR code/ })).toHaveCount(0);
  await expect(page.getByText("Don't pay again")).toBeVisible();

  let pages = 0;
  page.on("request", (request) => {
    if (request.url().includes("/fragment")) pages += 1;
  });
  await payment.grow(3);
  await expect(page.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "10");
  expect(pages).toBe(0);
  await payment.grow(9);
  await expect(page.getByRole("progressbar", { name: "Waiting for final confirmation" })).toHaveAttribute(
    "aria-valuenow",
    "19",
  );
  await expect(page.getByText("19 of 19")).toHaveCount(0);

  const transaction = await payment.pay();
  await expect(receipt(page)).toContainText(transaction);
  await expect(page).toHaveTitle(/^Paid: 12\.50\sUSDT to Corner Shop/);
});

test("a part on its way leaves the rest to send to the same address", async ({ page, shop }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const payment = await openLivePayment(shop);
  await page.goto(payment.path);
  await expect(page.getByRole("timer")).toBeVisible();
  await payment.receive(5_000_000);
  await payment.sight(2_500_000, 4);
  const part = page.getByRole("region", { name: "Partially paid" });
  await expect(part).toContainText(/Confirming2\.50/);
  await expect(part).toContainText(/Remaining5\.00/);
  await expect(part).toContainText("to the same address");
  await page.getByRole("button", { name: "Copy amount" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("5");
  await payment.sight(5_000_000, 1);
  await expect(page.getByText("Payment detected – 1 of 19 confirmations")).toBeVisible();
  await expect(address(page)).toHaveCount(0);
});

test("a sighting that is gone again leads back to waiting", async ({ page, shop }) => {
  const payment = await openLivePayment(shop);
  await payment.sight(12_500_000, 2);
  await page.goto(payment.path);
  await expect(page.getByText("Payment detected – 2 of 19 confirmations")).toBeVisible();
  await payment.unsee();
  await expect(address(page)).toBeVisible();
});

test("once the time is up nobody is asked to pay, and the end comes from the network", async ({ page, shop }) => {
  const payment = await openLivePayment(shop);
  await page.goto(payment.path);
  await expect(address(page)).toBeVisible();
  await payment.endIn(2);
  await readAgain(page);
  await expect(status(page, "Time's up")).toBeVisible();
  await expect(page.getByRole("img", { name: /QR code/ })).toHaveCount(0);
  await expect(page.getByText("don't pay again. Your payment will appear here")).toBeVisible();
  await payment.expire();
  await expect(page.getByRole("region", { name: "Expired" })).toContainText("don't pay again");
});

for (const [end, heldWith, shown] of [
  ["pay", "Waiting for payment", "Paid"],
  ["cancel", "Waiting for payment", "Cancelled"],
  ["expire", "Time's up", "Expired"],
] as const) {
  test(`after "${end}" the page says "${heldWith}" until it has the rest, and the reader is led there`, async ({
    page,
    shop,
  }) => {
    const payment = await openLivePayment(shop);
    await page.goto(payment.path);
    await page.getByRole("button", { name: "Copy address" }).focus();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/fragment\?/, async (route) => {
      await held;
      await route.continue();
    });
    const asked = page.waitForRequest(/\/fragment\?/);
    await payment[end]();
    await asked;
    await expect(page.getByText(heldWith).first()).toBeVisible();
    await expect(address(page)).toBeVisible({ visible: end !== "expire" });
    release();
    await expect(status(page, shown)).toBeVisible();
    await expect(page.locator("h1, h2").first()).toBeFocused();
  });
}

test("a page from the browser's history asks for nothing once the time is up, until the server says otherwise", async ({
  page,
  shop,
  context,
  tolerated,
}) => {
  tolerated.pattern = /404|ERR_INTERNET_DISCONNECTED/;
  const payment = await openLivePayment(shop);
  await page.goto(payment.path);
  await expect(page.getByRole("timer")).toHaveText(/^(30:00|29:\d\d) left$/);
  await page.goto("/pay/unknown");
  await context.setOffline(true);
  await page.addInitScript(() => {
    const now = Date.now;
    Date.now = () => now() + 40 * 60_000;
  });
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Time's up" })).toBeVisible();
  await expect(page.getByText("If you haven't paid, don't pay now.")).toBeVisible();
  await expect(address(page)).toBeHidden();
  await context.setOffline(false);
  await expect(page.getByRole("timer")).toHaveText(/^(30:00|2\d:\d\d) left$/);
  await expect(address(page)).toBeVisible();
});

test("money that came too late is shown, with what to do", async ({ page, shop }) => {
  const payment = await openLivePayment(shop);
  await payment.expire();
  await payment.comeLate();
  await page.goto(payment.path);
  const paper = page.getByRole("region", { name: "Expired" });
  await expect(paper).toContainText(/Late payment12\.50/);
  await expect(paper).toContainText("wasn't applied. Contact the store.");
});

test("beside a mouse, a phone takes over by scanning the page itself, and the way back is there", async ({
  page,
  shop,
}) => {
  const payment = await openLivePayment(shop);
  await page.goto(payment.path);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await page.getByRole("link", { name: "Continue on your phone" }).click();
  const code = page.getByRole("img", { name: "QR code with the address of this page" });
  expect(new URL((await scan(code)) ?? "").pathname).toBe(payment.path);
  await payment.receive(5_000_000);
  await expect(status(page, "Received 5.00 of 12.50")).toBeVisible();
  await expect(code).toBeVisible();
  await page.getByRole("link", { name: "Any TRC20 wallet" }).click();
  await expect(address(page)).toContainText("Copy address");
  expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);
});

for (const [width, height] of [
  [390, 664],
  [360, 640],
] as const) {
  test(`on a phone of ${width} × ${height} amount, address and both copy buttons are there without scrolling`, async ({
    browser,
    shop,
  }) => {
    const context = await browser.newContext({ viewport: { width, height }, hasTouch: true, isMobile: true });
    const page = await context.newPage();
    const payment = await openLivePayment(shop, { reference: "order-1042", price: { currency: "EUR", minor: 1_147 } });
    await page.goto(payment.path);
    for (const part of [
      page.getByText("Amount to send"),
      page.getByRole("button", { name: "Copy amount" }),
      page.locator("p.figures", { hasText: RECEIVE_ADDRESS }),
      page.getByRole("button", { name: "Copy address" }),
    ]) {
      await expect(part).toBeInViewport({ ratio: 1 });
    }
    await expect(page.getByRole("link", { name: "Continue on your phone" })).toBeHidden();
    await context.close();
  });
}

test("a screen reader reads what to do in the order in which it is done", async ({ page, shop }) => {
  const payment = await openLivePayment(shop, { reference: "order-1042", successUrl: "https://shop.example/thanks" });
  await page.clock.install();
  await page.goto(payment.path);
  await expectReadInOrder(page, [
    "Corner Shop",
    "12.50",
    "order-1042",
    "Waiting for payment",
    "Send only USDT",
    "Amount to send",
    "Copy amount",
    "Address",
    "Copy address",
    "Compare the marked characters",
    "QR code with the address",
    "must arrive",
  ]);
  await payment.receive(5_000_000);
  await expect(page.getByRole("region", { name: "Partially paid" })).toBeVisible();
  await expectReadInOrder(page, [
    "Received 5.00 of 12.50",
    "Amount due",
    "Remaining",
    "Send only USDT",
    "Copy address",
  ]);
  // with the clock at rest the page doesn't return to the shop
  await page.clock.pauseAt(Date.now() + 60_000);
  await payment.pay();
  await expect(page.getByRole("link", { name: /^Back to Corner Shop/ })).toBeVisible();
  await expectReadInOrder(page, [
    "12.50",
    "Paid",
    "Received",
    "Network",
    "Paid to",
    "Back to Corner Shop",
    "Print receipt",
  ]);
});

async function expectReadInOrder(page: Page, texts: string[]) {
  const read = await page.getByRole("main").ariaSnapshot();
  let at = 0;
  for (const text of texts) {
    at = read.indexOf(text, at);
    expect(at, `"${text}" after what comes before it in:\n${read}`).toBeGreaterThanOrEqual(0);
    at += text.length;
  }
}

test("unknown receive address or sandbox: the second way is simply not offered", async ({ page, service }) => {
  const intent = await service.createIntent();
  await page.goto(`/pay/${intent.id}`);
  await expect(page.getByRole("link", { name: "Open in your wallet" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "How to pay" })).toHaveCount(0);
});

test.describe("back to the shop", () => {
  const SHOP = { successUrl: "https://shop.example/thanks?order=7", cancelUrl: "https://shop.example/cart" };

  test("after a payment the page goes back by itself, with the intent's id", async ({ page, shop }) => {
    await page.route("https://shop.example/**", (route) => route.fulfill({ body: "thank you" }));
    await page.clock.install();
    const payment = await openLivePayment(shop, SHOP);
    await page.goto(payment.path);
    await expect(page.getByRole("timer")).toBeVisible();
    await page.clock.pauseAt(Date.now() + 60_000);
    await payment.pay();
    const link = page.getByRole("link", { name: "Back to Corner Shop shop.example" });
    await expect(link).toHaveAttribute("href", `https://shop.example/thanks?order=7&intent_id=${payment.id}`);
    await expect(link).toHaveAttribute("rel", "noreferrer");
    await expect(page.getByText(/^Returning to shop\.example in [1-8] s$/)).toBeVisible();
    await page.clock.runFor(7_000);
    await page.clock.resume();
    await page.waitForURL(`https://shop.example/thanks?order=7&intent_id=${payment.id}`);

    await page.goBack();
    await expect(link).toBeVisible();
    await expect(page.getByRole("button", { name: "Stay here" })).toHaveCount(0);
  });

  test("one press stays", async ({ page, shop }) => {
    const payment = await openLivePayment(shop, SHOP);
    await page.clock.install();
    await page.goto(payment.path);
    await expect(page.getByRole("timer")).toBeVisible();
    await page.clock.pauseAt(Date.now() + 60_000);
    await payment.pay();
    await page.getByRole("button", { name: "Stay here" }).click();
    await expect(page.getByText("Returning to")).toBeHidden();
    await page.clock.runFor(20_000);
    expect(page.url()).toContain(payment.path);
    await expect(page.getByRole("link", { name: /Back to Corner Shop/ })).toBeVisible();
  });

  for (const [role, name] of [
    ["link", "Print receipt"],
    ["link", "Back to Corner Shop"],
    ["button", "Language: English"],
  ] as const) {
    test(`a press of "${name}" isn't overtaken`, async ({ page, shop }) => {
      const payment = await openLivePayment(shop, SHOP);
      await page.clock.install();
      await page.goto(payment.path);
      await expect(page.getByRole("timer")).toBeVisible();
      await page.clock.pauseAt(Date.now() + 60_000);
      await payment.pay();
      await expect(page.getByText("Returning to")).toBeVisible();
      const pressed = page.getByRole(role, { name });
      // as while the answer of another page is on its way
      await pressed.evaluate((element) => element.addEventListener("click", (event) => event.preventDefault()));
      await pressed.click();
      await expect(page.getByText("Returning to")).toBeHidden();
      await page.clock.runFor(20_000);
      expect(page.url()).toContain(payment.path);
    });
  }

  test("a page that is left and kept by the browser stays when the customer comes back to it", async ({
    page,
    shop,
  }) => {
    const payment = await openLivePayment(shop, SHOP);
    await page.clock.install();
    await page.goto(payment.path);
    await expect(page.getByRole("timer")).toBeVisible();
    await page.clock.pauseAt(Date.now() + 60_000);
    await payment.pay();
    await expect(page.getByText("Returning to")).toBeVisible();
    await page.evaluate(() => {
      for (const type of ["pagehide", "pageshow"]) dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
    });
    await expect(page.getByText("Returning to")).toBeHidden();
    await page.clock.runFor(20_000);
    expect(page.url()).toContain(payment.path);
    await expect(page.getByRole("link", { name: /Back to Corner Shop/ })).toBeVisible();
  });

  test("a paid page that is only looked at goes nowhere by itself", async ({ page, shop }) => {
    const payment = await openLivePayment(shop, SHOP);
    await payment.pay();
    await page.goto(payment.path);
    await expect(page.getByRole("link", { name: /Back to Corner Shop/ })).toBeVisible();
    await expect(page.getByRole("button", { name: "Stay here" })).toHaveCount(0);
  });

  for (const [end, region, name] of [
    ["expire", "Expired", "Start again shop.example"],
    ["cancel", "Cancelled", "Back to Corner Shop shop.example"],
  ] as const) {
    test(`after "${end}" there is a link without hurry`, async ({ page, shop }) => {
      const payment = await openLivePayment(shop, SHOP);
      await payment[end]();
      await page.goto(payment.path);
      const link = page.getByRole("region", { name: region }).getByRole("link", { name });
      await expect(link).toHaveAttribute("href", `https://shop.example/cart?intent_id=${payment.id}`);
      await expect(page.getByRole("button", { name: "Stay here" })).toHaveCount(0);
    });
  }
});
