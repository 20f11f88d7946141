import { createTerminal } from "@/lib/business/terminals/create";
import { expectAccessible } from "@/tests/e2e/support/axe";
import { expect, test } from "@/tests/e2e/support/dashboard";
import { openWithFeed } from "@/tests/e2e/support/feed";
import { expectFitsPhone } from "@/tests/e2e/support/layout";
import { makePaidPayments } from "@/tests/e2e/support/many-payments";
import { initialScriptKilobytes } from "@/tests/e2e/support/script-size";
import { openWallet, watched } from "@/tests/e2e/support/settlement";
import { signIn } from "@/tests/e2e/support/shop";

test("without payments the overview shows the next step, and the test payment created there appears", async ({
  page,
  signedIn: shop,
}) => {
  await page.goto(shop.at());
  await expect(page.getByText("No payments yet")).toBeVisible();
  await expect(page.getByText("/api/v1/create-payment-intent")).toBeVisible();
  await page.getByRole("button", { name: "Create test payment" }).click();
  await expect(page).toHaveURL(/payments\/[0-9a-f-]{36}/);
  await expect(page.getByRole("region", { name: "Receipt" })).toContainText(/12\.50.*Pending/s);
});

test("without a terminal, every page that needs one leads to the first, and none offers what can't work", async ({
  page,
  signedIn: shop,
}) => {
  await shop.ctx.db.sql`update terminals set archived_at = now() where merchant_id = ${shop.merchantId}`;
  const paths = [
    shop.at(),
    shop.live(),
    ...["payments", "reports", "terminals", "keypad"].map((part) => shop.at(part)),
  ];
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole("link", { name: "Create your first terminal" }), path).toHaveAttribute(
      "href",
      shop.at("welcome"),
    );
    await expect(page.getByRole("button", { name: "Create test payment" })).toHaveCount(0);
  }
  await expectAccessible(page);
  await page.goto(shop.at());
  await expect(page.getByText("/api/v1/create-payment-intent")).toHaveCount(0);
  await page.getByRole("link", { name: "Create your first terminal" }).click();
  await expect(page.getByRole("button", { name: "Create terminal" })).toBeVisible();
});

test("a member who can't create terminals is told who can, and of assigning them only if that is how they see them", async ({
  page,
  shop,
}) => {
  await shop.ctx.db.sql`update terminals set archived_at = now() where merchant_id = ${shop.merchantId}`;
  for (const [role, text] of [
    ["viewer", "Ask an owner or manager to create one."],
    ["developer", "Ask an owner or manager to create one."],
    ["cashier", "You only see terminals that you're assigned to."],
  ] as const) {
    await signIn(page, await shop.addMember(role));
    await page.goto(shop.at("payments"));
    await expect(page.getByText(text), role).toBeVisible();
    await expect(page.getByText(/assigned/), role).toHaveCount(role === "cashier" ? 1 : 0);
    await expect(page.getByRole("link", { name: "Create your first terminal" })).toHaveCount(0);
  }
});

test("without payments, a viewer isn't offered what only others may do", async ({ page, shop }) => {
  await watched(shop);
  await openWallet(shop);
  await signIn(page, await shop.addMember("viewer"));
  for (const environment of [shop.at, shop.live]) {
    await page.goto(environment("payments"));
    await expect(page.getByRole("heading", { name: "No payments yet" })).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: /first payment|keypad/ })).toHaveCount(0);
  }
  await page.goto(shop.at());
  await expect(page.getByRole("heading", { name: "No payments yet" })).toBeVisible();
  await expect(page.getByText(/Create a test payment here|Rotate it|create-payment-intent/)).toHaveCount(0);
  await expectAccessible(page);
  await page.goto(shop.live());
  await expect(page.getByRole("heading", { name: "No live payments yet" })).toBeVisible();
  await expect(page.getByText("issue a live key for a terminal")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Go to terminals" })).toHaveCount(0);
});

