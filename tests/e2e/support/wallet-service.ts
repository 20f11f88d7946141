import type { Fixtures } from "@playwright/test";
import { startSecondServer } from "@/tests/e2e/support/second-server";

export type WalletService = { walletService: string };

/** A second service on the same database, whose operator has named a wallet's scheme. For `test.extend`. */
export const walletServiceFixture: Fixtures<object, WalletService> = {
  walletService: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies off the pattern
    async ({}, use) => {
      const server = await startSecondServer({ CHECKOUT_URI_SCHEME: "acme" });
      await use(server.url);
      await server.stop();
    },
    { scope: "worker", timeout: 600_000 },
  ],
};
