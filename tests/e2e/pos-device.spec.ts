import { type Browser, expect as expected } from "@playwright/test";
import { expectAccessible, rulesIn } from "@/tests/e2e/support/axe";
import { expect, test } from "@/tests/e2e/support/dashboard";
import { makeDeviceLink } from "@/tests/e2e/support/device-link";
import { openShop, type Shop, signIn } from "@/tests/e2e/support/shop";
import { withResolvers } from "@/tests/support/with-resolvers";

const keypadOf = (shop: Shop, environment = "sandbox") => `/pos/${shop.terminalId}/${environment}`;
const UNKNOWN = "00000000-0000-4000-8000-000000000000";

async function openOn(browser: Browser, path: string) {
  const page = await browser.newPage();
  await page.goto(path);
  await expected(page).toHaveURL(/\/pos\/open$/);
  await page.getByRole("button", { name: "Link device" }).click();
  return page;
}

test("a device link opens the keypad on the first device alone, and a revoked device is closed at once", async ({
  browser,
  shop,
}) => {
  const { path, revoke } = await makeDeviceLink(shop);
  const device = await openOn(browser, path);
  await expect(device.getByRole("heading", { name: "Front desk" })).toBeVisible();
  await expect(device).toHaveURL(new RegExp(`${keypadOf(shop)}$`));
  await expect(device.getByRole("status", { name: "Amount" })).toBeFocused();
  await device.keyboard.type("4.20");
  await device.keyboard.press("Enter");
  await expect(device.getByRole("img", { name: /QR code/ })).toBeVisible();
  await device.goto(`/pos/${shop.terminalId}`);
  await expect(device).toHaveURL(new RegExp(`${keypadOf(shop)}$`));

  const second = await openOn(browser, path);
  await expect(second.getByRole("alert").filter({ hasText: "This link no longer works" })).toBeVisible();
  await expectAccessible(second);
  expect((await device.request.get(`${keypadOf(shop, "live")}/book`)).status()).toBe(401);
  await device.goto(shop.at("payments"));
  await expect(device).toHaveURL(/\/sign-in/);

  await device.goto(keypadOf(shop));
  await device.getByRole("button", { name: "Cancel", exact: true }).click();
  await device.getByRole("button", { name: "Keep it open" }).click();
  await revoke();
  await expect(device.getByRole("status", { name: "Amount" })).toBeFocused();
  await device.keyboard.type("1");
  await device.keyboard.press("Enter");
  await expect(device.getByRole("heading", { name: "This keypad isn't available" })).toBeVisible();
  await expectAccessible(device);
  expect((await device.request.get(`${keypadOf(shop)}/book`)).status()).toBe(401);
  await device.close();
  await second.close();
});

test("a second press while the keypad loads doesn't find the link used up", async ({ browser, shop }) => {
  const { path } = await makeDeviceLink(shop);
  const page = await browser.newPage();
  const pressed = withResolvers<void>();
  await page.exposeFunction("onPressed", pressed.resolve);
  // while a page is being left it can't be asked anything: it presses by itself, and notes what it says
  await page.addInitScript(() => {
    setInterval(() => {
      const isAnswered = performance.getEntriesByType("resource").some(({ name }) => name.includes("/pos/open"));
      const button = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Link device");
      if (isAnswered && button) {
        button.click();
        sessionStorage.setItem("pressed", "again");
        (window as unknown as { onPressed(): void }).onPressed();
      }
      const told = document.querySelector("main")?.textContent ?? "";
      if (told.includes("no longer works")) sessionStorage.setItem("told", told);
    }, 50);
  });
  await page.route(`**${keypadOf(shop)}`, async (route) => {
    // a network so slow that the second press would be answered first
    await pressed.promise;
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await route.continue();
  });
  await page.goto(path);
  await page.getByRole("button", { name: "Link device" }).click();
  await expect(page.getByRole("status", { name: "Amount" })).toBeFocused();
  const noted = await page.evaluate(() => ["pressed", "told"].map((name) => sessionStorage.getItem(name)));
  expect(noted).toEqual(["again", null]);
  await page.close();
});

