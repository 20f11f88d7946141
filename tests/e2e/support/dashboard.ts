import { openShop, type Shop, signIn } from "@/tests/e2e/support/shop";
import { test as base, expect } from "@/tests/e2e/support/test";

type OwnShop = {
  /** a merchant of this test's own, in the database of the server under test; nobody signed in yet */
  shop: Shop;
  /** `shop` with its owner signed in on `page` */
  signedIn: Shop;
};

/** For tests of the dashboard. */
export const test = base.extend<OwnShop>({
  shop: async ({ serverDatabase }, use) => use(await openShop(serverDatabase)),

  signedIn: async ({ shop, page }, use) => {
    await signIn(page, shop.owner);
    await use(shop);
  },
});

export { expect };
