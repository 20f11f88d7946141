import type { Page } from "@playwright/test";
import { LOCALES, type Locale } from "@/lib/customer/checkout/locales";
import { WORDS } from "@/lib/customer/checkout/words/all";
import { en } from "@/lib/customer/checkout/words/en";
import { askNow } from "@/tests/e2e/support/ask-now";
import { expectAccessible, rulesIn } from "@/tests/e2e/support/axe";
import { type LivePayment, openLivePayment, RECEIVE_ADDRESS } from "@/tests/e2e/support/live-payment";
import { scan } from "@/tests/e2e/support/scan";
import type { Shop as Merchant } from "@/tests/e2e/support/shop";
import { expect, test, USUAL_SCRIPT } from "@/tests/e2e/support/shop-page";

const AMOUNT = 1_234_567_891;
const windowOf = (page: Page) => page.getByRole("dialog");
const statusOf = (page: Page, text: string | RegExp) => windowOf(page).getByRole("status").filter({ hasText: text });
const codes = (page: Page) => windowOf(page).getByRole("img", { name: /QR code/ });
/** What can be read of the window, without what it hides. */
const READ = { useInnerText: true };

/** What happened to the payment, and a text of the window that nothing else shows. */
type State = { move?: (payment: LivePayment) => Promise<unknown>; shows?: string };

const STATES = {
  waiting: {},
  confirming: {
    move: (payment) => payment.sight(AMOUNT, 7),
    shows: "Payment detected – 7 of 19 confirmations",
  },
  partly: { move: (payment) => payment.receive(34_567_891), shows: en.sendRemaining },
  closing: { move: (payment) => payment.endIn(-1), shows: en.closingText },
  paid: { move: (payment) => payment.pay(), shows: en.openReceipt },
  overpaid: { move: (payment) => payment.pay(1_300_000_000), shows: en.overpaidHint },
  expired: { move: (payment) => payment.expire(), shows: en.expiredTitle },
  cancelled: { move: (payment) => payment.cancel(), shows: en.cancelledTitle },
} satisfies Record<string, State>;

type Opened = {
  page: Page;
  shop: { open: (p: object) => Promise<void> };
  merchant: Merchant;
};
type Draft = Parameters<typeof openLivePayment>[1] & {
  /** further options of `Till.checkout`, as text */
  options?: string;
  csp?: null;
};

/** The window of a live payment in a state that only the chain can bring about. Ends when it shows. */
async function openAt({ page, shop, merchant }: Opened, { move, shows = RECEIVE_ADDRESS }: State, more: Draft = {}) {
  const { options = "", csp, ...draft } = more;
  const amountMicros = draft.amountMicros ?? AMOUNT;
  const payment = await openLivePayment(merchant, { reference: "order-1042", ...draft, amountMicros });
  await move?.(payment);
  const given = { intent_id: payment.id, environment: "live", amount_usdt: amountMicros / 1e6 };
  await shop.open({
    ...(csp === null && { csp }),
    script: `${USUAL_SCRIPT} Till.checkout({ ...options, ${options} createIntent: async () => (${JSON.stringify(given)}) });`,
  });
  await page.locator("#pay").click();
  await expect(windowOf(page).getByRole("heading").first()).toContainText("USDT");
  await expect(windowOf(page)).toContainText(shows);
  return payment;
}

for (const theme of ["light", "dark"] as const) {
  for (const [name, state] of Object.entries(STATES)) {
    test(`${name}, ${theme}: nothing that keeps anybody out`, async ({ page, shop, merchant }) => {
      await openAt({ page, shop, merchant }, state, { options: `theme: "${theme}",`, csp: null });
      await page.emulateMedia({ reducedMotion: "reduce" });
      await expectAccessible(page, rulesIn[theme]);
      await expectLargeEnough(page);
    });
  }

  test(`in the sandbox, ${theme}: nothing that keeps anybody out`, async ({ page, shop }) => {
    await shop.open({ csp: null, script: `${USUAL_SCRIPT} Till.checkout({ ...options, theme: "${theme}" });` });
    await page.locator("#pay").click();
    await expect(windowOf(page)).toContainText(en.sandbox);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await expectAccessible(page, rulesIn[theme]);
    await expectLargeEnough(page);
  });
}

async function expectLargeEnough(page: Page) {
  const small = await windowOf(page)
    .getByRole("button")
    .or(windowOf(page).getByRole("link"))
    .evaluateAll((all) =>
      all
        .filter((one) => one.getBoundingClientRect().width < 44 || one.getBoundingClientRect().height < 44)
        .map((one) => one.textContent),
    );
  expect(small).toEqual([]);
}

