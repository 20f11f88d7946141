import { expectAccessible } from "@/tests/e2e/support/axe";
import { expect, test } from "@/tests/e2e/support/dashboard";
import { signIn } from "@/tests/e2e/support/shop";

test("the quick start takes a key into its code and sends it nowhere", async ({ page, signedIn: shop }) => {
  await page.goto(shop.at("developers"));
  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
  await page.getByLabel("Your key").fill("whsec_abc");
  await expect(page.getByText("This is a webhook signing secret.")).toBeVisible();
  await page.getByLabel("Your key").fill(shop.key);
  for (const language of ["curl", "Node", "Python", "PHP"]) {
    await page.getByRole("tab", { name: language }).click();
    await expect(page.getByRole("tabpanel", { name: language })).toContainText(`Bearer ${shop.key}`);
  }
  expect(sent.filter((request) => request.includes(shop.key))).toEqual([]);
});

test("a call is found in the log by its id, with what its code means", async ({ page, signedIn: shop }) => {
  await page.goto(shop.at("developers", "requests"));
  await expect(page.getByRole("heading", { name: "No requests yet" })).toBeVisible();
  await expectAccessible(page);
  await shop.createIntent();
  const refused = await page.request.post("/api/v1/create-payment-intent", {
    headers: { authorization: `Bearer ${shop.key}` },
    data: { amount_usdt: 0 },
  });
  const id = refused.headers()["x-request-id"] ?? "";
  const { sql } = shop.ctx.db;
  const written = () =>
    sql`select id from api_requests where merchant_id = ${shop.merchantId}`.then((rows) => rows.length);
  await expect.poll(written).toBe(2);
  await page.reload();
  const search = page.getByRole("searchbox", { name: "Search requests" });
  await search.fill("no ID");
  await expect(page.getByRole("heading", { name: "No results" })).toBeVisible();
  await search.fill(id);
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("link", { name: /create-payment-intent/ }).click();
  await expect(page.getByText("amount_usdt must be a number from 0.000001")).toBeVisible();
  await expect(page.getByText(id)).toBeVisible();
  await expectAccessible(page);
});

test("keys and endpoints are seen at a glance, a revoked role sees nothing", async ({
  page,
  signedIn: shop,
  tolerated,
}) => {
  await page.goto(shop.at("developers"));
  await expect(page.getByRole("link", { name: "Front desk" })).toBeVisible();
  await expect(page.getByText(`…${shop.key.slice(-4)}`)).toBeVisible();
  tolerated.pattern = /403/;
  await signIn(page, await shop.addMember("viewer"));
  expect((await page.goto(shop.at("developers")))?.status()).toBe(403);
});

for (const [size, viewport] of [
  ["phone", { width: 390, height: 844 }],
  ["laptop", { width: 1440, height: 900 }],
] as const) {
  test(`the screens are sound on a ${size}`, async ({ page, signedIn: shop }) => {
    await page.setViewportSize(viewport);
    await shop.createIntent();
    for (const path of [shop.at("developers"), shop.live("developers"), shop.at("developers", "requests")]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      const [content, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
      expect(content, path).toBeLessThanOrEqual(screen ?? 0);
      await expectAccessible(page);
    }
  });
}
