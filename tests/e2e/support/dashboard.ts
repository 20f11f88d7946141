import type { Database } from "@/lib/db/client";
import { openServerDatabase, openShop, type Shop, signIn } from "@/tests/e2e/support/shop";
import { test as base, expect } from "@/tests/e2e/support/test";

type Fixtures = {
  /** a merchant of this test's own, nobody signed in yet */
  shop: Shop;
  /** the same, with its owner signed in on `page` */
  signedIn: Shop;
};

/** For tests of the dashboard: each has a merchant of its own, in the database of the server under test. */
export const test = base.extend<Fixtures, { serverDatabase: Database }>({
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

  signedIn: async ({ shop, page }, use) => {
    await signIn(page, shop.owner);
    await use(shop);
  },
});

export { expect };
