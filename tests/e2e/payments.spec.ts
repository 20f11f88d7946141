import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Locator, Page } from "@playwright/test";
import readXlsxFile from "read-excel-file/node";
import { createTerminal } from "@/lib/business/terminals/create";
import { expectAccessible } from "@/tests/e2e/support/axe";
import { expect, test } from "@/tests/e2e/support/dashboard";
import { openWithFeed } from "@/tests/e2e/support/feed";
import { hide } from "@/tests/e2e/support/hide";
import { expectHydrated } from "@/tests/e2e/support/hydrated";
import { expectFitsPhone } from "@/tests/e2e/support/layout";
import { makePaidPayments } from "@/tests/e2e/support/many-payments";
import { startReceiver } from "@/tests/e2e/support/receiver";
import { answered } from "@/tests/e2e/support/saved";
import { openShop, signIn } from "@/tests/e2e/support/shop";
import { withResolvers } from "@/tests/support/with-resolvers";

/** Holds back what a page loads when its URL changes. `asked` are the queries that were requested. */
async function holdPages(page: Page) {
  const held = withResolvers<void>();
  const asked: URLSearchParams[] = [];
  await page.route(
    (url) => url.searchParams.has("_rsc"),
    async (route) => {
      asked.push(new URL(route.request().url()).searchParams);
      await held.promise;
      await route.continue();
    },
  );
  return { asked, release: () => held.resolve() };
}

async function chooseStatus(page: Page, status: string) {
  await page.getByRole("button", { name: "Status" }).click();
  await page.getByRole("menuitemcheckbox", { name: status }).click();
  await expect(page.getByRole("menu")).toHaveCount(0);
}

const searchBox = (page: Page) => page.getByRole("searchbox", { name: "Search payments" });

test("filters are in the URL, survive a reload and are cleared together", async ({ page, signedIn: shop }) => {
  await makePaidPayments(shop, 2);
  await shop.createIntent({ reference: "still-open" });
  await page.goto(shop.at("payments"));
  await expect(page.getByRole("row")).toHaveCount(4);
  await page.getByRole("button", { name: "Status" }).click();
  await page
    .getByRole("menuitemcheckbox", { name: "Pending" })
    .or(page.getByRole("menuitem", { name: "Pending" }))
    .click();
  await expect(page).toHaveURL(/status=pending/);
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.reload();
  await expect(page.getByRole("link", { name: "still-open" })).toBeVisible();
  await page.getByRole("button", { name: "Clear all" }).click();
  await expect(page).not.toHaveURL(/status/);
  await expect(page.getByRole("row")).toHaveCount(4);
});

test("the search box finds by reference, amount and short ID, and says when nothing matches", async ({
  page,
  signedIn: shop,
}) => {
  await makePaidPayments(shop, 3);
  const { id } = await shop.createIntent({ amount_usdt: 77.5, reference: "Table 4" });
  await page.goto(shop.at("payments"));
  await expect(page.getByRole("row")).toHaveCount(5);
  const box = searchBox(page);
  // what the server rendered hears no key until React has taken it over
  await expectHydrated(box);
  await page.keyboard.press("/");
  await expect(box).toBeFocused();
  for (const words of ["table", "77,50", `${id.slice(0, 4)}…${id.slice(-4)}`, id.slice(0, 8)]) {
    await box.fill(words);
    await expect(page).toHaveURL((url) => url.searchParams.get("q") === words);
    await expect(page.getByRole("row")).toHaveCount(2);
    await expect(page.getByRole("link", { name: "Table 4" })).toBeVisible();
  }
  await expect(box).toBeFocused();
  await box.fill("nothing like it");
  await expect(page.getByText("No matching payments")).toBeVisible();
  await page.getByRole("link", { name: "Show all payments" }).click();
  await expect(page.getByRole("row")).toHaveCount(5);
  await expect(box).toHaveValue("");
});