test("without payments, everyone who may create one is led to where they do", async ({ page, shop }) => {
  for (const [role, environment, link, href] of [
    ["developer", "sandbox", "Create your first payment", shop.at()],
    ["developer", "live", "Create your first payment", shop.live()],
    ["manager", "live", "Create your first payment", shop.live()],
    ["cashier", "sandbox", "Open a terminal's keypad", shop.at("terminals")],
  ] as const) {
    await signIn(page, await shop.addMember(role));
    await page.goto(environment === "live" ? shop.live("payments") : shop.at("payments"));
    await expect(page.getByRole("link", { name: link }), role).toHaveAttribute("href", href);
  }
});

test("a first payment created elsewhere appears on the empty page without a reload", async ({
  page,
  signedIn: shop,
}) => {
  await openWithFeed(page, shop.at());
  await expect(page.getByText("No payments yet")).toBeVisible();
  await shop.createIntent({ reference: "the-first" });
  await expect(page.getByRole("link", { name: "the-first" })).toBeVisible();
});

test("a page is prefetched for the link that is pointed at, and for no other", async ({ page, signedIn: shop }) => {
  await shop.createIntent({ reference: "the-first" });
  const prefetched: string[] = [];
  page.on("request", (request) => {
    if (request.headers()["next-router-prefetch"]) prefetched.push(new URL(request.url()).pathname);
  });
  await page.goto(shop.at("payments"));
  await expect(page.getByRole("link", { name: "the-first" })).toBeVisible();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Terminals" }).hover();
  await expect.poll(() => prefetched).toContain(shop.at("terminals"));
  expect(prefetched.filter((path) => path !== shop.at("terminals"))).toEqual([]);
});

test("on a slow line the pressed entry is marked at once, and the page gives way to a skeleton until the next one arrives", async ({
  page,
  signedIn: shop,
}) => {
  await page.goto(shop.at("payments"));
  const main = page.getByRole("navigation", { name: "Main" });
  const [payments, reports] = ["Payments", "Reports"].map((name) => main.getByRole("link", { name, exact: true }));
  if (!payments || !reports) throw new Error("the navigation has no such link");
  await expect(payments).toHaveCSS("font-weight", "500");
  await expect(page.getByRole("link", { name: "Create your first payment" })).toBeVisible();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    (url) => url.pathname === shop.at("reports"),
    async (route) => {
      await released;
      await route.continue();
    },
  );
  await reports.click();
  await expect(reports).toHaveCSS("font-weight", "500");
  await expect(payments).toHaveCSS("font-weight", "400");
  await expect(page.locator("[data-page-pending]")).toBeVisible();
  release();
  await expect(page.getByRole("heading", { level: 1, name: "Reports" })).toBeVisible();
  await expect(page.locator("[data-page-pending]")).toBeHidden();
  await expect(reports).toHaveCSS("font-weight", "500");
});

test("a phone's drawer closes on the way to a section, which is marked under More until it arrives", async ({
  page,
  signedIn: shop,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(shop.at("payments"));
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    (url) => url.pathname === shop.at("reports"),
    async (route) => {
      await released;
      await route.continue();
    },
  );
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("navigation", { name: "All sections" }).getByRole("link", { name: "Reports" }).click();
  await expect(page.locator("[data-page-pending]")).toBeVisible();
  await expect(page.getByRole("button", { name: "More" })).toHaveCSS("font-weight", "500");
  release();
  await expect(page.getByRole("heading", { level: 1, name: "Reports" })).toBeVisible();
  await expect(page.locator("[data-page-pending]")).toBeHidden();
});

