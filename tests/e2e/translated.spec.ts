import type { Page } from "@playwright/test";
import { expect, test } from "@/tests/e2e/support/dashboard";
import { openLivePayment } from "@/tests/e2e/support/live-payment";
import { scan } from "@/tests/e2e/support/scan";
import { sleep, sleepable } from "@/tests/e2e/support/sleep";
import { expectNothingLost, translate } from "@/tests/e2e/support/translator";

const badge = (page: Page) =>
  page
    .getByRole("main")
    .getByText(/^(Pending|Paid)$/)
    .first();

test("the keypad takes a payment in a translated page, with tip and reference", async ({ page, signedIn: shop }) => {
  await page.goto(`/pos/${shop.terminalId}/sandbox`);
  await translate(page);
  for (const key of ["1", "2", "Decimal point", "5"])
    await page.getByRole("button", { name: key, exact: true }).click();
  await expect(page.getByRole("status", { name: "Amount" })).toHaveText(/12\.5\sUSDT/);
  await page.getByRole("button", { name: "Tip" }).click();
  await page.getByRole("button", { name: "10%" }).click();
  await page.getByRole("button", { name: "Charge 13.75 USDT" }).click();
  await expect(page.getByRole("timer")).toHaveText(/^(30:00|2\d:[0-5]\d) left$/);
  await page.getByText("Simulate payment").click();
  await page.getByRole("button", { name: "Pay too little" }).click();
  await expect(page.getByText("Received 6.875 of 13.75 USDT", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Pay exactly" }).click();
  await expect(page.getByRole("region", { name: "Receipt" })).toBeVisible();
  await page.getByRole("button", { name: "Next customer" }).click();
  await expect(page.getByRole("button", { name: "Charge", exact: true })).toHaveAttribute("aria-disabled", "true");
  await expectNothingLost(page);
});

test("the keypad's countdown ends and begins again in a translated page", async ({
  page,
  signedIn: shop,
  tolerated,
}) => {
  tolerated.pattern = /ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/;
  await openLivePayment(shop, { expiresInSeconds: 600 });
  await sleepable(page);
  await page.goto(`/pos/${shop.terminalId}/live`);
  await translate(page);
  await page.getByRole("button", { name: "Takings" }).click();
  await page.getByRole("button", { name: /Pending.*12\.50/ }).click();
  await page.getByRole("button", { name: "Show QR code" }).click();
  await expect(page.getByRole("timer")).toHaveText(/^(10:00|9:[0-5]\d) left$/);
  await page.context().setOffline(true);
  await sleep(page, 601_000);
  await expect(page.getByText("Time's up", { exact: true })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole("timer")).toHaveText(/^9:[0-5]\d left$/);
  await expectNothingLost(page);
});

test("a translated payment, its list and the overview say paid once it is paid", async ({ page, signedIn: shop }) => {
  const intent = await shop.createIntent({ reference: "order-1042" });
  await page.goto(shop.at("payments", intent.id));
  await expect(badge(page)).toHaveText("Pending");
  await translate(page);
  await page.getByRole("button", { name: "Simulate payment" }).click();
  await page.getByRole("menuitem", { name: "Pay exactly" }).click();
  await expect(badge(page)).toHaveText("Paid");
  await expectNothingLost(page);
});

test("a translated dashboard goes from page to page, and searches, filters and copies", async ({
  page,
  signedIn: shop,
}) => {
  const { id } = await shop.createIntent({ reference: "order-1042" });
  await shop.simulate(id);
  await shop.createIntent({ reference: "order-1043" });
  await page.goto(shop.at("payments"));
  await translate(page);
  await page.getByRole("searchbox").first().fill("order-1042");
  await expect(page.getByRole("row").filter({ hasText: "order-1043" })).toHaveCount(0);
  await page.getByRole("searchbox").first().fill("");
  await expect(page.getByRole("row").filter({ hasText: "order-1043" })).toHaveCount(1);
  for (const name of ["Terminals", "Webhooks", "Reports", "Developers", "Overview"]) {
    await page.getByRole("navigation").getByRole("link", { name }).first().click();
    await expect(page).toHaveTitle(new RegExp(name));
  }
  await expectNothingLost(page);
});

test("a translated payment page counts down, tells of a part and of the end", async ({ page, shop }) => {
  const payment = await openLivePayment(shop);
  await page.goto(payment.path);
  await translate(page);
  await expect(page.getByText("Waiting for payment")).toBeVisible();
  await payment.sight(5_000_000, 3);
  await expect(page.getByText(/Payment detected/).first()).toBeVisible();
  await payment.pay();
  await expect(page.getByRole("region", { name: "Receipt" })).toBeVisible();
  await expect(page.getByText("Waiting for payment")).toHaveCount(0);
  await expectNothingLost(page);
});

test("addresses, amounts, codes and IDs are left as they are", async ({ page, signedIn: shop }) => {
  const intent = await shop.createIntent();
  await shop.simulate(intent.id, "overpaid");
  const live = await openLivePayment(shop);
  const paths = [
    live.path,
    `/pay/${intent.id}/receipt`,
    "/account/devices",
    shop.at(),
    shop.at("payments"),
    shop.at("payments", intent.id),
    shop.at("terminals"),
    shop.at("terminals", shop.terminalId, "keys"),
    shop.at("developers"),
    shop.at("developers", "requests"),
    shop.at("webhooks", "deliveries"),
    shop.at("reports"),
  ];
  for (const path of paths) {
    await page.goto(path);
    expect(await page.evaluate(translatableValues), path).toEqual([]);
  }
});

/**
 * Runs in the page: texts that are an amount, an ID, an address or a key, or a part of one, and would be translated.
 */
function translatableValues() {
  const value =
    /^(\d[\d,]*\.\d{2,6}|[0-9a-f]{8}-[0-9a-f-]{27}|\w{4}…\w{4}|T[1-9A-HJ-NP-Za-km-z]{33}|svc_\w+|whsec_\S+)$/;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (texts.nextNode()) {
    const { nodeValue, parentElement } = texts.currentNode;
    const isKept = !parentElement || parentElement.closest('[translate="no"], script, style, noscript, svg');
    if (!isKept && value.test(nodeValue?.trim() ?? "")) found.push(nodeValue ?? "");
  }
  return found;
}

for (const [name, forced] of [
  ["in a dark scheme", { colorScheme: "dark" }],
  ["with forced colours", { colorScheme: "dark", forcedColors: "active" }],
] as const) {
  test(`every code is dark on white ${name}`, async ({ page, signedIn: shop }) => {
    await page.emulateMedia(forced);
    const live = await openLivePayment(shop);
    const intent = await shop.createIntent();
    for (const path of [live.path, `/pay/${intent.id}`, shop.at("payments", intent.id)]) {
      await page.goto(path);
      const codes = page.getByRole("img", { name: /QR code/ }).filter({ visible: true });
      await expect(codes.first()).toBeVisible();
      for (const code of await codes.all()) expect(await scan(code), path).not.toBeNull();
      await expect(page.locator('meta[name="darkreader-lock"]')).toHaveCount(1);
    }
  });
}
