import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { askNow } from "@/tests/e2e/support/ask-now";
import { expectAccessible } from "@/tests/e2e/support/axe";
import { expect, test } from "@/tests/e2e/support/dashboard";
import { openLivePayment } from "@/tests/e2e/support/live-payment";
import { type Shop, signIn } from "@/tests/e2e/support/shop";
import { sleep, sleepable } from "@/tests/e2e/support/sleep";
import { lengthenTimers } from "@/tests/e2e/support/test";
import { withResolvers } from "@/tests/support/with-resolvers";

const PHONE = { width: 390, height: 844 };
const LAPTOP = { width: 1440, height: 900 };
/** How long the keypad waits for an answer, as `app/pos/[terminal]/[environment]/call-pos.ts` has it. */
const CALL_MS = 10_000;

const keypadOf = (shop: Shop) => `/pos/${shop.terminalId}/sandbox`;
const qr = (page: Page) => page.getByRole("img", { name: /QR code/ });
const amount = (page: Page) => page.getByRole("status", { name: "Amount" });
const chargeButton = (page: Page) => page.getByRole("button", { name: /^Charge/ });

/** Until its script is there a keypad takes nothing; then its amount has the focus. */
async function openKeypad(page: Page, shop: Shop) {
  await page.goto(keypadOf(shop));
  await expect(page.getByRole("main")).toBeVisible();
  await expect(page.locator(":focus")).toHaveCount(1);
}

async function tap(page: Page, ...keys: string[]) {
  for (const key of keys) {
    await page.getByRole("button", { name: key === "." ? "Decimal point" : key, exact: true }).click();
  }
}

async function simulate(page: Page, what: string) {
  await page.getByText("Simulate payment").click();
  await page.getByRole("button", { name: what }).click();
}

/** Until what the page has just received is on the screen. */
const untilPainted = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

const intentsOf = (shop: Shop) => shop.ctx.db.sql<
  { id: string; status: string; amount: number; reference: string | null }[]
>`select id, status, amount_micros::float / 1000000 as amount, reference from payment_intents
   where merchant_id = ${shop.merchantId} order by created_at`;

/** Stands in for the loudspeaker: counts the notes that were played, and what vibrated. */
async function listenToDevice(page: Page) {
  await page.addInitScript(() => {
    const heard = { notes: 0, buzzes: 0 };
    const param = { value: 0, setValueAtTime() {}, exponentialRampToValueAtTime() {} };
    const node = {
      frequency: param,
      gain: param,
      type: "",
      connect: () => node,
      start: () => {
        heard.notes += 1;
      },
      stop() {},
    };
    class StubAudio {
      state = "running";
      currentTime = 0;
      destination = node;
      createOscillator = () => node;
      createGain = () => node;
      resume = async () => {};
    }
    Object.assign(window, { heard, AudioContext: StubAudio });
    navigator.vibrate = () => {
      heard.buzzes += 1;
      return true;
    };
  });
  return () => page.evaluate(() => (window as unknown as { heard: { notes: number; buzzes: number } }).heard);
}

for (const language of ["C", "en-US@posix"]) {
  test(`a browser whose language is ${language} has a keypad too, and sees what becomes of a charge`, async ({
    page,
    signedIn: shop,
  }) => {
    await page.addInitScript((name) => {
      Object.defineProperty(navigator, "language", { value: name });
      Object.defineProperty(navigator, "languages", { value: [name] });
      Reflect.deleteProperty(window, "EventSource");
    }, language);
    await openKeypad(page, shop);
    await tap(page, "1", "2", ".", "5");
    await expect(amount(page)).toHaveText(/12\.5/);
    await chargeButton(page).click();
    await expect(qr(page)).toBeVisible();
    await simulate(page, "Pay exactly");
    await expect(page.getByRole("button", { name: "Next customer" })).toBeVisible();
  });
}

for (const [size, viewport] of [
  ["phone", PHONE],
  ["laptop", LAPTOP],
] as const) {
  test(`a customer pays at the keypad on a ${size}: it is heard and felt, and the next one can come`, async ({
    page,
    signedIn: shop,
  }) => {
    await page.setViewportSize(viewport);
    const heard = await listenToDevice(page);
    await openKeypad(page, shop);
    await tap(page, "1", "2", ".", "5");
    await expect(amount(page)).toHaveText(/12\.5\sUSDT/);
    await page.getByRole("button", { name: "Tip" }).click();
    await page.getByRole("button", { name: "10%" }).click();
    await page.getByRole("button", { name: "Reference" }).click();
    await page.getByRole("textbox").fill("Table 4");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Charge 13.75 USDT" }).click();

    await expect(qr(page)).toBeVisible();
    await expect(page.getByRole("heading", { name: "Amount due: 13.75 USDT" })).toBeFocused();
    await expect(page.getByRole("timer")).toHaveText(/^(30:00|2\d:[0-5]\d) left$/);
    await expectAccessible(page);
    await simulate(page, "Pay too little");
    await expect(page.getByText("Received 6.875 of 13.75 USDT", { exact: true })).toBeVisible();
    expect(await heard()).toEqual({ notes: 0, buzzes: 0 });
    await page.getByRole("button", { name: "Pay exactly" }).click();

    await expect(page.getByRole("region", { name: "Receipt" })).toContainText("Table 4");
    await expect(page.getByRole("status").filter({ hasText: "Paid, 13.75 USDT." })).toBeAttached();
    await expect.poll(heard).toEqual({ notes: 2, buzzes: 1 });
    const next = page.getByRole("button", { name: "Next customer" });
    await expect(next).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await expect(amount(page)).toHaveText(/^0\sUSDT$/);
    await expect(chargeButton(page)).toHaveAttribute("aria-disabled", "true");
    expect(await intentsOf(shop)).toMatchObject([{ status: "paid", amount: 13.75, reference: "Table 4" }]);
  });
}