test("takings grow by a payment that is paid while the page is open, exact to six decimals", async ({
  page,
  signedIn: shop,
}) => {
  const first = await shop.createIntent({ amount_usdt: 12.5 });
  await shop.simulate(first.id);
  await openWithFeed(page, shop.at());
  const takings = page.getByRole("region", { name: "Takings today" });
  await expect(takings).toContainText(/12\.50\sUSDT/);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  const second = await shop.createIntent({ amount_usdt: 0.000001 });
  await shop.simulate(second.id);
  // two decimals to see, the whole amount on hover and for screen readers
  await expect(takings).toContainText(/12\.50\sUSDT, exactly 12\.500001\sUSDT/);
  await takings.getByText("12.50", { exact: true }).first().hover();
  await expect(page.getByRole("tooltip")).toHaveText(/^12\.500001\sUSDT$/);
  await expect(page.getByRole("definition").filter({ hasText: "100" }).first()).toBeVisible();
  expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);
});

test("without server-sent events the overview polls", async ({ page, signedIn: shop }) => {
  await page.addInitScript(() => void Reflect.deleteProperty(window, "EventSource"));
  await page.clock.install();
  const first = await shop.createIntent();
  await shop.simulate(first.id);
  await page.goto(shop.at());
  await expect(page.getByRole("region", { name: "Takings today" })).toContainText(/12\.50\sUSDT/);
  await shop.createIntent({ reference: "seen-without-events" });
  await page.clock.runFor(5_000);
  await expect(page.getByRole("link", { name: "seen-without-events" })).toBeVisible();
});

test("the chart has a table, figures on hover and by keyboard, and each span has its own URL", async ({
  page,
  signedIn: shop,
}) => {
  await makePaidPayments(shop, 5);
  await page.goto(shop.at());
  await expect(page.getByRole("img", { name: "Takings today, by hour" })).toBeVisible();
  await page.getByRole("link", { name: "7 days" }).click();
  await expect(page).toHaveURL(/span=7d/);
  await expect(page.getByRole("region", { name: "Takings in the last 7 days" })).toContainText(/15\.000015\sUSDT/);
  await page.getByText("Show as table").click();
  await expect(page.getByRole("table", { name: /Takings in the last 7 days/ }).getByRole("row")).toHaveCount(8);
  const last = page
    .getByRole("group", { name: /by day/ })
    .getByRole("img")
    .last();
  await last.hover();
  await expect(page.getByRole("tooltip")).toContainText("Previous 7 days");
  await last.focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect(
    page
      .getByRole("group", { name: /by day/ })
      .getByRole("img")
      .nth(4),
  ).toBeFocused();
  await page.keyboard.press("Home");
  await expect(
    page
      .getByRole("group", { name: /by day/ })
      .getByRole("img")
      .first(),
  ).toBeFocused();
});

test("an item under Needs attention links to the page where it can be fixed", async ({ page, signedIn: shop }) => {
  const intent = await shop.createIntent();
  await shop.simulate(intent.id, "late");
  await page.goto(shop.at());
  await page.getByRole("link", { name: "Late payment", exact: true }).click();
  await expect(page).toHaveURL(/settlement\/attention\?kind=late/);
  await expect(page.getByRole("row")).toHaveCount(2);
});