test("filters that are changed while the list loads add up, two values of one filter and a search", async ({
  page,
  signedIn: shop,
}) => {
  await makePaidPayments(shop, 2);
  await shop.createIntent({ reference: "still-open" });
  await shop.createIntent({ reference: "another" });
  await page.goto(shop.at("payments"));
  await expect(page.getByRole("row")).toHaveCount(5);
  const pages = await holdPages(page);
  await chooseStatus(page, "Pending");
  await chooseStatus(page, "Expired");
  await searchBox(page).fill("still");
  await expect.poll(() => pages.asked.map((query) => query.get("q"))).toContain("still");
  pages.release();
  await expect(page).toHaveURL(/\?status=pending&status=expired&q=still$/);
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(page.getByRole("link", { name: "still-open" })).toBeVisible();
  await expect(searchBox(page)).toHaveValue("still");
  await page.getByRole("button", { name: "Clear all" }).click();
  await expect(page.getByRole("row")).toHaveCount(5);
  await expect(searchBox(page)).toHaveValue("");
});

test("on a phone, a filter counts that still loads when its sheet is closed", async ({ page, signedIn: shop }) => {
  await makePaidPayments(shop, 2);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(shop.at("payments"));
  const pages = await holdPages(page);
  await page.getByRole("button", { name: "Filter" }).click();
  const sheet = page.getByRole("dialog", { name: "Filters" });
  await sheet.getByRole("button", { name: "Status" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Pending" }).click();
  await expect(page.getByRole("menu")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  await searchBox(page).fill("still");
  await expect.poll(() => pages.asked.map((query) => query.get("q"))).toContain("still");
  pages.release();
  await expect(page).toHaveURL(/\?status=pending&q=still$/);
});

test("a filter that loads between the last keystroke and the search stays", async ({ page, signedIn: shop }) => {
  // the search's timer runs by hand
  await page.addInitScript((pauseMs) => {
    const later = window.setTimeout;
    const paused: TimerHandler[] = [];
    const pausing = (run: TimerHandler, delay?: number, ...rest: unknown[]) => {
      if (delay === pauseMs) paused.push(run);
      return later(delay === pauseMs ? () => {} : run, delay, ...rest);
    };
    window.setTimeout = pausing as typeof window.setTimeout;
    Object.assign(window, { goOn: () => paused.map((run) => (run as () => void)()) });
  }, 250);
  await shop.createIntent({ reference: "still-open" });
  await page.goto(shop.at("payments"));
  await searchBox(page).fill("still");
  await chooseStatus(page, "Pending");
  await expect(page).toHaveURL(/\?status=pending$/);
  await expect(searchBox(page)).toHaveValue("still");
  await page.evaluate(() => void (window as unknown as { goOn(): void }).goOn());
  await expect(page).toHaveURL(/\?status=pending&q=still$/);
  await expect(page.getByRole("link", { name: "still-open" })).toBeVisible();
});

test("the search box is emptied by going back before its list has loaded, and a later filter is for that list", async ({
  page,
  signedIn: shop,
}) => {
  await makePaidPayments(shop, 60);
  await page.goto(shop.at("payments"));
  await page.getByRole("link", { name: "Older" }).click();
  const first = page.getByRole("row").nth(1);
  await expect(first).toContainText("order-51");
  const pages = await holdPages(page);
  await searchBox(page).fill("order-7");
  await expect.poll(() => pages.asked.map((query) => query.get("q"))).toContain("order-7");
  await page.goBack();
  pages.release();
  await expect(first).toContainText("order-1");
  await expect(page).toHaveURL((url) => url.search === "");
  await expect(searchBox(page)).toHaveValue("");
  await chooseStatus(page, "Paid");
  await expect(page).toHaveURL(/\?status=paid$/);
});

test("paging to older and newer payments leaves no gap", async ({ page, signedIn: shop }) => {
  await makePaidPayments(shop, 120);
  await page.goto(shop.at("payments"));
  const first = page.getByRole("row").nth(1);
  await expect(first).toContainText("order-1");
  await expect(page.getByText("1–50 of 120")).toBeVisible();
  await page.getByRole("link", { name: "Older" }).click();
  await expect(first).toContainText("order-51");
  await expect(page.getByText("51–100 of 120")).toBeVisible();
  await page.getByRole("link", { name: "Older" }).click();
  await expect(first).toContainText("order-101");
  await expect(page.getByText("101–120 of 120")).toBeVisible();
  await expect(page.getByRole("link", { name: "Older" })).toHaveCount(0);
  await page.getByRole("link", { name: "Newer" }).click();
  await expect(first).toContainText("order-51");
  await page.getByRole("link", { name: "Newer" }).click();
  await expect(first).toContainText("order-1");
  await expect(page.getByRole("link", { name: "Newer" })).toHaveCount(0);
});

test("a search inside references is paged, and says how many it finds and their sum", async ({
  page,
  signedIn: shop,
}) => {
  await makePaidPayments(shop, 120);
  await page.goto(`${shop.at("payments")}?q=DER-1`);
  await expect(page.getByRole("row")).toHaveCount(33);
  await expect(page.getByRole("status").filter({ hasText: "32 payments" })).toContainText("Amount due 2,456.002456");
  await expect(page.getByText("1–32 of 32")).toBeVisible();
  await page.goto(`${shop.at("payments")}?q=order`);
  await expect(page.getByRole("row")).toHaveCount(51);
  await expect(page.getByText("1–50 of 120")).toBeVisible();
});

test("dates are typed in the format in which they are shown, and a wrong one is named at its field", async ({
  page,
  signedIn: shop,
}) => {
  await makePaidPayments(shop, 2);
  await page.goto(`${shop.at("payments")}?from=2026-01-05`);
  await page.getByRole("button", { name: "Created since 5 Jan 2026" }).click();
  const first = page.getByRole("textbox", { name: "Start date" });
  await expect(first).toHaveValue("5 Jan 2026");
  await first.fill("5/1/2026");
  await page.getByRole("button", { name: "Apply dates" }).click();
  await expect(first).toHaveAccessibleDescription(/This isn't a date. Enter one like \d+ \w{3} 20\d\d\./);
  await first.fill("7 Jan 2026");
  await page.getByRole("button", { name: "Apply dates" }).click();
  await expect(page).toHaveURL(/from=2026-01-07/);
});

test("every row is one tab stop, and Back returns to the row that was opened", async ({ page, signedIn: shop }) => {
  await makePaidPayments(shop, 120);
  await page.goto(`${shop.at("payments")}?status=paid`);
  await page.getByRole("link", { name: "Older" }).click();
  const link = (reference: string) => page.getByRole("link", { name: reference, exact: true });
  await expect(link("order-60")).toBeVisible();
  await expect.poll(() => link("order-60").getAttribute("tabindex")).toBe("0");
  await link("order-60").focus();
  await page.keyboard.press("Tab");
  await expect(link("order-61")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(
    page
      .getByRole("row")
      .filter({ has: link("order-61") })
      .getByRole("time"),
  ).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(link("order-61")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/payments\/[0-9a-f-]{36}/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("order-61");
  await page.goBack();
  await expect(link("order-61")).toBeFocused();
});

test("a filter is saved as a view, opened from elsewhere, and deleted after asking", async ({
  page,
  signedIn: shop,
}) => {
  await makePaidPayments(shop, 2);
  await shop.createIntent({ reference: "still-open" });
  await page.goto(`${shop.at("payments")}?status=pending`);
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Save this view" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Open ones");
  await page.getByRole("button", { name: "Save view" }).click();
  await expect(page.getByText("View saved")).toBeVisible();
  await page.goto(shop.at("payments"));
  await expect(page.getByRole("row")).toHaveCount(4);
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Open ones" }).click();
  await expect(page).toHaveURL(/status=pending/);
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Delete “Open ones”" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question.locator(":focus")).toHaveCount(1);
  await page.keyboard.press("j");
  await expect(question.locator(":focus")).toHaveCount(1);
  await question.getByRole("button", { name: "Delete view" }).click();
  await expect(page.getByText("View deleted")).toBeVisible();
  await page.getByRole("button", { name: "Views" }).click();
  await expect(page.getByText("No saved views yet")).toBeVisible();
});

test("columns and compact rows are chosen and kept", async ({ page, signedIn: shop }) => {
  await makePaidPayments(shop, 2);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(shop.at("payments"));
  await page.getByRole("button", { name: "Display" }).click();
  const options = page.getByRole("dialog", { name: "Display options" });
  await options.getByLabel("Payment ID").uncheck();
  await options.getByLabel("Received").check();
  const head = page.getByRole("columnheader");
  await expect(head).toHaveText(["Reference", "Status", "Terminal", "Created", "Received, USDT", "Amount, USDT"]);
  const row = page.getByRole("row").nth(1);
  const height = async () => (await row.boundingBox())?.height ?? 0;
  const before = await height();
  await options.getByLabel("Compact rows").check();
  await expect.poll(height).toBeLessThan(before);
  await page.reload();
  await expect(head).toHaveText(["Reference", "Status", "Terminal", "Created", "Received, USDT", "Amount, USDT"]);
  expect(await height()).toBeLessThan(before);
});

test("search and filters are on one line on a laptop, and in one sheet on a phone", async ({
  page,
  signedIn: shop,
}) => {
  await makePaidPayments(shop, 2);
  await shop.createIntent({ reference: "still-open" });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(shop.at("payments"));
  const middle = async (one: Locator) => {
    const box = await one.boundingBox();
    return Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2);
  };
  const line = await middle(searchBox(page));
  for (const name of ["Status", "Flags", "Views", "Display"]) {
    expect([name, await middle(page.getByRole("button", { name, exact: true }))]).toEqual([name, line]);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("button", { name: "Status" })).toBeHidden();
  await page.getByRole("button", { name: "Filter" }).click();
  const sheet = page.getByRole("dialog", { name: "Filters" });
  await sheet.getByRole("button", { name: "Status" }).click();
  await page
    .getByRole("menuitemcheckbox", { name: "Pending" })
    .or(page.getByRole("menuitem", { name: "Pending" }))
    .click();
  await expect(page).toHaveURL(/status=pending/);
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await expect(page.getByRole("button", { name: "Filter (1)" })).toBeVisible();
  await expect(page.getByRole("link", { name: "still-open" })).toBeVisible();
});

test("a payment created elsewhere appears in the list without a reload, and so does its end", async ({
  page,
  signedIn: shop,
}) => {
  await makePaidPayments(shop, 1);
  await openWithFeed(page, shop.at("payments"));
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  const intent = await shop.createIntent({ reference: "fresh" });
  const row = page.getByRole("row").filter({ hasText: "fresh" });
  await expect(row).toContainText("Pending");
  await shop.simulate(intent.id);
  await expect(row).toContainText("Paid");
  expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);
});

test("a revoked session sees nothing more: the open page leads to sign-in", async ({
  page,
  signedIn: shop,
  tolerated,
}) => {
  tolerated.pattern = /401|feed/;
  await makePaidPayments(shop, 1);
  await page.goto(shop.at("payments"));
  await expect(page.getByRole("row")).toHaveCount(2);
  await shop.ctx.db.sql`
    update user_sessions set revoked_at = now() where user_id = (select id from users where email = ${shop.owner.email})`;
  await expect(page).toHaveURL(/sign-in/);
});

test("the export contains exactly the filtered payments", async ({ page, signedIn: shop }) => {
  await makePaidPayments(shop, 60);
  await shop.createIntent({ reference: "=1+1" });
  await page.goto(`${shop.at("payments")}?q=order-1&status=paid`);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^payments-sandbox-\d{4}-\d\d-\d\d\.csv$/);
  const lines = readFileSync(await file.path(), "utf8")
    .trimEnd()
    .split("\r\n");
  expect(lines[0]).toMatch(/^\uFEFFid,created_at,terminal,reference,amount_usdt,status/);
  const references = lines.slice(1).map((line) => line.split(",")[3]);
  const wanted = ["order-1", ...Array.from({ length: 10 }, (_, n) => `order-${10 + n}`)];
  expect(references.toSorted()).toEqual(wanted.toSorted());
  expect(lines[1]).toContain(",1.000001,paid,");
  const open = await page.request.get(`${shop.at("payments", "export")}?status=pending`);
  expect(await open.text()).toContain("'=1+1");
});

test("an export is saved in the format chosen last, on every page", async ({ page, signedIn: shop }) => {
  await makePaidPayments(shop, 1);
  await page.goto(shop.at("payments"));
  const choose = async (name: string) => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export formats" }).click();
    await page.getByRole("menuitem", { name }).click();
    return download;
  };
  const sheet = await choose("XLSX For Excel and other spreadsheets");
  expect(sheet.suggestedFilename()).toMatch(/^payments-sandbox-\d{4}-\d\d-\d\d\.xlsx$/);
  const [{ data } = { data: [] }] = await readXlsxFile(await sheet.path());
  expect(data[1]?.slice(3, 6)).toEqual(["order-1", 1.000001, "paid"]);
  await expect(page.getByRole("link", { name: "Export XLSX" })).toBeVisible();

  await page.goto(shop.at("reports"));
  await expect(page.getByRole("link", { name: "Export XLSX" })).toBeVisible();
  const file = await choose("CSV Semicolons, decimals as 12,5");
  expect(file.suggestedFilename()).toMatch(/^takings-sandbox-.*\.csv$/);
  expect(readFileSync(await file.path(), "utf8")).toContain(";Front desk;1;1,000001;");
  await expect(page.getByRole("link", { name: "Export CSV" })).toHaveAttribute("href", /format=csv_decimal_comma$/);
  const unknown = await page.request.get(`${shop.at("reports", "export")}?format=ods`);
  expect([unknown.status(), await unknown.text()]).toEqual([
    400,
    "format must be one of xlsx, csv, csv_decimal_comma, csv_semicolon, for example format=xlsx.\n",
  ]);
});

test("a failed webhook shows the reason on the payment, and its delivery once it is sent again", async ({
  page,
  serverDatabase,
}) => {
  let status = 500;
  // a second attempt would say the same beside the first
  const headers = { "retry-after": "600" };
  const receiver = createServer((_, response) => response.writeHead(status, headers).end("out of order"));
  await once(receiver.listen(0, "localhost"), "listening");
  const { port } = receiver.address() as AddressInfo;
  const shop = await openShop(serverDatabase, { webhookUrl: `http://localhost:${port}/hook` });
  await signIn(page, shop.owner);
  const { id } = await shop.createIntent({ reference: "order-9", metadata: { cart: "basket 8812" } });
  const refused = () =>
    serverDatabase.sql`select from webhook_deliveries where endpoint_id = ${shop.webhookEndpointId} and last_status = 500`;
  await expect.poll(async () => (await refused()).length).toBe(1);
  await page.goto(shop.at("payments", id));
  await expect(page.getByText("Your server responded with 500")).toBeVisible();
  await expect(page.getByText("basket 8812")).toBeVisible();
  await page.getByText("Show attempt and request").click();
  await expect(page.getByText("out of order")).toBeVisible();
  await expect(page.getByText("X-Service-Event-Id")).toBeVisible();
  status = 204;
  await page.getByRole("button", { name: "Resend event" }).click();
  await expect(page.getByText("Delivered")).toBeVisible();
  receiver.close();
});

test("what is typed, opened and focused on a payment's page stays when it is paid and when an event is resent", async ({
  page,
  serverDatabase,
}) => {
  const receiver = await startReceiver();
  // the next attempt is so late that the page has nothing to wait for once the payment is paid
  Object.assign(receiver.answer, { status: 500, body: "out of order", headers: { "retry-after": "600" } });
  const shop = await openShop(serverDatabase, { webhookUrl: receiver.url });
  await signIn(page, shop.owner);
  const { id } = await shop.createIntent();
  await openWithFeed(page, shop.at("payments", id));
  const refused = page.getByText("Your server responded with 500");
  await expect(refused).toHaveCount(1);
  await page.getByText("Show attempt and request").click();
  const response = page.getByText("out of order").first();
  await expect(response).toBeVisible();
  const note = page.getByRole("textbox", { name: "Note", exact: true });
  await note.fill("Called the cus");
  await shop.simulate(id);
  await expect(page.getByRole("region", { name: "Receipt" })).toContainText("Paid");
  await expect(refused).toHaveCount(2);
  await expect(note).toBeFocused();
  await expect(note).toHaveValue("Called the cus");
  await expect(response).toBeVisible();

  Object.assign(receiver.answer, { status: 200, headers: {} });
  const resend = page.getByRole("button", { name: "Resend event" }).first();
  await resend.press("Enter");
  await expect(page.getByText("Delivered", { exact: true })).toHaveCount(1);
  // the other one keeps the time that the server wanted
  await expect(refused).toHaveCount(1);
  await expect(resend).toBeFocused();
  await expect(note).toHaveValue("Called the cus");
  await expect(response).toBeVisible();
  await receiver.close();
});

test("while the service is away, an open payment stays with what is typed, and is current again afterwards", async ({
  page,
  signedIn: shop,
  tolerated,
}) => {
  tolerated.pattern = /502/;
  const { id } = await shop.createIntent({ amount_usdt: 10 });
  const path = shop.at("payments", id);
  const refused: string[] = [];
  const ended = withResolvers<void>();
  let feeds = 0;
  let isAway = false;
  await page.route(
    ({ pathname }) => pathname.startsWith("/dashboard/") || pathname.startsWith("/api/health/"),
    async (route) => {
      const { pathname } = new URL(route.request().url());
      if (pathname.endsWith("/feed") && feeds++ === 0) {
        await ended.promise;
        return route.fulfill({ contentType: "text/event-stream", body: "retry: 100\n\n" });
      }
      if (!isAway) return route.continue();
      refused.push(pathname);
      return route.fulfill({ status: 502, contentType: "text/html", body: "<h1>502 Bad Gateway</h1>" });
    },
  );
  await page.goto(path);
  const receipt = page.getByRole("region", { name: "Receipt" });
  await expect(receipt).toContainText("Pending");
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  const note = page.getByRole("textbox", { name: "Note", exact: true });
  await note.fill("Called the cus");

  isAway = true;
  ended.resolve();
  await expect.poll(() => refused.filter((one) => one === "/api/health/ready").length).toBeGreaterThan(1);
  expect(refused).toContain(`${shop.at()}/feed`);
  expect(refused).not.toContain(path);
  await expect(page).toHaveURL((url) => url.pathname === path);
  await expect(note).toHaveValue("Called the cus");
  await shop.simulate(id, "underpaid");

  const reopened = page.waitForResponse((response) => response.url().endsWith("/feed") && response.ok());
  isAway = false;
  await reopened;
  await expect(receipt).toContainText("Partially paid");
  await shop.simulate(id);
  await expect(receipt).toContainText("Paid");
  await expect(note).toHaveValue("Called the cus");
  expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);
});

