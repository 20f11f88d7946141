import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectAccessible } from "@/tests/e2e/support/axe";
import { expect, test } from "@/tests/e2e/support/dashboard";
import type { Person } from "@/tests/e2e/support/shop";

const PASSWORD = "four words in a row";
/** a refused sign-in is a 401, which the browser notes */
const REFUSED = /status of 401/;

const newEmail = () => `${randomUUID()}@example.com`;

async function enter(page: Page, { email, password }: Person) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("a new user signs up, creates a terminal and a payment with its key, and comes back", async ({ page }) => {
  test.slow();
  const email = newEmail();
  await page.goto("/sign-up");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Enter the name of your business")).toBeVisible();
  await expect(page.getByLabel("Business name")).toBeFocused();
  await page.getByLabel("Business name").fill("Corner Bookshop");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("too short");
  await expect(page.getByText("1 more character needed")).toBeVisible();
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("This password is too short.")).toBeVisible();
  await expect(page.getByLabel("Business name")).toHaveValue("Corner Bookshop");
  await expectAccessible(page);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "Welcome, Corner Bookshop" })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Name").fill("Front desk");
  const createTerminal = page.getByRole("button", { name: "Create terminal" });
  await expect(createTerminal).toBeEnabled();
  await createTerminal.press("Enter");
  await expect(page.getByRole("heading", { name: "Sandbox key" })).toBeFocused();
  const lost = (await page.getByRole("region", { name: "Sandbox key" }).locator("code").textContent()) ?? "";
  await page.reload();
  await expect(page.getByText("If you didn't copy it, get a new one.")).toBeVisible();
  await expect(page.getByText("Create a payment with this terminal's key.")).toBeVisible();
  await expect(page.getByText("Without code, use New payment or the terminal's keypad.")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Your password").fill(PASSWORD);
  await page.getByRole("button", { name: "Get new sandbox key" }).click();
  const key = (await page.getByRole("region", { name: "Sandbox key" }).locator("code").textContent()) ?? "";
  expect(key).not.toBe(lost);
  await expect(page.getByText("Waiting for your first payment")).toBeVisible();
  const line = page.getByRole("figure", { name: "First payment with curl" });
  await expect(line).toContainText(`${process.env.E2E_BASE_URL}/api/v1/create-payment-intent`);
  await expect(line).toContainText(key);
  const answer = await page.request.post("/api/v1/create-payment-intent", {
    headers: { authorization: `Bearer ${key}` },
    data: { amount_usdt: 12.5 },
  });
  const { intent } = await answer.json();
  await expect(page.getByText("First payment created")).toBeVisible();
  await expect(page.getByText("Open the payment to simulate your customer paying it.")).toBeVisible();
  await expect(page.getByRole("link", { name: "View payment" })).toHaveAttribute("href", new RegExp(intent.id));
  await expectAccessible(page);
  await page.request.post("/api/v1/simulate-payment", { data: { id: intent.id, outcome: "paid" } });
  await expect(page.getByText(/^12\.50\sUSDT paid\.$/)).toBeVisible();
  await expect(page.getByText("simulate your customer paying it")).toHaveCount(0);

  const welcome = page.url();
  await page.goto("/account");
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
  await page.goto(welcome);
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await enter(page, { email, password: PASSWORD });
  await expect(page).toHaveURL(welcome);
  await expect(page.getByText("Front desk created")).toBeVisible();
  expect(await page.content()).not.toContain(key);
});

test("a wrong password and an unknown email get the same answer, and what was typed stays", async ({
  page,
  shop,
  tolerated,
}) => {
  tolerated.pattern = REFUSED;
  await page.goto("/sign-in");
  await expectAccessible(page);
  for (const email of [shop.owner.email, "nobody@example.com"]) {
    await enter(page, { email, password: "not the password" });
    await expect(page.getByText("Incorrect email or password.")).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue(email);
    await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
    await expectAccessible(page);
    await page.reload();
  }
});

