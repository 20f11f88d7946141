import type { Page } from "@playwright/test";
import { LOCALES } from "@/lib/checkout/locales";
import { en } from "@/lib/checkout/words/en";
import { expectAccessible } from "@/tests/e2e/support/axe";
import { expect, test, USUAL_SCRIPT } from "@/tests/e2e/support/shop-page";

const ID = "3f9a1c2e-0000-4000-8000-00000000c21e";
const ADDRESS = "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH";
const windowOf = (page: Page) => page.getByRole("dialog");

const INSTRUCTIONS = {
  id: ID,
  status: "pending",
  environment: "live",
  livemode: true,
  merchant_name: "Corner Shop",
  terminal_name: "Front desk",
  reference: "order-1042",
  network: "tron-mainnet",
  network_name: "TRON",
  contract: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
  address: ADDRESS as string | null,
  currency: "USDT",
  amount_usdt: 1234.567891,
  received_usdt: 0,
  missing_usdt: 1234.567891,
  to_send_usdt: 1234.567891,
  memo: null,
  confirming: null as object | null,
  expires_at: new Date(Date.now() + 1_800_000).toISOString(),
  expires_in_seconds: 1_800,
  checkout_uri: `service:pay?intent=${ID}`,
  checkout_url: `http://localhost/pay/${ID}`,
};

/** A payment in a state that only the chain can bring about: the answers are the documented ones. Ends when it shows. */
async function openAt(page: Page, shop: { open: (p: object) => Promise<void> }, state: State, options = "") {
  const { shows = en.usdtOnly, ...answer } = state;
  const json = { ...INSTRUCTIONS, ...answer };
  const headers = { "access-control-allow-origin": "*" };
  await page.route(/payment-instructions/, (route) => route.fulfill({ json, headers }));
  const given = { intent_id: ID, environment: json.environment, amount_usdt: json.amount_usdt };
  await shop.open({
    csp: null,
    script: `${USUAL_SCRIPT} Till.checkout({ ...options, ${options} createIntent: async () => (${JSON.stringify(given)}) });`,
  });
  await page.locator("#pay").click();
  await expect(windowOf(page).getByRole("heading").first()).toContainText("USDT");
  await expect(windowOf(page)).toContainText(shows);
}

/** What the service answers, and a text of the window that nothing else shows; without one, a payment that waits. */
type State = Partial<typeof INSTRUCTIONS> & { shows?: string };

const STATES = {
  waiting: {},
  confirming: {
    ...{ confirming: { confirmations: 7, required: 19, amount_usdt: 1234.567891 }, to_send_usdt: 0 },
    shows: "Payment detected – 7 of 19 confirmations",
  },
  partly: { received_usdt: 34.567891, missing_usdt: 1200, to_send_usdt: 1200, shows: en.remainingHint },
  closing: { expires_in_seconds: 0, shows: en.timeUp },
  paid: {
    ...{ status: "paid", address: null, received_usdt: 1234.567891, missing_usdt: 0, to_send_usdt: 0 },
    shows: en.paidHint,
  },
  overpaid: {
    ...{ status: "paid", address: null, received_usdt: 1300, missing_usdt: 0, to_send_usdt: 0 },
    shows: en.overpaidHint,
  },
  expired: { status: "expired", address: null, shows: en.expiredTitle },
  cancelled: { status: "cancelled", address: null, shows: en.cancelledTitle },
  "in the sandbox": { environment: "sandbox", livemode: false, address: null, shows: en.sandbox },
} satisfies Record<string, State>;

for (const theme of ["light", "dark"]) {
  for (const [name, state] of Object.entries(STATES)) {
    test(`${name}, ${theme}: nothing that keeps anybody out`, async ({ page, shop }) => {
      await openAt(page, shop, state, `theme: "${theme}",`);
      await page.emulateMedia({ reducedMotion: "reduce" });
      await expectAccessible(page);
      const small = await windowOf(page)
        .getByRole("button")
        .or(windowOf(page).getByRole("link"))
        .evaluateAll((all) =>
          all.map((one) => one.getBoundingClientRect()).filter((box) => box.width < 44 || box.height < 44),
        );
      expect(small).toEqual([]);
    });
  }
}

const WALLETS_LINK = { checkout_uri: `acme:pay?intent=${ID}` };

