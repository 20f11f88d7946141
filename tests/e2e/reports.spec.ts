import { readFileSync } from "node:fs";
import { setLogo } from "@/lib/business/merchants/logo-set";
import { createTerminal } from "@/lib/business/terminals/create";
import { expectAccessible } from "@/tests/e2e/support/axe";
import { expect, test } from "@/tests/e2e/support/dashboard";
import { expectFitsPhone } from "@/tests/e2e/support/layout";
import { makePaidPayments } from "@/tests/e2e/support/many-payments";
import { ownerOf, signIn } from "@/tests/e2e/support/shop";
import { pngOf } from "@/tests/support/images";
import { makePayments } from "@/tests/support/payments";
import { makeRefunds } from "@/tests/support/refunds";

test("days and terminals add up to the same total, and a line leads to the very payments it adds up", async ({
  page,
  signedIn: shop,
}) => {
  const bar = await createTerminal(shop.ctx, { name: "Bar", timeZone: "Europe/Lisbon" });
  await makePaidPayments(shop, 3);
  await makePaidPayments(shop, 4, bar.id);
  await page.goto(shop.at("reports"));
  const days = page.getByRole("table", { name: "Takings by business day" });
  const terminals = page.getByRole("table", { name: "Takings by terminal" });
  for (const table of [days, terminals]) {
    await expect(table.getByRole("row").last()).toContainText(/Total\s*7\s*16\.000016/);
  }
  await expect(days.getByRole("row")).toHaveCount(9);
  await terminals.getByRole("row", { name: /Bar/ }).getByRole("link").click();
  await expect(page).toHaveURL(/paid_from=.*terminal=/);
  await expect(page.getByRole("row")).toHaveCount(5);
});

test("periods and terminals stand in the address, and the file holds the same figures", async ({
  page,
  signedIn: shop,
}) => {
  const bar = await createTerminal(shop.ctx, { name: "Bar", timeZone: "Europe/Lisbon" });
  await makePaidPayments(shop, 2, bar.id);
  await page.goto(shop.at("reports"));
  await page.getByRole("link", { name: "This month" }).click();
  await expect(page).toHaveURL(/from=\d{4}-\d\d-01/);
  await page.getByRole("button", { name: "Terminal" }).click();
  await page
    .getByRole("menuitemcheckbox", { name: "Bar" })
    .or(page.getByRole("menuitem", { name: "Bar" }))
    .click();
  await expect(page).toHaveURL(new RegExp(`terminal=${bar.id}`));
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  const lines = readFileSync(await (await download).path(), "utf8")
    .trimEnd()
    .split("\r\n");
  expect(lines[0]).toBe(
    "\uFEFFday,terminal,payments,takings_usdt,starts_at,ends_at,zone,terminal_id,refunds,refunded_usdt,net_usdt,price_amount,price_currency",
  );
  expect(lines.slice(1).every((line) => line.includes(",Bar,"))).toBe(true);
  const micros = lines.slice(1).reduce((sum, line) => sum + Math.round(Number(line.split(",")[3]) * 1e6), 0);
  expect(micros).toBe(3_000_003);
});

test("refunds and net stand beside the takings, which stay as they are, and have a file of their own", async ({
  page,
  signedIn: shop,
}) => {
  await makePaidPayments(shop, 3);
  await page.goto(shop.at("reports"));
  const days = page.getByRole("table", { name: "Takings by business day" });
  await expect(days.getByRole("columnheader", { name: "Refunded" })).toHaveCount(0);
  const [payment] = await shop.ctx.db.sql<[{ id: string }]>`
    select id from payment_intents where merchant_id = ${shop.merchantId} order by amount_micros desc limit 1`;
  await makeRefunds(await ownerOf(shop), [{ intentId: payment.id, amountMicros: 2_500_000n, reason: "Returned" }]);
  await page.reload();
  for (const table of [days, page.getByRole("table", { name: "Takings by terminal" })]) {
    await expect(table.getByRole("row").last()).toContainText(/Total\s*3\s*6\.000006.*2\.50\s*3\.500006/);
  }
  await expect(page.getByText(/^Refunded\s*2\.50\sUSDT$/)).toBeVisible();
  await expect(page.getByText(/^Net\s*3\.500006\sUSDT$/)).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export refunds" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^refunds-sandbox-.*\.csv$/);
  expect(readFileSync(await file.path(), "utf8")).toMatch(/Front desk,order-3,2\.5,Returned,/);
  await page.goto(shop.at());
  await expect(page.getByRole("region", { name: "Takings today" })).toContainText(/Refunded\s*2\.50\sUSDT/);
});