test("a link without its secret says what to do", async ({ page }) => {
  await page.goto("/pos/open");
  await expect(page.getByText("Open the complete link again")).toBeVisible();
  await expect(page.getByRole("button")).toHaveCount(0);
});

test("a stranger signs in at a closed keypad and is back at it", async ({ page, shop, tolerated }) => {
  tolerated.pattern = /401|favicon/;
  const answer = await page.goto(keypadOf(shop));
  expect(answer?.status()).toBe(401);
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByLabel("Email").fill(shop.owner.email);
  await page.getByLabel("Password", { exact: true }).fill(shop.owner.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "Front desk" })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${keypadOf(shop)}$`));
});

test("a cashier has the keypads of their terminals; any other looks as if it did not exist", async ({
  page,
  shop,
  serverDatabase,
  tolerated,
}) => {
  tolerated.pattern = /401|favicon/;
  const [second] = await shop.ctx.db.sql<[{ id: string }]>`
    insert into terminals (merchant_id, name) values (${shop.merchantId}, 'Back office') returning id`;
  const other = await openShop(serverDatabase, { name: "Other" });
  await signIn(page, await shop.addMember("cashier"));
  await page.goto(`/pos/${shop.terminalId}`);
  await expect(page).toHaveURL(new RegExp(`${keypadOf(shop)}$`));
  await expect(page.getByRole("heading", { name: "Front desk" })).toBeVisible();
  const words = new Set<string>();
  for (const terminal of [second.id, other.terminalId, UNKNOWN, "nonsense"]) {
    const answer = await page.goto(`/pos/${terminal}/sandbox`);
    expect(answer?.status()).toBe(401);
    words.add((await page.getByRole("main").textContent()) ?? "");
    const book = await page.request.get(`/pos/${terminal}/sandbox/book`);
    expect([book.status(), await book.text()]).toEqual([401, expect.stringContaining("This keypad isn't available")]);
    expect((await page.request.get(`/pos/${terminal}/sandbox/manifest.webmanifest`)).status()).toBe(401);
  }
  expect(words.size).toBe(1);
  await page.goto(`/pos/${shop.terminalId}/nowhere`);
  await expect(page.getByRole("heading", { name: "This keypad isn't available" })).toBeVisible();
});

test("a cashier starts at their only keypad, chooses among several, and then starts at the last one", async ({
  page,
  shop,
}) => {
  const [second] = await shop.ctx.db.sql<[{ id: string }]>`
    insert into terminals (merchant_id, name) values (${shop.merchantId}, 'Back office') returning id`;
  await signIn(page, await shop.addMember("cashier"));
  await page.goto("/dashboard");
  await expect(page).toHaveURL(new RegExp(`${keypadOf(shop)}$`));

  await page.context().clearCookies();
  await signIn(page, await shop.addMember("cashier", [shop.terminalId, second.id]));
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1, name: "Choose a keypad" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Back office" }).click();
  await expect(page.getByRole("status", { name: "Amount" })).toBeFocused();
  await page.goto("/dashboard");
  await expect(page).toHaveURL(new RegExp(`/pos/${second.id}/sandbox$`));

  await shop.ctx.db.sql`update terminals set archived_at = now() where id = ${second.id}`;
  await page.goto("/dashboard");
  await expect(page).toHaveURL(new RegExp(`${keypadOf(shop)}$`));

  await page.context().clearCookies();
  await signIn(page, shop.owner);
  await page.goto(keypadOf(shop));
  await expect(page.getByRole("status", { name: "Amount" })).toBeFocused();
  await page.goto("/dashboard");
  await expect(page).toHaveURL(new RegExp(`${shop.at()}(/welcome)?$`));
});

for (const role of ["developer", "viewer"] as const) {
  test(`a ${role} has no keypad`, async ({ page, shop, tolerated }) => {
    tolerated.pattern = /401|favicon/;
    await signIn(page, await shop.addMember(role));
    expect((await page.goto(keypadOf(shop)))?.status()).toBe(401);
    const headers = { origin: process.env.E2E_BASE_URL as string };
    const data = { amount: "1", chargeId: crypto.randomUUID() };
    const charged = await page.request.post(`${keypadOf(shop)}/charge`, { headers, data });
    expect(charged.status()).toBe(401);
  });
}

test("another site's page charges nothing with a cashier's cookies", async ({ page, signedIn: shop }) => {
  const data = { amount: "1", chargeId: crypto.randomUUID() };
  for (const headers of [{ origin: "https://evil.example" }, { origin: "null" }]) {
    const charged = await page.request.post(`${keypadOf(shop)}/charge`, { headers, data });
    expect(charged.status()).toBe(403);
  }
  expect(await shop.ctx.db.sql`select 1 from payment_intents where merchant_id = ${shop.merchantId}`).toHaveLength(0);
});

test("a live charge without a receiving wallet says so and keeps what was typed", async ({
  page,
  signedIn: shop,
  tolerated,
}) => {
  tolerated.pattern = /400/;
  await page.goto(keypadOf(shop, "live"));
  await expect(page.getByRole("complementary", { name: "Sandbox" })).toBeHidden();
  await expect(page.getByRole("status", { name: "Amount" })).toBeFocused();
  await page.keyboard.type("12");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "Live payments need a receiving wallet" })).toBeVisible();
  await expect(page.getByRole("status", { name: "Amount" })).toHaveText(/^12\s/);
});

test("the keypad installs as an app of its own", async ({ page, signedIn: shop }) => {
  await page.goto(keypadOf(shop));
  const href = await page.locator("link[rel=manifest]").getAttribute("href");
  const manifest = await (await page.request.get(href ?? "")).json();
  expect(manifest).toMatchObject({ start_url: keypadOf(shop), name: "Front desk (sandbox) · Corner Shop" });
  for (const { src } of manifest.icons) {
    expect((await page.request.get(src)).headers()["content-type"], src).toBe("image/png");
  }
  const browser = await page.context().newCDPSession(page);
  const { installabilityErrors } = await browser.send("Page.getInstallabilityErrors");
  // a test's window is a private one, which installs nothing
  expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`the keypad fits any screen with the longest of everything, in ${colorScheme}`, async ({
    page,
    signedIn: shop,
  }) => {
    await page.emulateMedia({ colorScheme });
    const name = "Marketplace-of-very-long-names ".repeat(4).slice(0, 120);
    await shop.ctx.db.sql`update terminals set name = ${name} where id = ${shop.terminalId}`;
    await page.goto(keypadOf(shop));
    await expect(page.getByRole("status", { name: "Amount" })).toBeFocused();
    await page.keyboard.type("999999999.999999");
    await page.getByRole("button", { name: "Reference" }).click();
    await page.getByRole("textbox").fill("x".repeat(200));
    for (const viewport of [
      { width: 320, height: 568 },
      { width: 390, height: 844 },
      { width: 844, height: 390 },
      { width: 820, height: 1180 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(viewport);
      const [content, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
      expect(content, `${viewport.width}`).toBeLessThanOrEqual(screen ?? 0);
      const keys = page.getByRole("region", { name: "Keypad" }).getByRole("button");
      for (const box of await Promise.all((await keys.all()).map((key) => key.boundingBox()))) {
        expect(Math.min(box?.width ?? 0, box?.height ?? 0), `${viewport.width}`).toBeGreaterThanOrEqual(63.9);
      }
      await expect(page.getByRole("button", { name: /^Charge/ })).toBeInViewport({ ratio: 1 });
      await expectAccessible(page, rulesIn[colorScheme]);
    }
  });
}