test("the checklist leads to the next step, ticks it off, and stays away once dismissed", async ({
  page,
  signedIn: shop,
}) => {
  await page.goto(shop.at());
  const checklist = page.getByRole("region", { name: "Set up your business" });
  await expect(checklist).toContainText("1 of 7 done. Next: Create a test payment");
  await checklist.getByRole("link", { name: "Add a webhook endpoint" }).click();
  await expect(page).toHaveURL(shop.at("webhooks", "new"));
  await shop.createIntent();
  await page.goto(shop.at());
  await expect(checklist).toContainText("2 of 7 done. Next: Add a webhook endpoint");
  await expect(checklist.getByRole("link", { name: "Invite your team" })).toBeHidden();
  await checklist.getByText("2 of 7 done").click();
  await expect(checklist.getByRole("link", { name: "Invite your team" })).toBeVisible();
  await expectAccessible(page);
  await checklist.getByRole("button", { name: "Dismiss checklist" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Dismiss checklist" }).click();
  // closed by the answer; until then the dialog hides the page, the checklist too
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(checklist).toHaveCount(0);
  await page.goto(shop.live());
  await expect(page.getByRole("heading", { name: "No live payments yet" })).toBeVisible();
  await expect(checklist).toHaveCount(0);
});

test("unused keys are one line, which can be dismissed until there is another one", async ({
  page,
  signedIn: shop,
}) => {
  const { sql } = shop.ctx.db;
  await createTerminal(shop.ctx, { name: "Bar" });
  await makePaidPayments(shop, 1);
  await page.goto(shop.at());
  await expect(page.getByText("2 terminals haven't used their API key yet.")).toBeVisible();
  await page.getByRole("button", { name: "Dismiss", exact: true }).click();
  await expect(page.getByText("All clear")).toBeVisible();
  await createTerminal(shop.ctx, { name: "Cellar" });
  await page.goto(shop.at());
  await expect(page.getByText("Cellar hasn't used its API key yet.")).toBeVisible();
  await sql`update terminals set archived_at = now() where merchant_id = ${shop.merchantId} and name = 'Cellar'`;
  await page.reload();
  await expect(page.getByText("All clear")).toBeVisible();
});

test("figures, chart and the first payments fit a laptop's screen without scrolling", async ({
  page,
  signedIn: shop,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await makePaidPayments(shop, 10);
  await page.goto(shop.at());
  await expect(page.getByRole("img", { name: "Takings today, by hour" })).toBeInViewport({ ratio: 1 });
  await expect(page.getByText("Median time to pay")).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("link", { name: "order-1", exact: true })).toBeInViewport({ ratio: 1 });
});

test("every empty list leads to a next step", async ({ page, signedIn: shop }) => {
  for (const [path, link, href] of [
    [shop.at("webhooks", "deliveries"), "Add endpoint", shop.at("webhooks", "new")],
    [`${shop.at("webhooks", "deliveries")}?status=failed`, "Show all deliveries", shop.at("webhooks", "deliveries")],
    [shop.at("developers", "requests"), "See how to send one", shop.at("developers")],
    [`${shop.at("developers", "requests")}?code=api_error`, "Show all requests", shop.at("developers", "requests")],
    [`${shop.at("terminals")}?show=archived`, "Show active terminals", shop.at("terminals")],
    [`${shop.at("settings", "audit")}?action=wallet`, "Show all entries", shop.at("settings", "audit")],
    [shop.live("settlement", "attention"), "View payments", shop.live("payments")],
    [shop.at("payments"), "Create your first payment", shop.at()],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("link", { name: link, exact: true }), path).toHaveAttribute("href", href);
  }
});

test("the page is not for cashiers", async ({ page, shop, tolerated }) => {
  tolerated.pattern = /403/;
  await signIn(page, await shop.addMember("cashier"));
  expect((await page.request.get(shop.at())).status()).toBe(403);
});

test("the page is accessible, fits a phone, and loads at most 170 kB of script", async ({ page, signedIn: shop }) => {
  await makePaidPayments(shop, 10);
  for (const [path, content] of [
    [shop.at(), page.getByRole("img", { name: /^Takings .*, by / })],
    [`${shop.at()}?span=30d`, page.getByRole("img", { name: /^Takings .*, by / })],
    [shop.live(), page.getByRole("heading", { level: 1 })],
  ] as const) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(content).toBeVisible();
    await expectAccessible(page);
    await expectFitsPhone(page);
    await expectAccessible(page);
  }
  expect(await initialScriptKilobytes(page, shop.at())).toBeLessThanOrEqual(170);
  for (const path of [shop.at("payments"), shop.at("reports")]) {
    expect(await initialScriptKilobytes(page, path)).toBeLessThanOrEqual(170);
  }
});