test("what payments were priced at stands below the takings, in total and by line, and is in the file", async ({
  page,
  signedIn: shop,
}) => {
  const price = (minor: bigint) => ({ currency: "EUR", minor });
  const createdAt = new Date().toISOString();
  await makePaidPayments(shop, 1);
  await page.goto(shop.at("reports"));
  const tables = ["Takings by business day", "Takings by terminal"].map((name) => page.getByRole("table", { name }));
  await expect(page.getByRole("main")).not.toContainText(/priced at|of which|€/i);
  await shop.ctx.db.sql`
    insert into merchant_currencies (merchant_id, currency, since, set_by)
    values (${shop.merchantId}, 'EUR', '2026-01-01', ${(await ownerOf(shop)).actor.userId})`;
  const bar = await createTerminal(shop.ctx, { name: "Bar", timeZone: "Europe/Lisbon" });
  const drafts = [
    { createdAt, amountMicros: 27_130_000n, price: price(123_450n) },
    { createdAt, amountMicros: 2_000_000n, price: { currency: "JPY", minor: 300n } },
    { createdAt, amountMicros: 5_000_000n, price: price(450n), terminalId: bar.id },
  ];
  // in one transaction, as `makePaidPayments`
  await shop.ctx.db.sql.begin((tx) => makePayments(shop, drafts, tx));
  await page.reload();
  await expect(page.getByText(/^Of which 1,239\.00 € · 32\.13\sUSDT in 2 payments$/)).toBeVisible();
  await expect(page.getByText(/^Of which 300 JPY · 2\.00\sUSDT in 1 payment$/)).toBeVisible();
  for (const table of tables) {
    await expect(table.getByRole("row").last()).toContainText(/35\.130001\s*of which 1,239\.00 €/);
  }
  await expect(page.getByRole("row", { name: "Bar" })).toContainText(/5\.00\s*4\.50 €$/);
  await expectAccessible(page);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  const file = readFileSync(await (await download).path(), "utf8");
  expect(file).toMatch(/,Bar,1,5,.*,4\.50,EUR\r\n/);
  await expectFitsPhone(page);
});

test("charts show days, terminals and hours, and the period before stands beside the sum", async ({
  page,
  signedIn: shop,
}) => {
  await makePaidPayments(shop, 3);
  await page.goto(shop.at("reports"));
  const chart = (name: string) => page.getByRole("img", { name });
  await expect(chart("Chart of takings by business day").locator("[data-bar]")).toHaveCount(7);
  await expect(chart("Chart of takings by terminal").locator("[data-bar]")).toHaveCount(1);
  await expect(chart("Takings by hour").locator("[data-bar]")).toHaveCount(24);
  await expect(page.getByText(/^Tips included: 0\.00\sUSDT$/)).toBeVisible();
  await expect(page.getByText(/Previous period \(.*\): 0\.00\sUSDT/)).toBeVisible();
});

test("a long period is shown by month, and a month leads to its days", async ({ page, signedIn: shop }) => {
  await makePaidPayments(shop, 3);
  const today = new Date();
  const day = (daysAgo: number) => new Date(today.getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  const first = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 5, 10)).toISOString().slice(0, 10);
  await page.goto(`${shop.at("reports")}?from=${first}&to=${day(-1)}`);
  const months = page.getByRole("table", { name: "Takings by month" });
  await expect(page.getByRole("table", { name: "Takings by business day" })).toHaveCount(0);
  await expect(page.getByRole("img", { name: "Chart of takings by month" })).toBeVisible();
  await expect(months.getByRole("row").nth(1)).toContainText(/, from 10 \w{3}/);
  await expect(months.getByRole("row").last()).toContainText(/Total\s*3\s*6\.000006/);
  await months.getByRole("link", { name: /, from 10 / }).click();
  await expect(page).toHaveURL(new RegExp(`from=${first}&to=${first.slice(0, 7)}-(28|29|30|31)$`));
  await expect(page.getByRole("table", { name: "Takings by business day" }).getByRole("row").nth(1)).toContainText(
    /^\w{3} 10 /,
  );
});