test("a browser that blocks cookies is told so, and what was typed stays", async ({ page, shop }) => {
  await page.route("**/api/auth/csrf", async (route) => {
    const response = await route.fetch();
    const { "set-cookie": _blocked, ...headers } = response.headers();
    await page.context().clearCookies();
    await route.fulfill({ response, headers });
  });
  await page.goto("/sign-in");
  await enter(page, shop.owner);
  await expect(page.getByText("Your browser blocks cookies")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(shop.owner.email);
  await expectAccessible(page);
  await page.unroute("**/api/auth/csrf");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/${shop.merchantId}/sandbox$`));
});

test("signing in leads to a page of ours and to no other", async ({ page, shop, tolerated }) => {
  // the page that is left behind asks for its feed once more
  tolerated.pattern = REFUSED;
  for (const next of ["//example.com", "/\\example.com", "https://example.com/", "/.//example.com"]) {
    await page.goto(`/sign-in?next=${encodeURIComponent(next)}`);
    await enter(page, shop.owner);
    await expect(page).toHaveURL(new RegExp(`/dashboard/${shop.merchantId}/sandbox$`));
    expect(new URL(page.url()).origin).toBe(process.env.E2E_BASE_URL);
    await page.context().clearCookies();
  }
});

test("by keyboard alone: sign in, see the password, send by Enter", async ({ page, shop }) => {
  await page.goto("/sign-in");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.keyboard.type(shop.owner.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(shop.owner.password);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "text");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/dashboard/${shop.merchantId}/sandbox$`));
});

test("password managers find their fields", async ({ page }) => {
  await page.goto("/sign-in");
  await expect(page.getByLabel("Email")).toHaveAttribute("autocomplete", "username");
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("autocomplete", "current-password");
  await page.goto("/sign-up");
  await expect(page.getByLabel("Email")).toHaveAttribute("autocomplete", "username");
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("autocomplete", "new-password");
});

test("a forgotten password is reset by the operator's link, once, which ends every session", async ({
  page,
  browser,
  signedIn: shop,
}) => {
  const { link } = JSON.parse(resetLinkFor(shop.owner.email));
  const fresh = await (await browser.newContext({ baseURL: process.env.E2E_BASE_URL })).newPage();
  await fresh.goto("/forgot-password");
  await expectAccessible(fresh);
  await fresh.getByLabel("Email").fill(shop.owner.email);
  await fresh.getByRole("button", { name: "Request reset link" }).click();
  await expect(fresh.getByText("If this email has an account")).toBeVisible();

  const path = new URL(link).pathname;
  await fresh.goto(path);
  await expectAccessible(fresh);
  await fresh.getByLabel("New password").fill(PASSWORD);
  await fresh.getByRole("button", { name: "Set password" }).click();
  await expect(fresh).toHaveURL(/\/sign-in\?email=/);
  await expect(fresh.getByLabel("Email")).toHaveValue(shop.owner.email);
  await enter(fresh, { email: shop.owner.email, password: PASSWORD });
  await expect(fresh).toHaveURL(/\/dashboard\//);

  await page.goto("/account");
  await expect(page).toHaveURL(/\/sign-in/);
  await fresh.goto(path);
  await expect(fresh.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await expectAccessible(fresh);
  await fresh.context().close();
});

/** What the operator types. */
function resetLinkFor(email: string): string {
  return execFileSync("npm", ["run", "--silent", "admin", "--", "reset-link", "--email", email], {
    env: { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR, LOG_LEVEL: "warn" },
    encoding: "utf8",
  });
}

test("the start page leads to a new account and to sign-in, and someone signed in to their dashboard", async ({
  page,
  shop,
}) => {
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Dashboard" })).toHaveCount(0);
  await page.getByRole("main").getByRole("link", { name: "Create account" }).click();
  await expect(page).toHaveURL(/\/sign-up$/);
  await page.goto("/");
  await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
  await enter(page, shop.owner);
  await expect(page).toHaveURL(/\/dashboard\//);

  await page.goto("/");
  await expect(page.getByRole("link", { name: "Sign in" })).toHaveCount(0);
  await expect(page.getByRole("banner").getByRole("link", { name: "Dashboard" })).toBeVisible();
  await page.getByRole("link", { name: "Open dashboard" }).click();
  await expect(page).toHaveURL(new RegExp(shop.merchantId));
});
