import type { Fixtures } from "@playwright/test";
import type { Database } from "@/lib/base/db/client";
import { openServerDatabase, openShop, type Shop, signIn } from "@/tests/e2e/support/shop";
import { test as base, expect } from "@/tests/e2e/support/test";

type OwnShop = {
  /** a merchant of this test's own, nobody signed in yet */
  shop: Shop;
};

/** A merchant of its own for each test, in the database of the server under test. */
export const shopFixtures: Fixtures<OwnShop, { serverDatabase: Database }> = {
  serverDatabase: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies off the pattern
    async ({}, use) => {
      const db = await openServerDatabase();
      await use(db);
      await db.close();
    },
    { scope: "worker" },
  ],

  shop: async ({ serverDatabase }, use) => use(await openShop(serverDatabase)),
};

/** For tests of the dashboard; `signedIn` is `shop` with its owner signed in on `page`. */
export const test = base.extend<OwnShop & { signedIn: Shop }, { serverDatabase: Database }>({
  ...shopFixtures,

  signedIn: async ({ shop, page }, use) => {
    await signIn(page, shop.owner);
    await use(shop);
  },
});

export { expect };
