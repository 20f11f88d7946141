import { Key } from "selenium-webdriver";
import type { Tab } from "@/tests/browsers/support/tab";
import { expect, PHONE, test } from "@/tests/browsers/support/test";
import { openLivePayment, RECEIVE_ADDRESS } from "@/tests/e2e/support/live-payment";
import type { Shop } from "@/tests/e2e/support/shop";

/** Presses a button that copies; what it says for two seconds stays until it is read. */
async function copy(tab: Tab, name: string) {
  await tab.evaluate(`window.later = setTimeout;
    window.setTimeout = (run, ms, ...rest) => later(run, ms === 2_000 ? 60_000 : ms, ...rest)`);
  await tab.press(name);
  await tab.sees("Copied");
  await tab.evaluate("window.setTimeout = later");
}

async function openPayment(tab: Tab, shop: Shop) {
  const intent = await shop.createIntent();
  await tab.open(`/pay/${intent.id}`);
  await tab.sees("Waiting for payment");
  return intent;
}

test("a part payment, then the rest: the open page shows both and becomes the receipt", async ({ tab, shop }) => {
  await openPayment(tab, shop);
  expect(await tab.read()).toContain("12.50 USDT");
  expect(await tab.images()).toContain("QR code for this payment of 12.50 USDT");
  const first = await tab.timer();
  expect(first).toMatch(/^(30:00|2\d:[0-5]\d) left$/);
  await expect.poll(tab.timer).not.toBe(first);

  await tab.evaluate("window.sameDocument = true");
  await tab.press("Pay too little");
  await tab.sees("Received 6.25 of 12.50 USDT");
  await tab.sees("Remaining 6.25");
  await tab.press("Pay exactly");
  await tab.title().toMatch(/^Paid: 12\.50\sUSDT to Corner Shop/);
  await tab.sees("This payment has ended.");
  expect(await tab.images()).toEqual([]);
  expect(await tab.evaluate("return window.sameDocument")).toBe(true);
});

test("the sandbox banner has stripes as broad as their gaps", async ({ tab, shop }) => {
  await openPayment(tab, shop);
  const reds = await tab.reds(400, 30);
  const share = reds.filter((red) => red < 100).length / reds.length;
  expect(share).toBeGreaterThan(0.4);
  expect(share).toBeLessThan(0.6);
});

for (const outcome of ["Let it expire", "Pay too late"]) {
  test(`"${outcome}" tells not to pay again`, async ({ tab, shop }) => {
    await openPayment(tab, shop);
    await tab.press(outcome);
    await tab.sees("don't pay again");
    expect(await tab.images()).toEqual([]);
  });
}

test("the server's stream alone brings a payment made elsewhere", async ({ tab, shop }) => {
  const { id } = await openPayment(tab, shop);
  await tab.evaluate(`const fetched = window.fetch;
    window.fetch = (url, ...rest) => /progress/.test(url) ? new Promise(() => {}) : fetched(url, ...rest)`);
  await shop.simulate(id, "underpaid");
  await tab.sees("Received 6.25 of 12.50 USDT");
  await shop.simulate(id);
  await tab.title().toMatch(/^Paid: /);
});

test("a page that is gone back to shows what has become of the payment", async ({ tab, shop }) => {
  const { id } = await openPayment(tab, shop);
  await tab.open("/pay/nonsense");
  await tab.sees("Payment not found");
  await shop.simulate(id);
  await tab.driver.navigate().back();
  await tab.title().toMatch(/^Paid: /);
});

test("a live payment is copied, seen, confirmed and paid", async ({ tab, shop }) => {
  const payment = await openLivePayment(shop, { amountMicros: 1_234_500_000 });
  await tab.open(payment.path);
  await tab.sees("Waiting for payment");
  expect((await tab.read()).replaceAll(" ", "")).toContain(RECEIVE_ADDRESS);
  expect(await tab.images()).toEqual(["QR code with the address"]);
  await copy(tab, "Copy amount");
  expect(await tab.paste()).toBe("1234.5");

  await payment.sight(1_234_500_000, 7);
  await tab.sees("Payment detected – 7 of 19 confirmations");
  await payment.grow(3);
  await tab.sees("Payment detected – 10 of 19 confirmations");
  const transaction = await payment.pay();
  await tab.title().toMatch(/^Paid: /);
  await tab.sees(transaction);
});

for (const [how, clipboard] of [
  ["has no clipboard", "undefined"],
  ["refuses the clipboard", `{ writeText: () => Promise.reject(new DOMException("no", "NotAllowedError")) }`],
] as const) {
  test(`a page that ${how} copies the address the old way`, async ({ tab, shop }) => {
    const payment = await openLivePayment(shop);
    await tab.open(payment.path);
    await tab.sees("Waiting for payment");
    await tab.evaluate(`Object.defineProperty(navigator, "clipboard", { value: ${clipboard} })`);
    await copy(tab, "Copy address");
    expect(await tab.paste()).toBe(RECEIVE_ADDRESS);
  });
}

test("a language is chosen in a list above the page, which Escape closes", async ({ tab, shop }) => {
  await tab.resize(...PHONE);
  const { id } = await openPayment(tab, shop);
  expect(await tab.overflow()).toBeLessThanOrEqual(0);
  await tab.press("Language: English");
  await tab.sees("العربية");
  await tab.type(Key.ESCAPE);
  await tab.seesNot("العربية");
  await tab.focused().toBe("Language: English");
  await tab.press("Language: English");
  await tab.press("العربية");
  await expect.poll(() => tab.evaluate("return [document.documentElement.lang, document.dir]")).toEqual(["ar", "rtl"]);
  expect(await tab.overflow()).toBeLessThanOrEqual(0);
  await shop.simulate(id);
  await tab.sees("مدفوعة");
  expect(await tab.overflow()).toBeLessThanOrEqual(0);
});
