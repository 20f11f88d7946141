import { expect, test } from "@/tests/e2e/support/dashboard";
import { openLivePayment } from "@/tests/e2e/support/live-payment";

test("the customer has the receipt sent, after correcting the address", async ({ page, shop, equipped, tolerated }) => {
  tolerated.pattern = /422/;
  const payment = await openLivePayment(shop, { reference: "order-1042" });
  const transaction = await payment.pay();
  await page.goto(`${equipped.address}${payment.path}`);
  const field = page.getByRole("textbox", { name: "Email the receipt to" });
  // the browser takes this one for an address
  await field.fill("me@localhost");
  await field.press("Enter");
  await expect(page.getByRole("alert")).toHaveText(/^Enter a valid email address/);
  await expect(field).toHaveValue("me@localhost");
  await field.fill(`${payment.id}@example.com`);
  await page.getByRole("button", { name: "Send receipt" }).click();
  await expect(page).toHaveURL(`${equipped.address}${payment.path}/receipt?sent=1`);
  await expect(page.getByRole("status")).toHaveText("The receipt is on its way.");
  await expect(field).toHaveCount(0);
  const mail = equipped.post.mails.find(({ to }) => to[0] === `${payment.id}@example.com`);
  for (const words of ["Corner Shop", "12.50", "order-1042", payment.id, transaction]) {
    expect(mail?.text).toContain(words);
    expect(mail?.html).toContain(words);
  }
});

test("who enters an address isn't taken back to the shop meanwhile", async ({ page, shop, equipped }) => {
  const payment = await openLivePayment(shop, { successUrl: "https://shop.example/thanks" });
  await page.clock.install();
  await page.goto(`${equipped.address}${payment.path}`);
  await expect(page.getByRole("timer")).toBeVisible();
  // with the clock at rest the page stays until the field has the focus
  await page.clock.pauseAt(Date.now() + 60_000);
  await payment.pay();
  await expect(page.getByText("Returning to shop.example")).toBeVisible();
  await page.getByRole("textbox", { name: "Email the receipt to" }).focus();
  await expect(page.getByText("Returning to shop.example")).toBeHidden();
  await page.clock.runFor(20_000);
  expect(page.url()).toContain(payment.path);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the form works all the same, in the reader's language", async ({ page, shop, equipped }) => {
    const intent = await shop.createIntent();
    await shop.simulate(intent.id);
    await page.goto(`${equipped.address}/pay/${intent.id}?lang=de`);
    await page.getByRole("textbox", { name: "Beleg per E-Mail senden an" }).fill(`${intent.id}@example.com`);
    await page.getByRole("button", { name: "Beleg senden" }).click();
    await expect(page.getByText("Der Beleg ist unterwegs.")).toBeVisible();
    expect(equipped.post.mails.find(({ to }) => to[0] === `${intent.id}@example.com`)?.text).toContain("Betrag: 12,50");
  });
});