test("in live the bare address comes first, copied without its gaps, and a wallet's link is the other way", async ({
  page,
  shop,
  merchant,
  context,
  equipped,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.clock.install();
  const payment = await openAt({ page, shop, merchant }, {}, { options: `baseUrl: "${equipped.address}",`, csp: null });
  const way = (name: string) => windowOf(page).getByRole("link", { name });
  await expect(way("Any TRC20 wallet")).toHaveAttribute("aria-current", "true");
  await way("Wallet app").click();
  await expect(way("Wallet app")).toHaveAttribute("aria-current", "true");
  await expect(way("Wallet app")).toBeFocused();
  await expect(way("Open in your wallet")).toHaveAttribute("href", `acme:pay?intent=${payment.id}`);
  await expect(codes(page)).toHaveCount(1);
  await payment.receive(34_567_891);
  await expect(statusOf(page, "Received 34.567891 of 1,234.567891")).toBeVisible();
  await expect(way("Wallet app")).toHaveAttribute("aria-current", "true");
  await way("Any TRC20 wallet").click();
  await expect(windowOf(page).getByRole("img", { name: "QR code with the address" })).toBeVisible();
  await expect(codes(page)).toHaveCount(1);
  // with the clock at rest "Copied" stays
  await page.clock.pauseAt(Date.now() + 60_000);
  await windowOf(page).getByRole("button", { name: "Copy address" }).click();
  await expect(windowOf(page).getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(RECEIVE_ADDRESS);
  await windowOf(page).getByRole("button", { name: "Copy amount" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("1200");
  await page.clock.resume();
  await expectAccessible(page);
});

test("in live a link that no wallet knows is neither a choice nor a button", async ({ page, shop, merchant }) => {
  await openAt({ page, shop, merchant }, {});
  await expect(windowOf(page).getByRole("img", { name: "QR code with the address" })).toBeVisible();
  await expect(windowOf(page).getByRole("navigation")).toHaveCount(0);
  await expect(windowOf(page).getByRole("link", { name: /wallet/i })).toHaveCount(0);
});

test("the address is a code that any wallet scans, of the network by its own name", async ({
  page,
  shop,
  merchant,
}) => {
  await openAt({ page, shop, merchant }, {});
  expect(await scan(codes(page))).toBe(RECEIVE_ADDRESS);
  await expect(windowOf(page)).toContainText("Send only USDT on TRON Nile testnet.");
});

test("on a laptop the payment goes on on the phone that scans it, at the service's own address", async ({
  page,
  shop,
  merchant,
}) => {
  const payment = await openAt({ page, shop, merchant }, {});
  const link = windowOf(page).getByRole("link", { name: en.phoneWay });
  await expect(link).toHaveAttribute("href", `${shop.till}/pay/${payment.id}?way=phone&lang=en`);
  await link.click();
  await expect(windowOf(page).getByRole("img", { name: en.phoneQrName })).toBeVisible();
  expect(await scan(codes(page))).toBe(`${shop.till}/pay/${payment.id}`);
  await expect(windowOf(page)).not.toContainText(RECEIVE_ADDRESS);
});

for (const [name, move, words] of [
  ["nothing sent", undefined, en.closingNext],
  ["part received", STATES.partly.move, en.closingNext],
  ["all detected", STATES.confirming.move, en.mayClose],
  ["part detected", (payment: LivePayment) => payment.sight(1_000_000_000, 7), en.mayClose],
] as const) {
  test(`once the time is up nothing is asked for any more: ${name}`, async ({ page, shop, merchant }) => {
    const late = async (payment: LivePayment) => {
      await move?.(payment);
      await payment.endIn(-1);
    };
    await openAt({ page, shop, merchant }, { move: late, shows: words });
    await expect(codes(page)).toHaveCount(0);
    await expect(windowOf(page)).not.toContainText(RECEIVE_ADDRESS);
    await expect(windowOf(page).getByRole("button", { name: /^Copy/ })).toHaveCount(0);
  });
}

test("the time ends while the window is open: address and code go by themselves, offline too", async ({
  page,
  shop,
  merchant,
  tolerated,
}) => {
  tolerated.pattern = /ERR_FAILED/;
  await page.clock.install();
  await page.route(/\/events$/, (route) => route.abort());
  await openAt({ page, shop, merchant }, {}, { expiresInSeconds: 600 });
  await expect(windowOf(page)).toContainText(RECEIVE_ADDRESS, READ);
  await page.route(/\/pay\//, (route) => route.abort());
  // no answer from before is on its way any more, which would say anew how much time is left
  await page.clock.fastForward(60_000);
  await expect(windowOf(page)).toContainText("We can't reach the server", READ);
  await page.clock.fastForward(601_000);
  await expect(windowOf(page)).not.toContainText(RECEIVE_ADDRESS, READ);
  await expect(codes(page)).toHaveCount(0);
  await expect(windowOf(page).getByRole("button", { name: /^Copy/ })).toHaveCount(0);
  await expect(windowOf(page).getByRole("heading", { name: "Time's up" })).toBeVisible();
});

test("what is too much is on the receipt, with what to do", async ({ page, shop, merchant }) => {
  await openAt({ page, shop, merchant }, STATES.overpaid);
  await expect(windowOf(page)).toContainText("Amount due1,234.567891\u00a0USDT");
  await expect(windowOf(page)).toContainText("Received1,300.00\u00a0USDT");
  await expect(windowOf(page)).toContainText("You overpaid.");
});

test("the receipt opens beside the shop, which stays as it is", async ({ page, shop, merchant, context }) => {
  const payment = await openAt({ page, shop, merchant }, STATES.paid, { successUrl: "https://shop.example/thanks" });
  const opened = context.waitForEvent("page");
  await windowOf(page).getByRole("link", { name: "Print receipt" }).click();
  expect((await opened).url()).toBe(`${shop.till}/pay/${payment.id}/receipt?lang=en`);
  await expect(windowOf(page).getByRole("link", { name: /Back to/ })).toHaveCount(0);
  await windowOf(page).getByRole("button", { name: "Done" }).click();
  await expect(windowOf(page)).toHaveCount(0);
});

test("with every confirmation there it waits for finality, not for nineteen of nineteen", async ({
  page,
  shop,
  merchant,
}) => {
  const move = (payment: LivePayment) => payment.sight(AMOUNT, 19);
  await openAt({ page, shop, merchant }, { move, shows: en.finalizing });
  await expect(windowOf(page)).not.toContainText("19 of 19");
});

for (const copies of [true, false]) {
  test(`where the clipboard is kept from the page the old way ${copies ? "copies" : "selects"}`, async ({
    page,
    shop,
    merchant,
  }) => {
    await page.addInitScript((works) => {
      Object.defineProperty(navigator, "clipboard", { value: undefined });
      if (!works) document.execCommand = () => false;
    }, copies);
    await page.clock.install();
    await openAt({ page, shop, merchant }, {});
    // with the clock at rest the words stay
    await page.clock.pauseAt(Date.now() + 60_000);
    await windowOf(page).getByRole("button", { name: "Copy address" }).click();
    const said = copies ? "Copied" : "Select it and copy manually";
    await expect(windowOf(page).getByRole("button", { name: said })).toBeVisible();
    if (!copies) return;
    await page.keyboard.press("Escape");
    await page.evaluate(() => document.body.appendChild(document.createElement("textarea")).focus());
    await page.keyboard.press("ControlOrMeta+V");
    expect(await page.locator("textarea").inputValue()).toBe(RECEIVE_ADDRESS);
  });
}

test("what is being confirmed is counted, as blocks come, and nobody is asked to pay again", async ({
  page,
  shop,
  merchant,
}) => {
  const payment = await openAt({ page, shop, merchant }, STATES.confirming);
  await expect(statusOf(page, "Payment detected")).toBeVisible();
  await expect(windowOf(page)).toContainText(en.mayClose);
  await expect(codes(page)).toHaveCount(0);
  await payment.grow(3);
  await expect(windowOf(page)).toContainText("Payment detected – 10 of 19 confirmations");
  await payment.pay();
  await expect(statusOf(page, "Paid")).toBeVisible();
});

test("of a part on its way only the rest is asked for", async ({ page, shop, merchant }) => {
  const move = (payment: LivePayment) => payment.sight(1_000_000_000, 7);
  await openAt({ page, shop, merchant }, { move });
  await expect(windowOf(page).getByRole("button", { name: "Copy amount" })).toHaveAttribute("data-copy", "234.567891");
  await expect(windowOf(page)).toContainText("Remaining234.567891\u00a0USDT");
});

for (const locale of LOCALES) {
  test(`${locale} fits a phone of 360 px, in its direction`, async ({ page, shop, merchant }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const words = WORDS[locale as Locale];
    const options = `locale: "${locale}",`;
    const state = { move: STATES.partly.move, shows: words.sendRemaining };
    await openAt({ page, shop, merchant }, state, { amountMicros: 999_999_999_999_999, options });
    const dialog = windowOf(page);
    await expect(dialog).toHaveAttribute("lang", locale === "zh" ? "zh-Hans" : locale);
    await expect(dialog).toHaveCSS("direction", locale === "ar" || locale === "fa" ? "rtl" : "ltr");
    await dialog.getByRole("button", { name: words.copyAddress }).click();
    expect(await dialog.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    const clipped = await dialog.locator(".torn").evaluate((roll) => roll.scrollWidth - roll.clientWidth);
    expect(clipped).toBe(0);
    const { width, height } = (await dialog.boundingBox()) ?? {};
    expect([width, height]).toEqual([360, 740]);
  });
}

test("by keyboard alone: opened, walked through and left, without reaching the page behind", async ({
  page,
  shop,
  merchant,
  equipped,
}) => {
  await openAt({ page, shop, merchant }, {}, { options: `baseUrl: "${equipped.address}",`, csp: null });
  await page.keyboard.press("Escape");
  await expect(windowOf(page)).toHaveCount(0);
  await expect(page.locator("#pay")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(windowOf(page).getByRole("heading", { name: /USDT/ })).toBeFocused();
  const reached = new Set<string>();
  for (let presses = 0; presses < 10; presses++) {
    await page.keyboard.press("Tab");
    reached.add(
      await page.evaluate(() => {
        const inner = document.activeElement?.shadowRoot?.activeElement;
        return inner ? inner.getAttribute("aria-label") || inner.textContent || "" : (document.activeElement?.id ?? "");
      }),
    );
  }
  for (const name of ["Close", "Wallet app", "Any TRC20 wallet", "Copy address"]) expect(reached).toContain(name);
  expect(reached).not.toContain("pay");
});

test("a press beside the window closes it once the payment has ended, not before", async ({ page, shop, merchant }) => {
  const payment = await openAt({ page, shop, merchant }, {});
  await page.mouse.click(20, 400);
  await expect(windowOf(page)).toBeVisible();
  await payment.pay();
  await expect(statusOf(page, "Paid")).toBeVisible();
  await page.mouse.click(20, 400);
  await expect(windowOf(page)).toHaveCount(0);
});

for (const [reducedMotion, animation] of [
  ["no-preference", "slide-out"],
  ["reduce", "none"],
] as const) {
  test(`with motion "${reducedMotion}" the receipt's animation is "${animation}"`, async ({ page, shop, merchant }) => {
    await page.emulateMedia({ reducedMotion });
    await openAt({ page, shop, merchant }, STATES.paid);
    await expect(windowOf(page).locator(".torn")).toHaveCSS("animation-name", animation);
  });
}

test("before the first answer the window says that the service is away, and recovers", async ({
  page,
  shop,
  merchant,
  tolerated,
}) => {
  tolerated.pattern = /ERR_FAILED/;
  const payment = await openLivePayment(merchant);
  const given = { intent_id: payment.id, environment: "live", amount_usdt: 12.5 };
  const script = `${USUAL_SCRIPT} Till.checkout({ ...options, createIntent: () => (${JSON.stringify(given)}) });`;
  await page.route(/\/pay\//, (route) => route.abort());
  await shop.open({ script });
  await page.locator("#pay").click();
  await expect(statusOf(page, en.away)).toBeVisible();
  await expect(statusOf(page, en.starting)).toBeVisible();
  await page.unrouteAll();
  await expect(windowOf(page)).toContainText(RECEIVE_ADDRESS);
  await expect(statusOf(page, en.away)).toHaveCount(0);
});

for (const [when, paths] of [
  ["before the first answer", /\/pay\//],
  ["once it is shown", /\/(events|progress)$/],
] as const) {
  test(`a proxy's 404 ${when} is the service being away, not the end of the payment`, async ({
    page,
    shop,
    merchant,
    tolerated,
  }) => {
    tolerated.pattern = /404|CORS|ERR_FAILED/;
    const payment = await openLivePayment(merchant);
    const given = { intent_id: payment.id, environment: "live", amount_usdt: 12.5 };
    const script = `${USUAL_SCRIPT} Till.checkout({ ...options, createIntent: () => (${JSON.stringify(given)}) });`;
    const headers = { "access-control-allow-origin": "*" };
    await page.route(paths, (route) => route.fulfill({ status: 404, headers, body: "404 page not found" }));
    await page.clock.install();
    await shop.open({ script });
    await page.locator("#pay").click();
    await expect(windowOf(page).getByRole("status").first()).toBeAttached();
    await askNow(page);
    await expect(statusOf(page, en.away)).toBeVisible();
    await expect(windowOf(page)).not.toContainText(en.startFailed);
    await page.unrouteAll();
    await askNow(page);
    await expect(statusOf(page, en.away)).toHaveCount(0);
    await expect(windowOf(page)).toContainText(RECEIVE_ADDRESS);
  });
}