test("of many terminals fifty are on a page, and the others in one line", async ({ page, signedIn: shop }) => {
  await shop.ctx.db.sql`
    insert into terminals (merchant_id, name, time_zone)
    select ${shop.merchantId}, 'Kiosk ' || lpad(n::text, 2, '0'), 'Europe/Lisbon' from generate_series(1, 60) n`;
  await makePaidPayments(shop, 3);
  await page.goto(shop.at("reports"));
  const terminals = page.getByRole("table", { name: "Takings by terminal" });
  await expect(terminals.getByRole("row")).toHaveCount(53);
  await expect(terminals.getByRole("row").nth(1)).toContainText(/Front desk\s*3\s*6\.000006/);
  await expect(terminals.getByRole("row", { name: "11 other terminals" })).toContainText(/terminals\s*0\s*0\.00/);
  await expect(page.getByText("1–50 of 61")).toBeVisible();
  await page.getByRole("link", { name: "Next", exact: true }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(terminals.getByRole("row")).toHaveCount(14);
  await expect(terminals.getByRole("row", { name: "50 other terminals" })).toContainText(/3\s*6\.000006/);
  await expect(terminals.getByRole("row").last()).toContainText(/Total\s*3\s*6\.000006/);
  await expectAccessible(page);
  await expectFitsPhone(page);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("link", { name: "Previous", exact: true })).toBeHidden();
});

test("today is the business day under way, which isn't over yet", async ({ page, signedIn: shop }) => {
  // began 23 hours ago, so that on most runs the calendar's day has not begun
  const businessDayStart = new Date(Date.now() + 3_600_000).toISOString().slice(11, 16);
  const bar = await createTerminal(shop.ctx, { name: "Bar", timeZone: "UTC", businessDayStart });
  await makePaidPayments(shop, 2, bar.id);
  await page.goto(`${shop.at("reports")}?terminal=${bar.id}`);
  await page.getByRole("navigation", { name: "Periods" }).getByRole("link", { name: "Today" }).click();
  const days = page.getByRole("table", { name: "Takings by business day" });
  await expect(days.getByRole("row")).toHaveCount(3);
  await expect(days.getByRole("row").last()).toContainText(/Total\s*2\s*3\.000003/);
  await expect(page.getByText("The current period isn't over yet.")).toBeVisible();
});

test("every page with periods offers the same ones", async ({ page, signedIn: shop }) => {
  const names = ["Today", "Yesterday", "This week", "Last 7 days", "This month", "Last 30 days", "Last month"];
  await page.goto(shop.at("reports"));
  const tabs = page.getByRole("navigation", { name: "Periods" });
  await expect(tabs.getByRole("link")).toHaveText(names);
  await expect(tabs.locator("[aria-current]")).toHaveCount(1);
  for (const section of ["reports", "payments"]) {
    await page.goto(shop.at(section));
    await page.getByRole("button", { name: /^(Dates|Created)/ }).click();
    await expect(page.getByRole("listitem").getByRole("button", { name: /^(Today|Yesterday|This|Last)/ })).toHaveText(
      names,
    );
  }
});

test("a span of days is chosen in a calendar, by pointer and by keyboard", async ({ page, signedIn: shop }) => {
  await page.goto(`${shop.at("reports")}?from=2026-03-10&to=2026-03-12`);
  await page.getByRole("button", { name: /^Dates/ }).click();
  const sheet = page.getByRole("dialog", { name: "Dates: choose dates" });
  await expect(sheet.getByRole("button", { name: "10 Mar 2026, selected" })).toBeVisible();
  await sheet.getByRole("button", { name: "Previous month" }).click();
  await sheet.getByRole("button", { name: "5 Feb 2026", exact: true }).click();
  await sheet.getByRole("button", { name: "3 Feb 2026", exact: true }).press("Enter");
  await expect(sheet.getByRole("textbox", { name: "Start date" })).toHaveValue("3 Feb 2026");
  await expect(sheet.getByRole("textbox", { name: "End date" })).toHaveValue("5 Feb 2026");
  await sheet.getByRole("button", { name: "Apply dates" }).click();
  await expect(page).toHaveURL(/from=2026-02-03&to=2026-02-05/);
  await expect(page.getByRole("table", { name: "Takings by business day" }).getByRole("row")).toHaveCount(5);

  // at the end: a sheet that is placed anew while a button of it is pressed takes the button away from the pointer
  await page.getByRole("button", { name: /^Dates/ }).click();
  await expect(sheet.getByRole("button", { name: "3 Feb 2026, selected" })).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);
});

