import type { Page } from "@playwright/test";
import type { Database } from "@/lib/base/db/client";
import { createDeviceLink } from "@/lib/business/devices/create";
import { createTerminal } from "@/lib/business/terminals/create";
import { expect, test } from "@/tests/e2e/support/dashboard";
import { openItem, openWallet, watched } from "@/tests/e2e/support/settlement";
import { openShop, type Shop, signIn } from "@/tests/e2e/support/shop";

// as long as each may be, and nowhere to break
const NAME = "N".repeat(120);
const UNUSED = "U".repeat(60);
const REFERENCE = "x".repeat(200);
const URL = `http://127.0.0.1:9/${"hooks".repeat(100)}`;
const EMAIL = `${"a".repeat(64)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.example`;
const METADATA = { ["k".repeat(40)]: "v".repeat(200) };

test.use({ viewport: { width: 390, height: 844 } });

/** What sticks out sideways, as the elements that do. */
async function wideParts(page: Page, path: string) {
  await page.goto(path, { waitUntil: "domcontentloaded" });
  await expect(page.getByRole("heading", { level: 1 }), path).toBeVisible();
  return page.evaluate((at) => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll("main *")].filter(
      (one) => one.getBoundingClientRect().right > clientWidth + 1 && !one.closest("table"),
    );
    return [`${at} by ${scrollWidth - clientWidth} px: ${wide.slice(0, 3).map((one) => one.outerHTML.slice(0, 160))}`];
  }, path);
}

async function expectAllFit(page: Page, paths: string[]) {
  const wide: string[] = [];
  for (const path of paths) wide.push(...(await wideParts(page, path)));
  expect(wide).toEqual([]);
}

/** Someone whose address, name and browser are as long as they may be. */
async function lengthen(shop: Shop, email: string) {
  const { sql } = shop.ctx.db;
  const [user] = await sql<[{ id: string }]>`
    update users set email = ${`${shop.merchantId.slice(0, 8)}${EMAIL.slice(8)}`}, name = ${NAME} where email = ${email}
    returning id`;
  await sql`update user_sessions set user_agent = ${"Mozilla/".repeat(60)} where user_id = ${user.id}`;
  return user.id;
}

type World = { shop: Shop; paid: string; late: string; delivery: string; request: string; endpoint: string };

async function openLongWorld(page: Page, db: Database): Promise<World> {
  const shop = await openShop(db, { name: NAME, terminal: NAME, webhookUrl: URL });
  const { sql } = shop.ctx.db;
  await signIn(page, shop.owner);
  const userId = await lengthen(shop, shop.owner.email);
  await shop.addMember("cashier");
  const actor = { type: "user" as const, userId, address: "203.0.113.9" };
  const ctx = { ...shop.ctx, actor, environment: "sandbox" as const, role: "owner" as const, terminalIds: null };
  await createDeviceLink(ctx, { terminalId: shop.terminalId, name: NAME });
  await sql`insert into invitations (merchant_id, email, role, token_hash, invited_by, expires_at)
            values (${shop.merchantId}, ${EMAIL}, 'manager', ${shop.merchantId}, ${userId}, now() + interval '1 day')`;
  // never used, so that the overview names it
  await createTerminal(ctx, { name: UNUSED });
  const { id: paid } = await shop.createIntent({ reference: REFERENCE, metadata: METADATA });
  await shop.simulate(paid);
  const { id: late } = await shop.createIntent({ reference: REFERENCE });
  await shop.simulate(late, "late");
  const logged = () =>
    sql`select id from api_requests where merchant_id = ${shop.merchantId}`.then((rows) => rows.length);
  await expect.poll(logged).toBe(2);
  const [one] = await sql<[{ delivery: string; request: string }]>`
    select (select d.id from webhook_deliveries d join events e on e.id = d.event_id where e.intent_id = ${paid} limit 1)
             as delivery,
           (select r.id from api_requests r where r.merchant_id = ${shop.merchantId} limit 1) as request`;
  return { shop, paid, late, ...one, endpoint: shop.webhookEndpointId ?? "" };
}

const PAGES: Record<string, (world: World) => string[]> = {
  "payments, terminals and reports": ({ shop, paid, late }) => [
    shop.at(),
    shop.at("welcome"),
    shop.at("payments"),
    shop.at("payments", paid),
    shop.at("payments", late),
    shop.at("terminals"),
    shop.at("terminals", shop.terminalId),
    shop.at("terminals", shop.terminalId, "keys"),
    shop.at("terminals", shop.terminalId, "devices"),
    shop.at("keypad"),
    shop.at("reports"),
  ],
  "webhooks and developers": ({ shop, delivery, request, endpoint }) => [
    shop.at("webhooks"),
    shop.at("webhooks", "new"),
    shop.at("webhooks", endpoint),
    shop.at("webhooks", endpoint, "edit"),
    shop.at("webhooks", "deliveries"),
    shop.at("webhooks", "deliveries", delivery),
    shop.at("developers"),
    shop.at("developers", "requests"),
    shop.at("developers", "requests", request),
  ],
  "settings, accounts and customers": ({ shop, paid }) => [
    shop.at("settings", "general"),
    shop.at("settings", "team"),
    shop.at("settings", "audit"),
    "/account",
    "/account/devices",
    "/account/log",
    "/account/security",
    `/pos/${shop.terminalId}/sandbox`,
    `/pay/${paid}`,
    `/pay/${paid}/receipt`,
  ],
};

// one world for all, since making it takes longer than opening a page
test("no name, reference, address or URL makes a page scroll sideways, and each fits the dialogs that ask about it", async ({
  page,
  serverDatabase,
}) => {
  const world = await openLongWorld(page, serverDatabase);
  for (const [what, paths] of Object.entries(PAGES)) {
    await test.step(what, () => expectAllFit(page, paths(world)));
  }
  const { shop } = world;
  for (const [path, button] of [
    [shop.at("terminals", shop.terminalId), "Archive terminal"],
    ["/account", `Leave ${NAME}`],
  ] as const) {
    await test.step(`the dialog of "${button.split(" ")[0]}"`, async () => {
      await page.goto(path);
      await page.getByRole("button", { name: button }).click();
      const dialog = page.getByRole("alertdialog");
      await expect(dialog).toContainText(NAME);
      expect(await dialog.evaluate((one) => one.scrollWidth - one.clientWidth), path).toBeLessThanOrEqual(0);
    });
  }
});

test("nor does one of settlement", async ({ page, serverDatabase }) => {
  const shop = await openShop(serverDatabase, { name: NAME, terminal: NAME });
  await signIn(page, shop.owner);
  await lengthen(shop, shop.owner.email);
  await watched(shop);
  const [first] = await openWallet(shop, 3);
  if (!first) throw new Error("the wallet has no address");
  const partial = await openItem(shop, { kind: "partial", address: first.hex, reference: REFERENCE });
  const stray = await openItem(shop, { kind: "unassigned", address: first.hex });
  await expectAllFit(page, [
    shop.live(),
    shop.live("payments"),
    shop.live("payments", partial.intentId ?? ""),
    shop.live("terminals"),
    shop.live("developers"),
    shop.live("settlement"),
    shop.live("settlement", "attention"),
    shop.live("settlement", "attention", partial.itemId),
    shop.live("settlement", "attention", stray.itemId),
    shop.live("settlement", "funds"),
    shop.live("settlement", "funds", "sweep"),
    shop.live("settlement", "wallet"),
  ]);
});
