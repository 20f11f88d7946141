import { execFileSync } from "node:child_process";
import { createHmac, randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { expect, test } from "@/tests/e2e/support/dashboard";
import { openWithFeed } from "@/tests/e2e/support/feed";
import { startReceiver } from "@/tests/e2e/support/receiver";

const PASSWORD = "four words in a row";

async function freshPage(browser: Browser): Promise<Page> {
  return (await browser.newContext({ baseURL: process.env.E2E_BASE_URL })).newPage();
}

/** What the curl line on the screen does, done by curl. */
function curl(line: string): { intent: { id: string } } {
  return JSON.parse(execFileSync("sh", ["-c", line.replace("curl", "curl -sS")], { encoding: "utf8" }));
}

test("a merchant's whole life, from sign-up to the revoked device", async ({ page, browser }) => {
  const receiver = await startReceiver();
  const email = `${randomUUID()}@example.com`;

  await test.step("sign up and welcome", async () => {
    await page.goto("/sign-up");
    await page.getByLabel("Business name").fill("Harbour Kiosk");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Window");
    await page.getByRole("button", { name: "Create terminal" }).click();
  });

  const key = (await page.getByRole("region", { name: "Sandbox key" }).locator("code").textContent()) ?? "";
  const shop = /\/dashboard\/[0-9a-f-]{36}\/sandbox/.exec(page.url())?.[0] ?? "";
  const line =
    (await page.getByRole("figure", { name: "First payment with curl" }).locator("code").textContent()) ?? "";

  const secret = await test.step("connect the backend and send a test event", async () => {
    await page.goto(`${shop}/webhooks/new`);
    await page.getByLabel("Endpoint URL").fill(receiver.url);
    await page.getByRole("button", { name: "Add endpoint" }).click();
    const shown = await page.getByRole("region", { name: "Signing secret" }).locator("code").first().textContent();
    await page.getByRole("link", { name: "Send a test event" }).click();
    await page.getByRole("button", { name: "Send test event" }).click();
    await expect(page.getByText("Test event delivered", { exact: true })).toBeVisible();
    return shown ?? "";
  });
  const endpoint = page.url();

  const intentId =
    await test.step("create an intent with the line on the screen, pay it, see it arrive live", async () => {
      await openWithFeed(page, shop);
      await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
      const { intent } = curl(line);
      await expect(page.getByText("12.50").first()).toBeVisible();
      const customer = await freshPage(browser);
      await customer.goto(`/pay/${intent.id}`);
      await customer.getByRole("button", { name: "Pay exactly" }).click();
      await expect(customer.getByText("Paid", { exact: true }).first()).toBeVisible();
      await customer.context().close();
      await expect(page.getByText("Paid", { exact: true }).first()).toBeVisible();
      return intent.id;
    });

  await test.step("the webhook came, verifies, and is resent from the log", async () => {
    const paid = () => receiver.requests.filter(({ headers }) => headers["x-service-event"] === "payment.success");
    await expect.poll(() => paid().length).toBe(1);
    const [request] = paid();
    const signature = createHmac("sha256", secret)
      .update(request?.body ?? "")
      .digest("hex");
    expect(request?.headers["x-service-signature"]).toBe(signature);
    expect(JSON.parse(request?.body ?? "")).toMatchObject({ event: "payment.success", intent_id: intentId });
    await page.goto(`${shop}/webhooks/deliveries`);
    await page.getByRole("link", { name: "payment.success" }).click();
    await expect(page.getByText("Delivered", { exact: true }).first()).toBeVisible();
    await page.getByRole("button", { name: "Resend event" }).click();
    await expect.poll(() => paid().length).toBe(2);
    await expect(page.getByRole("list", { name: "Attempts" }).getByRole("listitem")).toHaveCount(2);
    expect(paid()[1]?.headers["x-service-event-id"]).toBe(paid()[0]?.headers["x-service-event-id"]);
  });

  await test.step("rotate the key: the old one is dead, the endpoints were told", async () => {
    await page.goto(`${shop}/terminals`);
    await page.getByRole("link", { name: "Window" }).click();
    await page.getByRole("link", { name: "Keys" }).click();
    await page.getByRole("button", { name: "Rotate key" }).click();
    const dialog = page.getByRole("dialog", { name: "Rotate this key" });
    await dialog.getByRole("radio", { name: "Now", exact: true }).check();
    await dialog.getByLabel("Your password").fill(PASSWORD);
    await dialog.getByRole("button", { name: "Rotate key" }).click();
    await expect(dialog.getByRole("region", { name: "Sandbox key" })).toBeVisible();
    await dialog.getByRole("button", { name: "I've copied it" }).click();
    const answer = await page.request.post("/api/v1/create-payment-intent", {
      headers: { authorization: `Bearer ${key}` },
      data: { amount_usdt: 1 },
    });
    expect(answer.status()).toBe(401);
    await expect
      .poll(() => receiver.requests.some((one) => one.headers["x-service-event"] === "key.rotated"))
      .toBe(true);
  });

  await test.step("invite a cashier, who sees his terminal alone", async () => {
    await page.goto(`${shop}/terminals`);
    await page.getByRole("button", { name: "Create terminal" }).click();
    const create = page.getByRole("dialog", { name: "Create a terminal" });
    await create.getByLabel("Name").fill("Back office");
    await create.getByRole("button", { name: "Create terminal" }).click();
    await expect(create.getByRole("region", { name: "Sandbox key" })).toBeVisible();
    await page.goto(`${shop}/settings/team`);
    await page.getByRole("button", { name: "Invite teammate" }).click();
    const dialog = page.getByRole("dialog", { name: "Invite a teammate" });
    await dialog.getByRole("radio", { name: "Cashier" }).check();
    await dialog.getByLabel("Window").check();
    await dialog.getByRole("button", { name: "Create invitation" }).click();
    const link = await dialog.getByRole("region", { name: "Invitation link" }).locator("code").textContent();
    const cashier = await freshPage(browser);
    await cashier.goto(new URL(link ?? "").pathname);
    await cashier.getByLabel("Your name").fill("Bruno");
    await cashier.getByLabel("Email").fill(`cashier-${email}`);
    await cashier.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await cashier.getByRole("button", { name: "Accept invitation" }).click();
    await expect(cashier).toHaveURL(/\/pos\/[\w-]+\/sandbox$/);
    await cashier.goto(`${shop}/terminals`);
    await expect(cashier.getByRole("link", { name: "Window" })).toBeVisible();
    await expect(cashier.getByText("Back office")).toBeHidden();
    expect((await cashier.goto(`${shop}/webhooks`))?.status()).toBe(403);
    await cashier.context().close();
  });

  const totp = await test.step("two-step sign-in on", async () => {
    await page.goto("/account/security");
    await page.getByRole("button", { name: "Add authenticator app" }).click();
    const dialog = page.getByRole("dialog", { name: "Add authenticator app" });
    await dialog.getByLabel("Your password").fill(PASSWORD);
    await dialog.getByRole("button", { name: "Continue" }).click();
    await dialog.getByText("Can't scan it?").click();
    const base32 = ((await dialog.locator("code").textContent()) ?? "").replace(/\s/g, "");
    const authenticator = new TOTP({ secret: Secret.fromBase32(base32) });
    await dialog.getByLabel("Enter the 6-digit code from the app").fill(authenticator.generate());
    await dialog.getByRole("button", { name: "I've saved these codes" }).click();
    await expect(page.getByText("10 of 10 codes left")).toBeVisible();
    return authenticator;
  });

  await test.step("another device signs in with a code, and is revoked", async () => {
    const other = await freshPage(browser);
    await other.goto("/sign-in");
    await other.getByLabel("Email").fill(email);
    await other.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await other.getByRole("button", { name: "Sign in" }).click();
    const next = totp.generate({ timestamp: Date.now() + 30_000 });
    await other.getByLabel("Authenticator code").fill(next);
    await expect(other).toHaveURL(/\/dashboard\//);
    await page.goto("/account/devices");
    const sessions = page.getByRole("list", { name: "Active sessions" }).getByRole("listitem");
    await expect(sessions).toHaveCount(2);
    await page.getByRole("button", { name: /^Sign out Chrome/ }).click();
    await expect(sessions).toHaveCount(1);
    await other.reload();
    await expect(other).toHaveURL(/\/sign-in/);
    await other.context().close();
  });

  expect((await page.goto(endpoint))?.status()).toBe(200);
  await receiver.close();
});
