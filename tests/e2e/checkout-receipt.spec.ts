import { expect, test } from "@/tests/e2e/support/dashboard";
import { openLivePayment, RECEIVE_ADDRESS } from "@/tests/e2e/support/live-payment";

test("the receipt has everything a shop is asked for, in the terminal's zone", async ({ page, shop }) => {
  const payment = await openLivePayment(shop, { reference: "order-1042" });
  const transaction = await payment.pay(13_000_000);
  await page.goto(payment.path);
  await page.getByRole("link", { name: "Print receipt" }).click();
  const slip = page.getByRole("region", { name: "Receipt" });
  for (const words of ["Corner Shop", "Front desk", "order-1042", payment.id, transaction, "Paid"]) {
    await expect(slip).toContainText(words);
  }
  await expect(slip).toContainText(/Amount due12\.50.*Received13\.00/);
  await expect(slip.getByRole("time")).toHaveText(/^\d+ \w+ 20\d\d, \d\d:\d\d, Lisbon \(UTC\+[01]\)$/);
  await expect(slip).not.toContainText("Sandbox");
  await expect(page.getByRole("button", { name: "Print" })).toBeVisible();
  await page.getByRole("link", { name: "Back to payment" }).click();
  await expect(page).toHaveURL(payment.path);
});

test("a transaction is a link to the explorer from the first confirmation on, and text on paper", async ({
  page,
  shop,
}) => {
  const payment = await openLivePayment(shop, { network: "tron-nile" });
  await page.goto(payment.path);
  const seen = await payment.sight(12_500_000, 1);
  const explorer = (hash: string) => `https://nile.tronscan.org/#/transaction/${hash}`;
  const link = page.getByRole("link", { name: `Transaction ${seen.slice(0, 6)}…${seen.slice(-6)}` });
  await expect(link).toHaveAttribute("href", explorer(seen));
  await expect(link).toHaveAttribute("target", "_blank");
  const booked = await payment.pay();
  await page.goto(`${payment.path}/receipt`);
  await expect(page.getByRole("link", { name: booked })).toHaveAttribute("href", explorer(booked));
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("link")).toHaveCount(0);
  await expect(page.getByText(booked).filter({ visible: true })).toHaveCount(1);
});

test("several transfers are listed with amount, time and transaction, and where they went", async ({ page, shop }) => {
  const payment = await openLivePayment(shop);
  await payment.receive(5_000_000);
  await payment.pay(7_500_000);
  await payment.comeLate(1_000_000);
  await page.goto(`${payment.path}/receipt`);
  const slip = page.getByRole("region", { name: "Receipt" });
  await expect(slip).toContainText(/NetworkTRON|NetworkNile/i);
  await expect(slip.locator("p.figures")).toHaveText(RECEIVE_ADDRESS);
  await expect(slip.getByRole("listitem")).toHaveText([/Received5\.00/, /Received7\.50/, /Not applied1\.00/]);
  await expect(slip.getByRole("time")).toHaveCount(4);
  await expect(slip).toContainText("Another payment arrived after this one was complete");
});

test.describe("sharing", () => {
  test("opens the device's sheet with the receipt's address", async ({ page, shop }) => {
    await page.addInitScript(() => {
      navigator.share = async (data) => document.body.setAttribute("data-shared", JSON.stringify(data));
    });
    const intent = await shop.createIntent();
    await shop.simulate(intent.id);
    for (const path of [`/pay/${intent.id}`, `/pay/${intent.id}/receipt`]) {
      await page.goto(path);
      await page.getByRole("button", { name: "Share receipt" }).click();
      const url = new URL(`/pay/${intent.id}/receipt`, page.url()).href;
      const title = "Receipt from Corner Shop: 12.50\u00a0USDT";
      const shared = await page.locator("body").getAttribute("data-shared");
      expect(JSON.parse(shared ?? "")).toEqual({ title, text: title, url });
    }
  });

  test("isn't offered where the browser can't share", async ({ page, shop }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, "share", { value: undefined });
    });
    const intent = await shop.createIntent();
    await shop.simulate(intent.id);
    await page.goto(`/pay/${intent.id}/receipt`);
    await expect(page.getByRole("button", { name: "Print or save as PDF" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Share receipt" })).toBeHidden();
  });
});

test("a payment that was not paid has a slip that says so", async ({ page, shop }) => {
  const intent = await shop.createIntent();
  await page.goto(`/pay/${intent.id}/receipt`);
  const slip = page.getByRole("region", { name: "Receipt" });
  await expect(page.getByRole("heading", { level: 1, name: "Not paid" })).toBeVisible();
  await expect(slip).toContainText("Not paid");
  await expect(slip).toContainText("Sandbox: no real money moved.");
  await shop.simulate(intent.id, "expired");
  await page.reload();
  await expect(slip).toContainText("Expired");
  await expect(page).toHaveTitle(/^Not paid: /);
});

for (const lang of ["en", "ar"]) {
  test(`it prints alone, on one page, on A4 and on a roll of 80 mm, in "${lang}"`, async ({ page, shop }) => {
    const payment = await openLivePayment(shop, { reference: "x".repeat(200), amountMicros: 999_999_999_999_999 });
    await payment.pay();
    await page.goto(`${payment.path}/receipt?lang=${lang}`);
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("region")).toHaveCount(1);
    await expect(page.getByRole("button")).toHaveCount(0);
    await expect(page.getByRole("link")).toHaveCount(0);
    for (const paper of [{ format: "A4" }, { width: "80mm", height: "297mm" }]) {
      const pdf = (await page.pdf(paper)).toString("latin1");
      expect(pdf.match(/\/Type\s*\/Page\b/g), JSON.stringify(paper)).toHaveLength(1);
    }
  });
}

test("no receipt of an unknown payment, and none is indexed or shown without asking again", async ({
  page,
  request,
  shop,
  tolerated,
}) => {
  tolerated.pattern = /404/;
  expect((await page.goto("/pay/00000000-0000-4000-8000-000000000000/receipt"))?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Payment not found" })).toBeVisible();
  const { path } = await openLivePayment(shop);
  const headers = (await request.get(`${path}/receipt`)).headers();
  expect(headers["cache-control"]).toBe("private, no-cache");
  expect(headers["referrer-policy"]).toBe("no-referrer");
  expect(headers["x-robots-tag"]).toContain("noindex");
});