test("a payment can be simulated, and its timeline is in order", async ({ page, signedIn: shop }) => {
  const { id } = await shop.createIntent({ amount_usdt: 10 });
  await page.goto(shop.at("payments", id));
  const simulate = async (words: string) => {
    await page.getByRole("button", { name: "Simulate payment" }).click();
    await page.getByRole("menuitem", { name: words }).click();
  };
  await simulate("Pay too little");
  const receipt = page.getByRole("region", { name: "Receipt" });
  await expect(receipt).toContainText("Partially paid");
  await expect(receipt).toContainText(/Remaining.*5\.00/);
  await expect(page.getByRole("button", { name: "Cancel payment" })).toHaveCount(0);
  await simulate("Pay exactly");
  await expect(receipt).toContainText("Paid");
  const timeline = page.getByRole("list", { name: "Timeline" });
  await expect(timeline).toContainText(
    /Payment created.*underpayment.*5\.00.*received.*exact payment.*5\.00.*received.*Paid/s,
  );
  await expect(timeline).toContainText(shop.owner.email);
});

test("a note and tags are edited by role, and the page links payments with the same reference", async ({
  page,
  signedIn: shop,
}) => {
  const first = await shop.createIntent({ reference: "order-7" });
  const second = await shop.createIntent({ reference: "Order-7" });
  await page.goto(shop.at("payments", first.id));
  await expect(page.getByRole("img", { name: "QR code of the payment page" })).toBeVisible();
  await page.getByRole("textbox", { name: "Note", exact: true }).fill("Called the customer.");
  await page.getByRole("textbox", { name: "Tags", exact: true }).fill("VIP, refund");
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByText("Note saved")).toBeVisible();
  await expect(page.getByRole("list", { name: "Tags" })).toHaveText("VIPrefund");
  await expect(page.getByText(`Edited by ${shop.owner.email}`)).toBeVisible();
  await page.getByRole("textbox", { name: "Note", exact: true }).fill("Called the customer twice.");
  await answered(page, () => page.getByRole("button", { name: "Save note" }).click());
  const related = page.getByRole("region", { name: "Related payments" });
  await related.getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(second.id));
  await signIn(page, await shop.addMember("viewer"));
  await page.goto(shop.at("payments", first.id));
  await expect(page.getByText("Called the customer twice.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save note" })).toHaveCount(0);
});

