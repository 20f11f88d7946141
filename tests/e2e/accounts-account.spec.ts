import { Secret, TOTP } from "otpauth";
import { expectAccessible } from "@/tests/e2e/support/axe";
import { expect, test } from "@/tests/e2e/support/dashboard";
import { expectHeld } from "@/tests/e2e/support/held";
import { pressTwice } from "@/tests/e2e/support/press-twice";
import { signIn } from "@/tests/e2e/support/shop";

const REFUSED = /status of 401/;
const NEW_PASSWORD = "four words in a row";

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
  await page.getByRole("button", { name: "Add authenticator app" }).click();
  const dialog = page.getByRole("dialog", { name: "Add authenticator app" });
  await dialog.getByLabel("Your password").fill("not the password");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByText("Incorrect password.")).toBeVisible();
  await dialog.getByLabel("Your password").fill(shop.owner.password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByText("Can't scan it?").click();
  const base32 = ((await dialog.locator("code").textContent()) ?? "").replace(/\s/g, "");
  const totp = new TOTP({ secret: Secret.fromBase32(base32) });
  await expectAccessible(page);
  const used = totp.generate();
  await dialog.getByLabel("Enter the 6-digit code from the app").fill(used);
  const sheet = dialog.getByRole("region", { name: "Recovery codes" });
  await expect(sheet.getByRole("listitem")).toHaveCount(10);
  const recovery = await sheet.getByRole("listitem").allTextContents();
  await expectAccessible(page);
  await expectHeld(page, dialog, sheet.getByRole("listitem").first());
  await dialog.getByRole("button", { name: "I've saved these codes" }).click();
  await expect(page.getByText("10 of 10 codes left")).toBeVisible();
  await expectAccessible(page);

  const second = await (await browser.newContext({ baseURL: process.env.E2E_BASE_URL })).newPage();
  const password = async () => {
    await second.goto("/sign-in");
    await second.getByLabel("Email").fill(shop.owner.email);
    await second.getByLabel("Password", { exact: true }).fill(shop.owner.password);
    await second.getByRole("button", { name: "Sign in" }).click();
  };
  await password();
  await second.getByRole("button", { name: "Back" }).press("Enter");
  await expect(second.getByLabel("Email")).toBeFocused();
  await password();
  await second.getByLabel("Authenticator code").fill(used);
  await expect(second.getByText("Incorrect code.")).toBeVisible();
  await expectAccessible(second);
  await expect(second.getByLabel("Authenticator code")).toHaveValue("");
  await expect(second.getByLabel("Authenticator code")).toBeFocused();
  await expect(second.getByText("Incorrect code.")).toBeVisible();
  // the one that the app shows next counts already
  await second.keyboard.type(totp.generate({ timestamp: Date.now() + 30_000 }));
  await expect(second).toHaveURL(/\/dashboard\//);
  await second.context().clearCookies();
  await password();
  await second.getByRole("button", { name: "Use a recovery code" }).click();
  await expect(second.getByText("ask your administrator to turn off your two-step sign-in")).toBeVisible();
  await second.getByLabel("Recovery code").fill(recovery[0]?.toUpperCase() ?? "");
  await second.getByRole("button", { name: "Sign in" }).click();
  await expect(second).toHaveURL(/\/dashboard\//);
  await second.context().close();

  await page.reload();
  await expect(page.getByText("9 of 10 codes left")).toBeVisible();
  await page.getByRole("button", { name: "Turn off" }).click();
  const question = page.getByRole("dialog", { name: "Turn off two-step sign-in?" });
  await question.getByLabel("Code").fill(recovery[1] ?? "");
  await question.getByLabel("Your password").fill(shop.owner.password);
  await question.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByRole("button", { name: "Add authenticator app" })).toBeVisible();
  await page.goto("/account/log");
  await expect(page.getByText("Failed sign-in (wrong code)")).toBeVisible();
  await expectAccessible(page);
});

test("a session that is ended is signed out with its very next request", async ({ page, browser, signedIn: shop }) => {
  const other = await (
    await browser.newContext({
      baseURL: process.env.E2E_BASE_URL,
      userAgent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0",
    })
  ).newPage();
  await signIn(other, shop.owner);
  await other.goto("/account");
  await expect(other.getByRole("heading", { level: 1, name: "Profile" })).toBeVisible();

  await page.goto("/account/devices");
  const sessions = page.getByRole("list", { name: "Active sessions" }).getByRole("listitem");
  await expect(sessions).toHaveCount(2);
  await expect(sessions.first()).toContainText("This session");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Sign out Firefox on Windows" }).click();
  await expect(sessions).toHaveCount(1);

  await other.getByRole("link", { name: "Sessions" }).click();
  await expect(other).toHaveURL(/\/sign-in/);
  await other.context().close();
});

test("name, email and password are changed, each saying what it does", async ({ page, browser, signedIn: shop }) => {
  await page.goto("/account");
  await expectAccessible(page);
  await page.getByLabel("Your name").fill("Ana");
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByText("Name saved")).toBeVisible();

  await expect(page.getByText("This server sends no email, so your password confirms a change")).toBeVisible();
  const email = `new-${shop.owner.email}`;
  await page.getByRole("button", { name: "Change email" }).click();
  await page.getByLabel("New email").fill("not an address");
  await page.getByLabel("Your password").fill(shop.owner.password);
  await page.getByRole("button", { name: "Change email" }).click();
  await expect(page.getByText("Enter a valid email address")).toBeVisible();
  await page.getByLabel("New email").fill(email);
  await page.getByRole("button", { name: "Change email" }).click();
  await expect(page.getByText("Email changed. Use it the next time you sign in.")).toBeVisible();
  await expect(page.getByText(email, { exact: true })).toBeVisible();

  await page.getByLabel("Current password").fill(shop.owner.password);
  await page.getByLabel("New password").fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("You've been signed out everywhere else.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Your name")).toHaveValue("Ana");
  const other = await (await browser.newContext({ baseURL: process.env.E2E_BASE_URL })).newPage();
  await signIn(other, { email, password: NEW_PASSWORD });
  await other.context().close();
});

test("a further business is added by its owner, and left only when someone else owns it", async ({
  page,
  signedIn: shop,
}) => {
  await page.goto("/account");
  await page.getByRole("link", { name: "Add business" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Add a business" })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Business name").fill("Second Bookshop");
  await pressTwice(page, "Add business");
  await expect(page.getByRole("heading", { level: 1, name: "Welcome, Second Bookshop" })).toBeVisible();
  await page.goto("/account");
  await page.getByRole("button", { name: "Leave Second Bookshop" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Leave business" }).click();
  await expect(question.getByText("This is the only owner.")).toBeVisible();
  await question.getByRole("button", { name: "Cancel" }).click();
  await page.goto(`/dashboard?shop=${shop.merchantId}`);
  await expect(page).toHaveURL(new RegExp(`/dashboard/${shop.merchantId}/sandbox$`));
});
