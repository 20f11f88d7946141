import type { Fixtures } from "@playwright/test";
import { startServer } from "@/tests/e2e/support/server";
import { serverDatabaseUrl } from "@/tests/e2e/support/shop";

export type WalletService = { walletService: string };

/** A second service on the same database, whose operator has named a wallet's scheme. For `test.extend`. */
export const walletServiceFixture: Fixtures<object, WalletService> = {
  walletService: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies off the pattern
    async ({}, use) => {
      const settings = { CHECKOUT_URI_SCHEME: "acme", JOBS_DRIVER: "off", DATABASE_URL: await serverDatabaseUrl() };
      const server = await startServer(settings);
      await use(server.url);
      await server.stop();
    },
    { scope: "worker", timeout: 600_000 },
  ],
};