test("a note that someone else has saved meanwhile isn't replaced, and the own text stays", async ({
  browser,
  page,
  signedIn: shop,
}) => {
  const { id } = await shop.createIntent();
  const other = await (await browser.newContext()).newPage();
  await signIn(other, await shop.addMember("manager"));
  const editors = [page, other].map((one) => ({
    page: one,
    note: one.getByRole("textbox", { name: "Note", exact: true }),
    save: one.getByRole("button", { name: "Save note" }),
  }));
  const [mine, theirs] = editors as [(typeof editors)[0], (typeof editors)[0]];
  for (const one of editors) await openWithFeed(one.page, shop.at("payments", id));
  await mine.note.fill("Wants it by Friday.");
  await theirs.note.fill("Called the customer.");
  await theirs.save.click();
  await expect(other.getByText("Note saved")).toBeVisible();
  await mine.save.click();
  await expect(page.getByText("has changed this note since you opened it")).toBeVisible();
  await expect(mine.note).toHaveValue("Wants it by Friday.");
  await page.reload();
  await expect(mine.note).toHaveValue("Called the customer.");
  await mine.note.fill("Called. Wants it by Friday.");
  await mine.save.click();
  await expect(page.getByText("Note saved")).toBeVisible();
  await other.context().close();
});

test("what is typed while a note is being saved stays, and can be saved next", async ({ page, signedIn: shop }) => {
  const { id } = await shop.createIntent();
  await openWithFeed(page, shop.at("payments", id));
  const note = page.getByRole("textbox", { name: "Note", exact: true });
  const save = page.getByRole("button", { name: "Save note" });
  const [asked, answer] = [withResolvers<void>(), withResolvers<void>()];
  await page.route(`**${shop.at("payments", id)}`, async (route) => {
    if (route.request().method() === "POST") {
      asked.resolve();
      await answer.promise;
    }
    await route.continue();
  });
  await note.fill("Called the customer.");
  await save.click();
  await asked.promise;
  await note.press("End");
  await note.pressSequentially(" Wants it by Friday.");
  answer.resolve();
  await expect(page.getByText("Note saved")).toBeVisible();
  await expect(page.getByText(`Edited by ${shop.owner.email}`)).toBeVisible();
  await expect(note).toHaveValue("Called the customer. Wants it by Friday.");
  await answered(page, () => save.click());
  await page.reload();
  await expect(note).toHaveValue("Called the customer. Wants it by Friday.");
});

