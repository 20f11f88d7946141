import { Secret, TOTP } from "otpauth";
import { expectAccessible } from "@/tests/e2e/support/axe";
import { expect, test } from "@/tests/e2e/support/dashboard";
import { expectHeld } from "@/tests/e2e/support/held";
import { signIn } from "@/tests/e2e/support/shop";

const REFUSED = /status of 401/;
const NEW_PASSWORD = "four words in a row";

/** What the authenticator shows now, and what it shows next, which counts already. */
function codesOf(secret: string) {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replace(/\s/g, "")) });
  const now = Date.now();
  return { now: totp.generate({ timestamp: now }), next: totp.generate({ timestamp: now + 30_000 }) };
}

test("two-step sign-in: on, in with a code, in with a recovery code, off", async ({
  page,
  browser,
  signedIn: shop,
  tolerated,
}) => {
  test.slow();
  tolerated.pattern = REFUSED;
  await page.goto("/account/security");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add an authenticator" }).click();
  const dialog = page.getByRole("dialog", { name: "Add an authenticator" });
  await dialog.getByLabel("Your password").fill("not the password");
  await dialog.getByRole("button", { name: "Go on" }).click();
  await expect(dialog.getByText("This is not your password.")).toBeVisible();
  await dialog.getByLabel("Your password").fill(shop.owner.password);
  await dialog.getByRole("button", { name: "Go on" }).click();
  await dialog.getByText("It cannot scan?").click();
  const codes = codesOf((await dialog.locator("code").textContent()) ?? "");
  await expectAccessible(page);
  await dialog.getByLabel("Enter the six digits it shows").fill(codes.now);
  const slip = dialog.getByRole("region", { name: "Recovery codes" });
  await expect(slip.getByRole("listitem")).toHaveCount(10);
  const recovery = await slip.getByRole("listitem").allTextContents();
  await expectAccessible(page);
  await expectHeld(page, dialog, slip.getByRole("listitem").first());
  await dialog.getByRole("button", { name: "I have kept them" }).click();
  await expect(page.getByText("10 of 10 are unused.")).toBeVisible();
  await expectAccessible(page);

  const second = await (await browser.newContext({ baseURL: process.env.E2E_BASE_URL })).newPage();
  const password = async () => {
    await second.goto("/sign-in");
    await second.getByLabel("E-mail").fill(shop.owner.email);
    await second.getByLabel("Password", { exact: true }).fill(shop.owner.password);
    await second.getByRole("button", { name: "Sign in" }).click();
  };
  await password();
  await second.getByLabel("Code of your authenticator").fill(codes.now);
  await expect(second.getByText("This code does not fit.")).toBeVisible();
  await expectAccessible(second);
  await second.getByLabel("Code of your authenticator").fill(codes.next);
  await expect(second).toHaveURL(/\/dashboard\//);
  await second.context().clearCookies();
  await password();
  await second.getByRole("button", { name: "Use a recovery code" }).click();
  await second.getByLabel("Recovery code").fill(recovery[0]?.toUpperCase() ?? "");
  await second.getByRole("button", { name: "Sign in" }).click();
  await expect(second).toHaveURL(/\/dashboard\//);
  await second.context().close();

  await page.reload();
  await expect(page.getByText("9 of 10 are unused.")).toBeVisible();
  await page.getByRole("button", { name: "Switch off" }).click();
  const question = page.getByRole("dialog", { name: "Switch two-step sign-in off?" });
  await question.getByLabel("Code").fill(recovery[1] ?? "");
  await question.getByLabel("Your password").fill(shop.owner.password);
  await question.getByRole("button", { name: "Switch off" }).click();
  await expect(page.getByRole("button", { name: "Add an authenticator" })).toBeVisible();
  await page.goto("/account/log");
  await expect(page.getByText("Failed sign-in (wrong code)")).toBeVisible();
  await expectAccessible(page);
});

test("a device that is signed out is out with its very next step", async ({ page, browser, signedIn: shop }) => {
  const other = await (
    await browser.newContext({
      baseURL: process.env.E2E_BASE_URL,
      userAgent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0",
    })
  ).newPage();
  await signIn(other, shop.owner);
  await other.goto("/account");
  await expect(other.getByRole("heading", { level: 1, name: "You" })).toBeVisible();

  await page.goto("/account/devices");
  const devices = page.getByRole("list", { name: "Signed-in devices" }).getByRole("listitem");
  await expect(devices).toHaveCount(2);
  await expect(devices.first()).toContainText("This device");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Sign out Firefox on Windows" }).click();
  await expect(devices).toHaveCount(1);

  await other.getByRole("link", { name: "Devices" }).click();
  await expect(other).toHaveURL(/\/sign-in/);
  await other.context().close();
});

test("name, e-mail and password are changed, each saying what it does", async ({ page, browser, signedIn: shop }) => {
  await page.goto("/account");
  await expectAccessible(page);
  await page.getByLabel("Your name").fill("Ana");
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByText("Name saved")).toBeVisible();

  const email = `new-${shop.owner.email}`;
  await page.getByRole("button", { name: "Change e-mail" }).click();
  await page.getByLabel("New e-mail").fill("not an address");
  await page.getByLabel("Your password").fill(shop.owner.password);
  await page.getByRole("button", { name: "Change e-mail" }).click();
  await expect(page.getByText("This is not an e-mail address.")).toBeVisible();
  await page.getByLabel("New e-mail").fill(email);
  await page.getByRole("button", { name: "Change e-mail" }).click();
  await expect(page.getByText("Changed. Sign in with it from now on.")).toBeVisible();
  await expect(page.getByText(email, { exact: true })).toBeVisible();

  await page.getByLabel("Password now").fill(shop.owner.password);
  await page.getByLabel("New password").fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Every other device was signed out.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Your name")).toHaveValue("Ana");
  const other = await (await browser.newContext({ baseURL: process.env.E2E_BASE_URL })).newPage();
  await signIn(other, { email, password: NEW_PASSWORD });
  await other.context().close();
});

test("a further shop is opened by its owner, and left only when somebody else owns it", async ({
  page,
  signedIn: shop,
}) => {
  await page.goto("/account");
  await page.getByRole("link", { name: "Open a shop" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Open a shop" })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Name of the shop").fill("Second Bookshop");
  await page.getByRole("button", { name: "Open the shop" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Welcome, Second Bookshop" })).toBeVisible();
  await page.goto("/account");
  await page.getByRole("button", { name: "Leave Second Bookshop" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Leave the shop" }).click();
  await expect(question.getByText("This is the only owner.")).toBeVisible();
  await question.getByRole("button", { name: "Cancel" }).click();
  await page.goto(`/dashboard?shop=${shop.merchantId}`);
  await expect(page).toHaveURL(new RegExp(`/dashboard/${shop.merchantId}/sandbox$`));
});