test("the sound is switched off on the device for good", async ({ page, signedIn: shop }) => {
  const heard = await listenToDevice(page);
  await openKeypad(page, shop);
  const sound = page.getByRole("button", { name: "Sound when paid" });
  await sound.click();
  await expect(sound).toHaveAttribute("aria-pressed", "false");
  await page.reload();
  await expect(sound).toHaveAttribute("aria-pressed", "false");
  await tap(page, "3");
  await chargeButton(page).click();
  await simulate(page, "Pay exactly");
  await expect(page.getByRole("region", { name: "Receipt" })).toBeVisible();
  await expect.poll(heard).toEqual({ notes: 0, buzzes: 1 });
});

test("with a keyboard alone: typed, cancelled, charged again, paid", async ({ page, signedIn: shop }) => {
  await openKeypad(page, shop);
  await expect(amount(page)).toBeFocused();
  await page.keyboard.type("99");
  await page.keyboard.press("Escape");
  await page.keyboard.type("12,57");
  await page.keyboard.press("Backspace");
  await expect(amount(page)).toHaveText(/12\.5\sUSDT/);
  await page.keyboard.press("Enter");
  await expect(qr(page)).toBeVisible();

  await page.keyboard.press("Escape");
  const question = page.getByRole("dialog", { name: "Cancel this charge?" });
  await expect(question.getByRole("button", { name: "Cancel charge" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(question.getByRole("button", { name: "Cancel charge" })).toBeFocused();
  await page.keyboard.press("Enter");
  // the customer may have paid a moment before: charging again takes more than Enter
  await expect(page.getByText("If the customer has already paid, don't charge again.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Next customer" })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Shift+Tab");
  await expect(page.getByRole("button", { name: "Charge 12.50 again" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(qr(page)).toBeVisible();
  const [cancelled, waiting] = await intentsOf(shop);
  expect([cancelled?.status, waiting?.status]).toEqual(["cancelled", "pending"]);
  await shop.simulate(waiting?.id as string);
  await expect(page.getByRole("button", { name: "Next customer" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(amount(page)).toBeFocused();
});

test("Enter on a key that was reached by Tab presses that key; a press by hand leaves Enter to Charge", async ({
  page,
  signedIn: shop,
}) => {
  await openKeypad(page, shop);
  await page.getByRole("button", { name: "7", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(amount(page)).toHaveText(/^7\s/);
  await amount(page).focus();
  await tap(page, "5");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Amount due: 75.00 USDT" })).toBeVisible();
});

test("an amount far above the usual is asked about once, and one above the limit is refused with the limit", async ({
  page,
  signedIn: shop,
  tolerated,
}) => {
  tolerated.pattern = /400/;
  await openKeypad(page, shop);
  await page.keyboard.type("12500");
  await page.keyboard.press("Enter");
  const question = page.getByRole("dialog", { name: "Unusually large amount?" });
  await expect(question).toContainText(/usually below 1,000\.00\sUSDT/);
  await expectAccessible(page);
  await expect(question.getByRole("button", { name: "Change amount" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(amount(page)).toBeFocused();
  expect(await intentsOf(shop)).toEqual([]);

  await page.keyboard.press("Enter");
  await question.getByRole("button", { name: /^Charge 12,500\.00/ }).click();
  await expect(page.getByText(/at most 10,000\.00 USDT, including the tip/)).toBeVisible();
  await expect(amount(page)).toHaveText(/^12,500\sUSDT$/);
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Enter");
  await question.getByRole("button", { name: /^Charge 1,250\.00/ }).click();
  await expect(page.getByRole("heading", { name: "Amount due: 1,250.00 USDT" })).toBeVisible();
  expect(await intentsOf(shop)).toMatchObject([{ status: "pending", amount: 1250 }]);
});

test("a double tap on Charge is one payment", async ({ page, signedIn: shop }) => {
  await openKeypad(page, shop);
  await tap(page, "4");
  await chargeButton(page).evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await expect(qr(page)).toBeVisible();
  expect(await intentsOf(shop)).toHaveLength(1);
});

test("a reload in the middle shows the same payment, and what became of it meanwhile", async ({
  page,
  signedIn: shop,
}) => {
  await openKeypad(page, shop);
  await tap(page, "6");
  await chargeButton(page).click();
  await expect(qr(page)).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Amount due: 6.00 USDT" })).toBeVisible();
  const [intent, ...more] = await intentsOf(shop);
  expect(more).toEqual([]);
  await page.goto("about:blank");
  await shop.simulate(intent?.id as string);
  await openKeypad(page, shop);
  await expect(page.getByRole("region", { name: "Receipt" })).toBeVisible();
  await page.getByRole("button", { name: "Next customer" }).click();
  await expect(amount(page)).toHaveText(/^0\s/);
  await page.reload();
  await expect(amount(page)).toHaveText(/^0\s/);
});

test("an answer that is lost on the way, and a reload after it, charge nobody twice", async ({
  page,
  signedIn: shop,
  tolerated,
}) => {
  tolerated.pattern = /ERR_FAILED/;
  await openKeypad(page, shop);
  let sent = 0;
  await page.route("**/charge", async (route) => {
    sent += 1;
    await route.fetch();
    await route.abort();
  });
  await tap(page, "8");
  await chargeButton(page).click();
  await expect(page.getByText("Couldn't reach the server.")).toBeVisible();
  expect(sent).toBeGreaterThan(0);
  expect(await intentsOf(shop)).toHaveLength(1);
  await page.unroute("**/charge");
  await page.reload();
  await expect(qr(page)).toBeVisible();
  expect(await intentsOf(shop)).toHaveLength(1);
});

for (const [tip, version, total] of [
  ["10%", "this", "22.00"],
  ["12,5", "this", "22.50"],
  // it stored no percentage, as is so for a charge that is made again
  ["12,5", "an earlier", "22.50"],
] as const) {
  test(`stopped after a reload, a charge that ${version} version stored keeps its tip of ${tip}`, async ({
    page,
    signedIn: shop,
    tolerated,
  }) => {
    tolerated.pattern = /ERR_FAILED/;
    await openKeypad(page, shop);
    await page.route("**/charge", (route) => route.abort());
    await tap(page, "2", "0");
    await page.getByRole("button", { name: "Tip" }).click();
    if (tip === "10%") await page.getByRole("button", { name: tip }).click();
    else {
      await page.getByRole("button", { name: "Custom" }).click();
      await page.getByRole("textbox", { name: "Custom tip in percent" }).fill(tip);
    }
    await chargeButton(page).click();
    await expect(page.getByText("Couldn't reach the server.")).toBeVisible();
    if (version === "an earlier") {
      await page.evaluate(
        (name) => {
          const { tipPercent: _, ...held } = JSON.parse(localStorage.getItem(name) ?? "{}");
          localStorage.setItem(name, JSON.stringify(held));
          localStorage.removeItem("till:own-tip");
        },
        `till:${keypadOf(shop)}:charge`,
      );
    }
    await page.reload();
    await page.getByRole("button", { name: "Stop and go back" }).click();
    await expect(amount(page)).toHaveText(/^20\s/);
    await expect(page.getByRole("button", { name: `Charge ${total} USDT` })).toBeVisible();
  });
}

test("a payment that is skipped after a reload leaves an empty keypad, so that it isn't charged again", async ({
  page,
  signedIn: shop,
  tolerated,
}) => {
  tolerated.pattern = /ERR_FAILED/;
  await openKeypad(page, shop);
  await tap(page, "2", "0");
  await page.getByRole("button", { name: "Tip" }).click();
  await page.getByRole("button", { name: "10%" }).click();
  await page.getByRole("button", { name: "Reference" }).click();
  await page.getByRole("textbox").fill("Table 4");
  await chargeButton(page).click();
  await expect(qr(page)).toBeVisible();
  await page.route("**/payments/*", (route) => route.abort());
  await page.reload();
  await page.getByRole("button", { name: "Skip and continue" }).click();
  await expect(amount(page)).toHaveText(/^0\sUSDT$/);
  await expect(chargeButton(page)).toHaveAttribute("aria-disabled", "true");
  await expect(page.getByText("Table 4")).toHaveCount(0);
  await tap(page, "7");
  await expect(page.getByRole("button", { name: "Charge 7.00 USDT" })).toBeVisible();
  expect(await intentsOf(shop)).toHaveLength(1);
});

test("offline in the middle: the code stays, coming back shows that it was paid, and a paid charge has no code", async ({
  page,
  signedIn: shop,
  tolerated,
}) => {
  tolerated.pattern = /ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/;
  await openKeypad(page, shop);
  await tap(page, "9");
  await chargeButton(page).click();
  await expect(qr(page)).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText("You're offline. The code still works.")).toBeVisible();
  await expect(qr(page)).toBeVisible();
  const [intent] = await intentsOf(shop);
  await shop.simulate(intent?.id as string);
  await page.context().setOffline(false);
  await expect(page.getByRole("region", { name: "Receipt" })).toContainText("9.00");
  await page.context().setOffline(true);
  await expect(page.getByText("You're offline.")).toBeVisible();
  await expect(page.getByText("The code still works.")).toHaveCount(0);
});

test("a rate limit on the status is shown as such, not as a lost connection", async ({
  page,
  signedIn: shop,
  tolerated,
}) => {
  tolerated.pattern = /429/;
  await openKeypad(page, shop);
  const error = "Too many requests: the limit is 5 per minute. Try again in 42 s.";
  await page.route("**/intent-status*", (route) =>
    route.fulfill({ status: 429, json: { error, code: "rate_limited" }, headers: { "Retry-After": "42" } }),
  );
  await tap(page, "9");
  await chargeButton(page).click();
  await expect(page.getByText(`${error} The code still works.`)).toBeVisible();
  await expect(page.getByText("Couldn't reach the server.")).toHaveCount(0);
});

/** Shows the only pending payment by way of Takings. */
async function showFromTakings(page: Page) {
  await page.getByRole("button", { name: "Takings" }).click();
  await page.getByRole("button", { name: /Pending|Partially paid/ }).click();
  await page.getByRole("button", { name: "Show QR code" }).click();
  await expect(qr(page)).toBeVisible();
}

/** Lets the time of a payment that is shown end soon, of which the keypad hears, and then end while it is offline. */
async function showUntilItsEnd(page: Page, { ctx: { db } }: Shop, id: string) {
  await showFromTakings(page);
  await db.sql`update payment_intents set expires_at = now() + interval '1 minute' where id = ${id}`;
  await askNow(page);
  await expect(page.getByRole("timer")).toHaveText(/^(1:00|0:[0-5]\d) left$/);
  await page.context().setOffline(true);
  await db.sql`update payment_intents set expires_at = now() where id = ${id}`;
  await page.clock.fastForward(61_000);
}

test("when the time is up there is no code any more, even offline, until the end is known", async ({
  page,
  signedIn: shop,
  tolerated,
}) => {
  tolerated.pattern = /ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/;
  const payment = await openLivePayment(shop);
  await page.clock.install();
  await page.goto(`/pos/${shop.terminalId}/live`);
  await showUntilItsEnd(page, shop, payment.id);
  await expect(page.getByText(/If you've already paid, don't pay again\./)).toBeVisible();
  await expect(qr(page)).toHaveCount(0);
  await expect(page.getByText("Send exactly")).toHaveCount(0);
  await expect(page.getByText("Waiting for payment")).toHaveCount(0);
  await expect(page.getByText("Time's up", { exact: true })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Time's up, 12.50 USDT." })).toBeAttached();
  await expect(page.getByRole("status").filter({ hasText: "You're offline. This screen will update" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Amount due: 12.50 USDT" })).toBeFocused();
  await expectAccessible(page);

  await page.context().setOffline(false);
  await payment.sight(4_000_000, 9);
  await askNow(page);
  await expect(page.getByText("4.00 USDT detected, 9 of 19 confirmations.")).toBeVisible();
  await expect(page.getByText(/don't pay again\./)).toBeVisible();
  await payment.sight(8_500_000, 6);
  await askNow(page);
  await expect(page.getByText("12.50 USDT detected, 6 of 19 confirmations.")).toBeVisible();
  await expect(page.getByText("The full amount is on its way.")).toBeVisible();
  await expect(qr(page)).toHaveCount(0);
  await payment.pay();
  await askNow(page);
  await expect(page.getByRole("region", { name: "Receipt" })).toContainText("12.50");
});

test("a payment of the sandbox can be simulated only until its time is up", async ({
  page,
  signedIn: shop,
  tolerated,
}) => {
  tolerated.pattern = /ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/;
  const { id } = await shop.createIntent();
  await page.clock.install();
  await openKeypad(page, shop);
  await showUntilItsEnd(page, shop, id);
  await expect(page.getByText("Time's up", { exact: true })).toBeVisible();
  await expect(page.getByText("Simulate payment")).toHaveCount(0);
  await page.context().setOffline(false);
  await expect(page.getByText("This charge has expired.")).toBeVisible();
});

test("charged while offline: it goes out once, when the network is back", async ({
  page,
  signedIn: shop,
  tolerated,
}) => {
  tolerated.pattern = /ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/;
  await openKeypad(page, shop);
  await tap(page, "2", "00");
  await page.context().setOffline(true);
  await chargeButton(page).click();
  await expect(page.getByText("The customer hasn't been charged yet.")).toBeVisible();
  expect(await intentsOf(shop)).toEqual([]);
  await page.context().setOffline(false);
  await expect(page.getByRole("heading", { name: "Amount due: 200.00 USDT" })).toBeVisible();
  expect(await intentsOf(shop)).toHaveLength(1);
});

test("a charge without an answer isn't sent again when it is 20 hours old, also on a page that stays open", async ({
  page,
  signedIn: shop,
  tolerated,
}) => {
  tolerated.pattern = /ERR_FAILED/;
  await openKeypad(page, shop);
  const later = withResolvers<void>();
  let sent = 0;
  await page.route("**/charge", async (route) => {
    sent += 1;
    if (sent > 1) return route.continue();
    await later.promise;
    await route.abort();
  });
  await tap(page, "8");
  await chargeButton(page).click();
  await expect.poll(() => sent).toBe(1);
  await page.evaluate((ms) => {
    const now = Date.now;
    Date.now = () => now() + ms;
  }, 20.5 * 3_600_000);
  later.resolve();
  await expect(page.getByText("The last charge is a day old and was never confirmed.")).toBeVisible();
  await expect(qr(page)).toHaveCount(0);
  expect(sent).toBe(1);
  expect(await intentsOf(shop)).toEqual([]);
});

test("a charge that is older than 20 hours after a reload isn't sent again either", async ({
  page,
  signedIn: shop,
}) => {
  await openKeypad(page, shop);
  const madeAtMs = Date.now() - 20.5 * 3_600_000;
  const held = { chargeId: randomUUID(), amount: "8.00", tip: "0.00", reference: "", madeAtMs, paymentId: null };
  await page.evaluate(({ name, value }) => localStorage.setItem(name, value), {
    name: `till:${keypadOf(shop)}:charge`,
    value: JSON.stringify(held),
  });
  await page.reload();
  await expect(page.getByText("The last charge is a day old and was never confirmed.")).toBeVisible();
  await expect(amount(page)).toHaveText(/^0\sUSDT$/);
  expect(await intentsOf(shop)).toEqual([]);
});

test("a charge that the server can't take now gives the server's reason, is tried again, and is made once", async ({
  page,
  signedIn: shop,
  tolerated,
}) => {
  tolerated.pattern = /50[23]/;
  await page.clock.install();
  await openKeypad(page, shop);
  const answers = [
    { status: 503, json: { error: "Every receive address of this business is in use.", code: "api_error" } },
    { status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" },
  ];
  let show = () => {};
  const seen = new Promise<void>((resolve) => {
    show = resolve;
  });
  await page.route("**/charge", async (route) => {
    await seen;
    const answer = answers.shift();
    return answer ? route.fulfill(answer) : route.continue();
  });
  await tap(page, "8");
  await chargeButton(page).click();
  // the live region is there before its text, or the text isn't read out
  const told = page.getByRole("region", { name: "Creating payment" }).getByRole("status");
  await expect(told).toHaveText("");
  show();
  await expect(told).toHaveText(
    /^Every receive address of this business is in use\. The keypad tries again automatically\./,
  );
  await askNow(page);
  await expect(told).toHaveText(/^Couldn't reach the server\. The charge will be sent once/);
  // after two failures the wait is twice as long
  await page.clock.runFor(4_000);
  await expect(page.getByRole("heading", { name: "Amount due: 8.00 USDT" })).toBeVisible();
  expect(await intentsOf(shop)).toHaveLength(1);
});

test("an expired charge says so and is asked for again with the same amount", async ({ page, signedIn: shop }) => {
  await openKeypad(page, shop);
  await tap(page, "1", "1");
  await chargeButton(page).click();
  await simulate(page, "Let it expire");
  await expect(page.getByText("This charge has expired.")).toBeVisible();
  await page.getByRole("button", { name: "Charge 11.00 again" }).click();
  await expect(qr(page)).toBeVisible();
  expect((await intentsOf(shop)).map(({ status, amount }) => `${status} ${amount}`)).toEqual([
    "expired 11",
    "pending 11",
  ]);
});

test("an expired charge that was paid in part isn't asked for again as a whole", async ({ page, signedIn: shop }) => {
  await openKeypad(page, shop);
  await tap(page, "1", "1");
  await chargeButton(page).click();
  await simulate(page, "Pay too little");
  await expect(page.getByText("The customer can scan the same code again.")).toBeVisible();
  await page.getByRole("button", { name: "Let it expire" }).click();
  await expect(page.getByText("USDT was received before that.")).toBeVisible();
  await expect(page.getByRole("button", { name: /again/ })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Next customer" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(amount(page)).toHaveText(/^0\sUSDT$/);
  expect(await intentsOf(shop)).toHaveLength(1);
});

test("what is on its way isn't asked for again", async ({ page, signedIn: shop }) => {
  const payment = await openLivePayment(shop, { amountMicros: 100_000_000 });
  await payment.receive(40_000_000);
  await page.clock.install();
  await page.goto(`/pos/${shop.terminalId}/live`);
  await showFromTakings(page);
  const remaining = page.getByText(/^Remaining:/);
  await expect(remaining).toContainText("60.00");
  await payment.sight(20_000_000, 3);
  await askNow(page);
  await expect(page.getByText("20.00 USDT detected, 3 of 19 confirmations.")).toBeVisible();
  await expect(remaining).toContainText("40.00");
  await payment.sight(40_000_000, 3);
  await askNow(page);
  await expect(page.getByText("60.00 USDT detected, 3 of 19 confirmations.")).toBeVisible();
  await expect(page.getByText("The full amount is on its way.")).toBeVisible();
  await expect(remaining).toHaveCount(0);
});

const MORE_THAN_ITS_TIME_MS = 601_000;
for (const { passes, prepare, pass } of [
  {
    passes: "has passed",
    prepare: (page: Page) => page.clock.install(),
    pass: (page: Page) => page.clock.fastForward(MORE_THAN_ITS_TIME_MS),
  },
  { passes: "was slept through", prepare: sleepable, pass: (page: Page) => sleep(page, MORE_THAN_ITS_TIME_MS) },
]) {
  test(`without a network, a charge in an old list whose time ${passes} shows no code`, async ({
    page,
    signedIn: shop,
    tolerated,
  }) => {
    tolerated.pattern = /ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/;
    await openLivePayment(shop, { expiresInSeconds: 600 });
    await prepare(page);
    await page.goto(`/pos/${shop.terminalId}/live`);
    await page.getByRole("button", { name: "Takings" }).click();
    const line = page.getByRole("button", { name: /Pending.*12\.50/ });
    await expect(line).toBeVisible();
    await page.context().setOffline(true);
    await pass(page);
    await line.click();
    await page.getByRole("button", { name: "Show payment" }).click();
    await expect(page.getByText("Time's up", { exact: true })).toBeVisible();
    await expect(qr(page)).toHaveCount(0);
  });
}

test("a keypad that slept past the end shows no code, though the network is away", async ({
  page,
  signedIn: shop,
  tolerated,
}) => {
  tolerated.pattern = /ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/;
  await openLivePayment(shop, { expiresInSeconds: 600 });
  await sleepable(page);
  await page.goto(`/pos/${shop.terminalId}/live`);
  await showFromTakings(page);
  await expect(qr(page)).toBeVisible();
  await page.context().setOffline(true);
  await sleep(page, 601_000);
  await expect(page.getByText("Time's up", { exact: true })).toBeVisible();
  await expect(qr(page)).toHaveCount(0);
  await page.context().setOffline(false);
  await expect(page.getByRole("timer")).toHaveText(/^9:[0-5]\d left$/);
  await expect(qr(page)).toBeVisible();
});

test("trouble at the end of one payment isn't shown at the next charge", async ({
  page,
  signedIn: shop,
  tolerated,
}) => {
  tolerated.pattern = /ERR_FAILED/;
  await openKeypad(page, shop);
  await tap(page, "4");
  await chargeButton(page).click();
  await expect(qr(page)).toBeVisible();
  const [intent] = await intentsOf(shop);
  let isFailing = true;
  await page.route("**/payments/*", (route) => (isFailing ? route.abort() : route.continue()));
  const failed = page.waitForEvent("requestfailed", (request) => request.url().includes("/payments/"));
  await shop.simulate(intent?.id as string);
  await expect(page.getByRole("button", { name: "Next customer" })).toBeVisible();
  await failed;
  isFailing = false;
  await page.waitForResponse(/\/payments\//);
  await page.getByRole("button", { name: "Next customer" }).click();
  await tap(page, "5");
  const asked = withResolvers<void>();
  await page.route("**/charge", async (route) => {
    await asked.promise;
    await route.continue();
  });
  await chargeButton(page).click();
  await expect(page.getByRole("main")).toContainText("5.00");
  await untilPainted(page);
  await expect(page.getByText(/Couldn't reach the server/)).toHaveCount(0);
  asked.resolve();
  await expect(qr(page)).toBeVisible();
});

test("a charge for which money was detected isn't cancelled, and the question says why", async ({
  page,
  signedIn: shop,
  tolerated,
}) => {
  tolerated.pattern = /409|ERR_FAILED/;
  await openKeypad(page, shop);
  await tap(page, "4");
  // the keypad learns nothing of the payment until it is asked for
  await page.route("**/intent-status*", (route) => route.abort());
  await chargeButton(page).click();
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  const [intent] = await intentsOf(shop);
  await shop.simulate(intent?.id as string, "underpaid");
  const question = page.getByRole("dialog");
  await question.getByRole("button", { name: "Cancel charge" }).click();
  await expect(question.getByText("A payment was detected, so this can't be cancelled.")).toBeVisible();
  await expect(question.getByRole("heading", { name: "Leave this charge?" })).toBeVisible();
  await expect(question.getByRole("button", { name: "Keep it open" })).toBeFocused();
});

test("a late answer about a cancelled charge leaves the next charge on the keypad", async ({
  page,
  signedIn: shop,
}) => {
  await page.addInitScript(lengthenTimers, CALL_MS);
  await openKeypad(page, shop);
  await tap(page, "4");
  await chargeButton(page).click();
  const late = withResolvers<void>();
  await page.route("**/cancel", async (route) => {
    const response = await route.fetch();
    await late.promise;
    await route.fulfill({ response });
  });
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.getByRole("button", { name: "Cancel charge" }).click();
  // the payment's status says so before the answer does
  await expect(page.getByText("This charge is cancelled.")).toBeVisible();
  await page.getByRole("button", { name: "Next customer" }).click();
  await tap(page, "5");
  await chargeButton(page).click();
  const second = page.getByRole("heading", { name: "Amount due: 5.00 USDT" });
  await expect(second).toBeVisible();
  const taken = page.waitForResponse("**/cancel");
  late.resolve();
  await (await taken).finished();
  await untilPainted(page);
  await expect(second).toBeVisible();
  await expect(qr(page)).toBeVisible();
  await simulate(page, "Pay exactly");
  await expect(page.getByRole("region", { name: "Receipt" })).toContainText("5.00");
  expect((await intentsOf(shop)).map(({ status }) => status)).toEqual(["cancelled", "paid"]);
});

test("a cancellation that fails late hides no other charge's code, and its own code returns once it is open", async ({
  page,
  signedIn: shop,
  tolerated,
}) => {
  tolerated.pattern = /ERR_FAILED/;
  await page.addInitScript(lengthenTimers, CALL_MS);
  await openKeypad(page, shop);
  await tap(page, "4");
  await chargeButton(page).click();
  const late = withResolvers<void>();
  await page.route("**/cancel", async (route) => {
    await route.fetch();
    await late.promise;
    await route.abort();
  });
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.getByRole("button", { name: "Cancel charge" }).click();
  await expect(page.getByText("This charge is cancelled.")).toBeVisible();
  await page.getByRole("button", { name: "Next customer" }).click();
  await tap(page, "5");
  await chargeButton(page).click();
  await expect(qr(page)).toBeVisible();
  // what the keypad knows of the second charge stays as it is
  await page.route(/\/(payments\/|intent-status)/, () => {});
  const failed = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/cancel"));
  late.resolve();
  await failed;
  await untilPainted(page);
  await expect(qr(page)).toBeVisible();

  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.route("**/cancel", (route) => route.abort());
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  const question = page.getByRole("dialog", { name: "Cancel this charge?" });
  await question.getByRole("button", { name: "Cancel charge" }).click();
  await expect(question.getByText("Don't let the customer pay until the code is shown again.")).toBeVisible();
  await question.getByRole("button", { name: "Back to the charge" }).click();
  await expect(qr(page)).toBeVisible();
});

test("a charge can't be kept open while it is being cancelled", async ({ page, signedIn: shop, tolerated }) => {
  tolerated.pattern = /ERR_FAILED/;
  await openKeypad(page, shop);
  await tap(page, "4");
  await chargeButton(page).click();
  const late = withResolvers<void>();
  await page.route("**/cancel", async (route) => {
    await late.promise;
    await route.abort();
  });
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  const question = page.getByRole("dialog", { name: "Cancel this charge?" });
  const keepOpen = question.getByRole("button", { name: "Keep it open" });
  await question.getByRole("button", { name: "Cancel charge" }).click();
  await expect(keepOpen).toHaveAttribute("aria-disabled", "true");
  await keepOpen.press("Enter");
  await expect(question).toBeVisible();
  late.resolve();
  await expect(
    question.getByText("Couldn't reach the server, so the charge may or may not be cancelled."),
  ).toBeVisible();
  await keepOpen.click();
  await expect(amount(page)).toHaveText(/^0\sUSDT$/);
});

test("no code is shown while it isn't known whether the charge is cancelled", async ({
  page,
  signedIn: shop,
  tolerated,
}) => {
  tolerated.pattern = /ERR_FAILED|ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/;
  await openKeypad(page, shop);
  await tap(page, "4");
  await chargeButton(page).click();
  await page.route("**/cancel", async (route) => {
    // from now on the payment's status doesn't say so either
    await page.context().setOffline(true);
    await route.fetch();
    await route.abort();
  });
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  const question = page.getByRole("dialog", { name: "Cancel this charge?" });
  await question.getByRole("button", { name: "Cancel charge" }).click();
  await expect(question.getByText("Don't let the customer pay until the code is shown again.")).toBeVisible();
  await expect(qr(page)).toHaveCount(0);
  await expect(page.getByText("The code still works.")).toHaveCount(0);
  await page.context().setOffline(false);
  await expect(page.getByText("This charge is cancelled.")).toBeVisible();
});

test("a charge that is kept open is found in Takings, and its code is shown again", async ({
  page,
  signedIn: shop,
}) => {
  const paid = await shop.createIntent({ amount_usdt: 48.25, reference: "order-7" });
  await shop.simulate(paid.id);
  await openKeypad(page, shop);
  await tap(page, "5");
  await chargeButton(page).click();
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.getByRole("button", { name: "Keep it open" }).click();
  await page.getByRole("button", { name: "Takings" }).click();
  const takings = page.getByRole("dialog", { name: "Takings" });
  await expect(takings).toContainText(/48\.25\sUSDT/);
  await expect(takings).toContainText(/1 payment since 00:00, \d+ \w+, Lisbon \(UTC/);
  await expectAccessible(page);
  const line = takings.getByRole("button", { name: /Paid.*order-7/ });
  await line.press("Enter");
  await expect(page.getByRole("region", { name: "Receipt" }).first()).toContainText("order-7");
  await expect(page.getByRole("heading", { name: "Payment", exact: true })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Back to takings" }).press("Enter");
  await expect(line).toBeFocused();
  await page.getByRole("button", { name: /Pending.*5\.00/ }).click();
  await page.getByRole("button", { name: "Show QR code" }).click();
  await expect(qr(page)).toBeVisible();
  expect(await intentsOf(shop)).toHaveLength(2);
});

test("a receipt prints alone, on one page, on A4 and on a roll of 80 mm", async ({ page, signedIn: shop }) => {
  const intent = await shop.createIntent({ reference: "x".repeat(200) });
  await shop.simulate(intent.id);
  await openKeypad(page, shop);
  await page.getByRole("button", { name: "Takings" }).click();
  await page.getByRole("button", { name: /Paid/ }).click();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("region", { name: "Receipt" })).toHaveCount(1);
  await expect(page.getByRole("region", { name: "Receipt" })).toContainText("12.50");
  await expect(page.getByRole("region", { name: "Receipt" })).toHaveCSS("padding", "16px 12px");
  await expect(page.getByRole("button")).toHaveCount(0);
  for (const paper of [{ format: "A4" }, { width: "80mm", height: "297mm" }]) {
    const pdf = (await page.pdf(paper)).toString("latin1");
    expect(pdf.match(/\/Type\s*\/Page\b/g), JSON.stringify(paper)).toHaveLength(1);
  }
});

test("a reader who writes 12,50 has a comma on the keypad, and a point is taken too", async ({ browser, shop }) => {
  const page = await browser.newPage({ locale: "de-DE" });
  await signIn(page, shop.owner);
  await openKeypad(page, shop);
  await expect(page.getByRole("button", { name: "Decimal point" })).toHaveText(",");
  await page.keyboard.type("1234.5");
  await expect(amount(page)).toHaveText(/^1\s234,5\sUSDT$/);
  await page.getByRole("button", { name: "Tip" }).click();
  await page.getByRole("button", { name: "Custom" }).click();
  await page.getByRole("textbox", { name: "Custom tip in percent" }).fill("12,5");
  await expect(page.getByRole("button", { name: /^Charge 1\s388,81\sUSDT$/ })).toBeVisible();
  await page.close();
});

test("a custom tip that isn't valid says what is allowed, and nothing is charged without it", async ({
  page,
  signedIn: shop,
}) => {
  await openKeypad(page, shop);
  await tap(page, "2", "0");
  await page.getByRole("button", { name: "Tip" }).click();
  await page.getByRole("button", { name: "Custom" }).click();
  const field = page.getByRole("textbox", { name: "Custom tip in percent" });
  const allowed = page.getByText("Enter a tip from 0 to 100% with at most one decimal, for example 12.5.");
  for (const wrong of ["150", "0.25"]) {
    await field.fill(wrong);
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toHaveAccessibleDescription(/from 0 to 100%/);
    await expect(allowed).toBeVisible();
    await expect(chargeButton(page)).toHaveText("Charge");
  }
  await expectAccessible(page);
  // the row may be closed or hold the reference by the time of the charge
  await page.getByRole("button", { name: "Reference" }).click();
  await amount(page).focus();
  await page.keyboard.press("Enter");
  await expect(field).toBeFocused();
  await expect(allowed).toBeVisible();
  await chargeButton(page).click();
  expect(await intentsOf(shop)).toEqual([]);
  await field.fill("2.5");
  await expect(allowed).toBeHidden();
  await page.getByRole("button", { name: /^Charge 20\.50/ }).click();
  await expect(qr(page)).toBeVisible();
  expect(await intentsOf(shop)).toMatchObject([{ amount: 20.5 }]);
});

for (const [reducedMotion, animation] of [
  ["no-preference", "slide-out"],
  ["reduce", "none"],
] as const) {
  test(`with motion "${reducedMotion}" the receipt's animation is "${animation}"`, async ({ page, signedIn: shop }) => {
    await page.emulateMedia({ reducedMotion });
    await openKeypad(page, shop);
    await tap(page, "1");
    await chargeButton(page).click();
    await simulate(page, "Pay exactly");
    const paper = page.locator(".torn").filter({ has: page.getByRole("region", { name: "Receipt" }) });
    await expect(paper).toHaveCSS("animation-name", animation);
    await page.reload();
    await expect(paper).toHaveCSS("animation-name", "none");
  });
}

test("the screen stays on while a code is shown, and is let go afterwards", async ({ page, signedIn: shop }) => {
  await page.addInitScript(() => {
    const locks = { held: 0 };
    const request = async () => {
      locks.held += 1;
      const lock = {
        released: false,
        release: async () => {
          lock.released = true;
          locks.held -= 1;
        },
      };
      return lock;
    };
    Object.defineProperty(navigator, "wakeLock", { value: { request } });
    Object.assign(window, { locks });
  });
  const held = () => page.evaluate(() => (window as unknown as { locks: { held: number } }).locks.held);
  await openKeypad(page, shop);
  await tap(page, "1");
  expect(await held()).toBe(0);
  await chargeButton(page).click();
  await expect.poll(held).toBe(1);
  await simulate(page, "Pay exactly");
  await expect(page.getByRole("button", { name: "Next customer" })).toBeVisible();
  await expect.poll(held).toBe(0);
});
