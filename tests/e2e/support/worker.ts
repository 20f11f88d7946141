import type { Fixtures } from "@playwright/test";
import type { Database } from "@/lib/base/db/client";
import { startSecondServer } from "@/tests/e2e/support/second-server";
import { openServerDatabase } from "@/tests/e2e/support/shop";
import { openBotApi } from "@/tests/support/bot-api-server";
import { openMailServer } from "@/tests/support/smtp-server";

export type Worker = {
  /** the database of the server under test */
  serverDatabase: Database;
  /** a second service on it, whose operator has set up a mail server, a Telegram bot and a wallet's scheme */
  equipped: {
    address: string;
    post: Awaited<ReturnType<typeof openMailServer>>;
    bot: Awaited<ReturnType<typeof openBotApi>>;
  };
  /** the address of one without a TRON node */
  withoutNode: string;
};

export const databaseFixture: Fixtures<object, Pick<Worker, "serverDatabase">> = {
  serverDatabase: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies off the pattern
    async ({}, use) => {
      const db = await openServerDatabase();
      await use(db);
      await db.close();
    },
    { scope: "worker" },
  ],
};

/**
 * Everything that lasts for a worker, made for the first test that uses it. Every file has the same, since a worker
 * ends, with its browser, where tests with others follow.
 */
export const workerFixtures: Fixtures<object, Worker> = {
  ...databaseFixture,

  equipped: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies off the pattern
    async ({}, use) => {
      const [post, bot] = [await openMailServer(), await openBotApi()];
      const mail = { SMTP_URL: post.url, MAIL_FROM: "Till <till@shop.example>", RATE_LIMIT_RECEIPT_PER_MINUTE: "0" };
      const server = await startSecondServer({ ...mail, ...bot.env, CHECKOUT_URI_SCHEME: "acme" });
      await use({ address: server.url, post, bot });
      await server.stop();
      await post.close();
      await bot.close();
    },
    { scope: "worker", timeout: 600_000 },
  ],

  withoutNode: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies off the pattern
    async ({}, use) => {
      const server = await startSecondServer({ TRON_RPC_URLS: "" });
      await use(server.url);
      await server.stop();
    },
    { scope: "worker", timeout: 600_000 },
  ],
};