test("what is typed after a note was saved, before the page shows it, isn't taken for someone else's", async ({
  page,
  signedIn: shop,
}) => {
  const { id } = await shop.createIntent();
  await openWithFeed(page, shop.at("payments", id));
  const note = page.getByRole("textbox", { name: "Note", exact: true });
  const save = page.getByRole("button", { name: "Save note" });
  await note.fill("Called the customer.");
  const pages = await holdPages(page);
  await save.click();
  await expect(page.getByText("Note saved")).toBeVisible();
  await note.press("End");
  await note.pressSequentially(" Twice.");
  pages.release();
  await expect(page.getByText(`Edited by ${shop.owner.email}`)).toBeVisible();
  await expect(note).toHaveValue("Called the customer. Twice.");
  await answered(page, () => save.click());
  await page.reload();
  await expect(note).toHaveValue("Called the customer. Twice.");
});

test("a cancellation asks first, and then shows who cancelled", async ({ page, signedIn: shop }) => {
  const { id } = await shop.createIntent();
  await page.goto(shop.at("payments", id));
  await page.getByRole("button", { name: "Cancel payment" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Keep payment" }).click();
  await expect(question).toBeHidden();
  await expect(page.getByRole("region", { name: "Receipt" })).toContainText("Pending");
  await page.getByRole("button", { name: "Cancel payment" }).click();
  await question.getByRole("button", { name: "Cancel payment" }).click();
  await expect(page.getByText(`Cancelled by ${shop.owner.email}`)).toBeVisible();
});

test("what is refused because the payment has ended meanwhile is said in the words of the page", async ({
  page,
  signedIn: shop,
}) => {
  const intent = await shop.createIntent();
  await page.goto(shop.at("payments", intent.id));
  // it learns nothing of the payment until it is asked for
  await hide(page, true);
  await expect(page.getByRole("button", { name: "Simulate payment" })).toBeVisible();
  await shop.simulate(intent.id);
  await page.getByRole("button", { name: "Cancel payment" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Cancel payment" }).click();
  await expect(
    question.getByText("This payment is paid. Only pending payments can be cancelled.", { exact: true }),
  ).toBeVisible();
  await question.getByRole("button", { name: "Keep payment" }).click();
  await page.getByRole("button", { name: "Simulate payment" }).click();
  await page.getByRole("menuitem", { name: "Pay exactly" }).click();
  await expect(
    page
      .getByRole("region", { name: "Notifications" })
      .getByText("This payment is paid. Only pending payments can be paid.", { exact: true }),
  ).toBeVisible();
});

test("a cashier sees and opens only the payments of their terminals, and none of another business", async ({
  page,
  shop,
  serverDatabase,
  tolerated,
}) => {
  tolerated.pattern = /404|403/;
  const bar = await createTerminal(shop.ctx, { name: "Bar" });
  const mine = await shop.createIntent({ reference: "at-the-bar" }, bar.keys.sandbox);
  const theirs = await shop.createIntent({ reference: "at-the-desk" });
  const foreign = await (await openShop(serverDatabase)).createIntent();
  await signIn(page, await shop.addMember("cashier", [bar.id]));
  await page.goto(shop.at("payments"));
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(page.getByRole("link", { name: "Export CSV" })).toHaveCount(0);
  await page.getByRole("link", { name: "at-the-bar" }).click();
  await expect(page).toHaveURL(new RegExp(mine.id));
  for (const id of [theirs.id, foreign.id, "nonsense"]) {
    expect((await page.request.get(shop.at("payments", id))).status()).toBe(404);
  }
  expect((await page.request.get(`${shop.at("payments")}/export`)).status()).toBe(403);
});

test("lists and payments are accessible and fit a phone, also with long texts", async ({ page, signedIn: shop }) => {
  const long = await shop.createIntent({
    amount_usdt: 999_999_999.999999,
    reference: "reference-without-any-space-".repeat(7),
    metadata: { ["name-".repeat(8)]: "value-without-space-".repeat(20) },
  });
  await shop.simulate(long.id, "late");
  for (const path of [shop.at("payments"), `${shop.at("payments")}?q=zzz&flag=late`, shop.at("payments", long.id)]) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectAccessible(page);
    await expectFitsPhone(page);
    await expectAccessible(page);
  }
});
