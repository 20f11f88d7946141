import { Key } from "selenium-webdriver";
import { test as base, expect, expectFreshPaint, PHONE } from "@/tests/browsers/support/test";
import { startShopServer } from "@/tests/e2e/support/shop-page";

type ShopServer = Awaited<ReturnType<typeof startShopServer>>["shop"];

/** A shop's page of another origin, under the strictest policy that a shop can have. */
const test = base.extend<{ shopServer: ShopServer }>({
  shopServer: async ({ shop, baseURL }, use) => {
    const server = await startShopServer(new URL(baseURL ?? "").origin, async () => (await shop.createIntent()).id);
    server.serve();
    await use(server.shop);
    await server.close();
  },
});

for (const [size, resize] of [
  ["laptop", null],
  ["phone", PHONE],
] as const) {
  test(`on a ${size} the window opens, is paid, tells the shop and gives the focus back`, async ({
    tab,
    shop,
    shopServer,
  }) => {
    if (resize) await tab.resize(...resize);
    await tab.open(shopServer.url);
    await tab.press("Pay with USDT");
    await tab.sees("Waiting for payment");
    expect(await tab.read()).toContain("12.50");
    expect(await tab.images()).toContain("QR code for this payment of 12.50 USDT");
    expect(await tab.overflow()).toBeLessThanOrEqual(0);
    const first = await tab.timer();
    await expect.poll(tab.timer).not.toBe(first);

    const [intent] = shopServer.made;
    await shop.simulate(intent?.intent_id ?? "", "underpaid");
    await tab.sees("Received 6.25 of 12.50 USDT");
    await shop.simulate(intent?.intent_id ?? "");
    await tab.press("Done");
    await tab.seesNot("12.50");
    await tab.focused().toBe("Pay with USDT");
    expect(await tab.evaluate("return window.told")).toEqual([["success", intent]]);
  });
}

test("the paid window leaves nothing behind of the longer paper before it", async ({ tab, shop, shopServer }) => {
  await tab.resize(...PHONE);
  await tab.open(shopServer.url);
  await tab.press("Pay with USDT");
  await tab.sees("Waiting for payment");
  await shop.simulate(shopServer.made[0]?.intent_id ?? "");
  await tab.still("Done");
  await expectFreshPaint(tab);
});

test("Escape closes the window, tells the shop and gives the focus back", async ({ tab, shopServer }) => {
  await tab.open(shopServer.url);
  await tab.press("Pay with USDT");
  await tab.sees("Waiting for payment");
  await tab.type(Key.ESCAPE);
  await tab.seesNot("Waiting for payment");
  await tab.focused().toBe("Pay with USDT");
  const [intent] = shopServer.made;
  expect(await tab.evaluate("return window.told")).toEqual([["cancel", { ...intent, reason: "closed" }]]);
});