test("on a very wide screen the content is in the middle", async ({ page, signedIn: shop }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto(shop.at("reports"));
  const sides = await page.getByRole("main").evaluate((main) => {
    const [area, content] = [main.getBoundingClientRect(), main.firstElementChild?.getBoundingClientRect()];
    const { paddingLeft, paddingRight } = getComputedStyle(main);
    return [
      (content?.left ?? 0) - area.left - Number.parseFloat(paddingLeft),
      area.right - (content?.right ?? 0) - Number.parseFloat(paddingRight),
    ];
  });
  expect(sides[0]).toBeGreaterThan(50);
  expect(Math.abs((sides[0] ?? 0) - (sides[1] ?? 0))).toBeLessThanOrEqual(1);
});

test("a period that cannot be is refused in words", async ({ page, signedIn: shop }) => {
  await page.goto(`${shop.at("reports")}?from=2026-03-02&to=2026-03-01`);
  await expect(page.getByText("The end date is before the start date.")).toBeVisible();
  // the period before would lie outside of all years
  await page.goto(`${shop.at("reports")}?from=9998-12-31&to=1970-01-01`);
  await expect(page.getByText("The end date is before the start date.")).toBeVisible();
  await page.goto(`${shop.at("reports")}?from=1970-01-01&to=9998-12-31`);
  await expect(page.getByText("A report covers at most 366 days. Choose a shorter period.")).toBeVisible();
  await page.goto(`${shop.at("reports")}?from=0000-01-01&to=0000-01-02`);
  await expect(page.getByRole("table", { name: "Takings by business day" })).toBeVisible();
  expect((await page.request.get(`${shop.at("reports")}/export?from=2020-01-01&to=2026-03-01`)).status()).toBe(400);
});

test("on paper only the report is left", async ({ page, signedIn: shop }) => {
  await makePaidPayments(shop, 2);
  await page.goto(shop.at("reports"));
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("table", { name: "Takings by business day" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  await expect(page.getByRole("link", { name: "Export CSV" })).toBeHidden();
  await expect(page.getByRole("link", { name: "Overview" }).first()).toBeHidden();
  await expect(page.getByText("Skip to content")).toBeHidden();
  await expect(page.getByRole("main")).toHaveCSS("padding-left", "0px");
  await expect(page.getByRole("region", { name: "Report by email" })).toBeHidden();
});

test("a printed report is headed by logo, name, period, terminals, time zones and the time of its figures", async ({
  page,
  signedIn: shop,
}) => {
  await createTerminal(shop.ctx, { name: "Bar", timeZone: "Asia/Kathmandu" });
  await setLogo(shop.ctx, { image: pngOf(64, 64).toString("base64") });
  await page.goto(`${shop.at("reports")}?from=2026-03-01&to=2026-03-07`);
  const head = page.locator("dl", { hasText: "As of" });
  await expect(head).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(head.getByRole("term")).toHaveText(["Period", "Terminals", "Time zones", "As of"]);
  await expect(head.getByRole("definition")).toHaveText([
    "Sun 1 Mar 2026 to Sat 7 Mar 2026",
    "Bar, Front desk",
    "Kathmandu (UTC+5:45), Lisbon (UTC+0)",
    /^[A-Z][a-z]+day \d{1,2} \w{3} \d{4}, \d\d:\d\d:\d\d, Lisbon \(UTC[+−]\d\)$/,
  ]);
  const printed = page.locator("main div", { has: head }).last();
  await expect(printed).toContainText("Corner Shop");
  await expect(printed).toContainText("Sandbox, no real money");
  const logo = page.locator("main img");
  await expect(logo).toBeVisible();
  await expect.poll(() => logo.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(64);
});

test("a cashier's report has their terminals alone, and no export", async ({ page, shop }) => {
  const bar = await createTerminal(shop.ctx, { name: "Bar" });
  await makePaidPayments(shop, 3);
  await makePaidPayments(shop, 1, bar.id);
  await signIn(page, await shop.addMember("cashier", [bar.id]));
  await page.goto(shop.at("reports"));
  const terminals = page.getByRole("table", { name: "Takings by terminal" });
  await expect(terminals.getByRole("row").last()).toContainText(/Total\s*1\s*1\.000001/);
  await expect(page.getByText("Front desk")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Export CSV" })).toHaveCount(0);
  expect((await page.request.get(shop.at("reports/export"))).status()).toBe(403);
});

test("the page is readable by all and fits a phone", async ({ page, signedIn: shop }) => {
  await makePaidPayments(shop, 10);
  await page.goto(shop.at("reports"));
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);
  await expectAccessible(page);
});