test("in live the bare address comes first, copied without its gaps, and a wallet's link is the other way", async ({
  page,
  shop,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openAt(page, shop, WALLETS_LINK);
  await windowOf(page).getByRole("button", { name: "Wallet app" }).click();
  await expect(windowOf(page).getByRole("button", { name: "Wallet app" })).toBeFocused();
  await expect(windowOf(page).getByRole("link", { name: "Open in your wallet" })).toBeVisible();
  await windowOf(page).getByRole("button", { name: "Any TRC20 wallet" }).click();
  await expect(windowOf(page).getByRole("img", { name: "QR code with the address" })).toBeVisible();
  await expect(windowOf(page)).toContainText("TRON (TRC20) · USDT only");
  await windowOf(page).getByRole("button", { name: "Copy address" }).click();
  await expect(windowOf(page).getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(ADDRESS);
  await windowOf(page).getByRole("button", { name: "Copy amount" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("1234.567891");
  await expectAccessible(page);
});

test("in live a link that no wallet knows is neither a choice nor a button", async ({ page, shop }) => {
  await openAt(page, shop, {});
  await expect(windowOf(page).getByRole("img", { name: "QR code with the address" })).toBeVisible();
  await expect(windowOf(page).getByRole("button", { name: "Wallet app" })).toHaveCount(0);
  await expect(windowOf(page).getByRole("link")).toHaveCount(0);
});

for (const [network, network_name, shown] of [
  ["tron-mainnet", "TRON", "TRON (TRC20)"],
  ["tron-nile", "TRON Nile testnet", "TRON Nile testnet"],
  ["tron-1337", "TRON-like chain 1337", "TRON-like chain 1337"],
]) {
  test(`the network ${network} goes by its own name`, async ({ page, shop }) => {
    await openAt(page, shop, { network, network_name });
    await expect(windowOf(page)).toContainText(`Network${shown} · USDT only`);
  });
}

for (const [state, words] of [
  [{}, "If you haven't paid, don't pay now."],
  [STATES.partly, "If you haven't paid, don't pay now."],
  [STATES.confirming, "A payment you've already sent will still reach the store"],
  [
    { confirming: { confirmations: 7, required: 19, amount_usdt: 1000 }, to_send_usdt: 234.567891 },
    "A payment you've already sent will still reach the store",
  ],
] as const) {
  test(`once the time is up nothing is asked for any more: ${JSON.stringify(state)}`, async ({ page, shop }) => {
    await openAt(page, shop, { ...state, expires_in_seconds: 0, shows: en.timeUp });
    await expect(windowOf(page)).toContainText(words);
    await expect(windowOf(page).getByRole("img", { name: /QR code/ })).toHaveCount(0);
    await expect(windowOf(page)).not.toContainText(ADDRESS);
    await expect(windowOf(page).getByRole("button", { name: /^Copy/ })).toHaveCount(0);
  });
}

test("the time ends while the window is open: address and code go by themselves", async ({ page, shop, tolerated }) => {
  tolerated.pattern = /ERR_FAILED/;
  await page.clock.install();
  await openAt(page, shop, { expires_in_seconds: 20 });
  await expect(windowOf(page)).toContainText(ADDRESS);
  await page.route(/payment-instructions/, (route) => route.abort());
  await page.clock.fastForward(21_000);
  await expect(windowOf(page)).not.toContainText(ADDRESS);
  await expect(windowOf(page).getByRole("heading", { name: "Time's up" })).toBeVisible();
});

test("what is too much is on the receipt, with what to do", async ({ page, shop }) => {
  await openAt(page, shop, STATES.overpaid);
  await expect(windowOf(page)).toContainText("Amount due1,234.567891\u00a0USDT");
  await expect(windowOf(page)).toContainText("Received1,300.00\u00a0USDT");
  await expect(windowOf(page)).toContainText("You overpaid.");
});

test("with every confirmation there it waits for finality, not for nineteen of nineteen", async ({ page, shop }) => {
  await openAt(page, shop, {
    ...STATES.confirming,
    confirming: { ...STATES.confirming.confirming, confirmations: 19 },
    shows: en.finalizing,
  });
  await expect(windowOf(page).getByRole("status").filter({ hasText: "Waiting for final confirmation" })).toBeVisible();
  await expect(windowOf(page)).not.toContainText("19 of 19");
});

for (const copies of [true, false]) {
  test(`where the clipboard is kept from the page the old way ${copies ? "copies" : "selects"}`, async ({
    page,
    shop,
  }) => {
    await page.addInitScript((works) => {
      Object.defineProperty(navigator, "clipboard", { value: undefined });
      if (!works) document.execCommand = () => false;
    }, copies);
    await openAt(page, shop, {});
    await windowOf(page).getByRole("button", { name: "Copy address" }).click();
    const said = copies ? "Copied" : "Select it and copy manually";
    await expect(windowOf(page).getByRole("button", { name: said })).toBeVisible();
    if (!copies) return;
    await page.keyboard.press("Escape");
    await page.evaluate(() => document.body.appendChild(document.createElement("textarea")).focus());
    await page.keyboard.press("ControlOrMeta+V");
    expect(await page.locator("textarea").inputValue()).toBe(ADDRESS);
  });
}

test("what is being confirmed is counted", async ({ page, shop }) => {
  await openAt(page, shop, STATES.confirming);
  const status = windowOf(page).getByRole("status").filter({ hasText: "Payment detected – 7 of 19 confirmations" });
  await expect(status).toBeVisible();
});

test("nobody is asked to pay again what is on its way", async ({ page, shop }) => {
  await openAt(page, shop, STATES.confirming);
  await expect(windowOf(page)).toContainText("A payment you've already sent will still reach the store");
  await expect(windowOf(page).getByRole("img", { name: /QR code/ })).toHaveCount(0);
});

test("of a part on its way only the rest is asked for", async ({ page, shop }) => {
  const confirming = { confirmations: 7, required: 19, amount_usdt: 1000 };
  await openAt(page, shop, { confirming, to_send_usdt: 234.567891 });
  await expect(windowOf(page).getByRole("button", { name: "Copy amount" })).toBeVisible();
  await expect(windowOf(page).getByText("234.567891 USDT", { exact: true })).toBeVisible();
});

test("a wallet link that is not this payment's is not shown", async ({ page, shop }) => {
  await openAt(page, shop, { checkout_uri: `javascript:pay?intent=${ID}` });
  await expect(windowOf(page).getByRole("img", { name: "QR code with the address" })).toBeVisible();
  await expect(windowOf(page).getByRole("link")).toHaveCount(0);
});

for (const locale of LOCALES) {
  test(`${locale} fits a phone of 360 px, in its direction`, async ({ page, shop }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const state = { ...STATES.partly, ...WALLETS_LINK, amount_usdt: 999_999_999.999999, shows: ADDRESS };
    await openAt(page, shop, state, `locale: "${locale}",`);
    const dialog = windowOf(page);
    await expect(dialog).toHaveAttribute("lang", locale === "zh" ? "zh-Hans" : locale);
    await expect(dialog).toHaveCSS("direction", locale === "ar" || locale === "fa" ? "rtl" : "ltr");
    await dialog.getByRole("button").nth(2).click();
    expect(await dialog.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    const clipped = await dialog.locator(".roll").evaluate((roll) => roll.scrollWidth - roll.clientWidth);
    expect(clipped).toBe(0);
    const { width, height } = (await dialog.boundingBox()) ?? {};
    expect([width, height]).toEqual([360, 740]);
  });
}

test("by keyboard alone: opened, walked through and left, without reaching the page behind", async ({ page, shop }) => {
  await openAt(page, shop, WALLETS_LINK);
  await page.keyboard.press("Escape");
  await expect(windowOf(page)).toHaveCount(0);
  await expect(page.locator("#pay")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(windowOf(page).getByRole("heading", { level: 2 })).toBeFocused();
  const reached = new Set<string>();
  for (let presses = 0; presses < 8; presses++) {
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

test("a press beside the window closes it once the payment has ended, not before", async ({ page, shop }) => {
  await openAt(page, shop, {});
  await page.mouse.click(20, 400);
  await expect(windowOf(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await page.unrouteAll();
  await openAt(page, shop, STATES.paid);
  await page.mouse.click(20, 400);
  await expect(windowOf(page)).toHaveCount(0);
});

for (const [reducedMotion, animation] of [
  ["no-preference", "out"],
  ["reduce", "none"],
] as const) {
  test(`with motion "${reducedMotion}" the receipt's animation is "${animation}"`, async ({ page, shop }) => {
    await page.emulateMedia({ reducedMotion });
    await openAt(page, shop, STATES.paid);
    await expect(windowOf(page).locator(".roll")).toHaveCSS("animation-name", animation);
  });
}
