import { test as base } from "@/tests/e2e/support/dashboard";
import { startSecondServer } from "@/tests/e2e/support/second-server";
import { openBotApi } from "@/tests/support/bot-api-server";
import { openMailServer } from "@/tests/support/smtp-server";

type Sending = {
  address: string;
  post: Awaited<ReturnType<typeof openMailServer>>;
  bot: Awaited<ReturnType<typeof openBotApi>>;
};

/** A second service on the same database, whose operator has set up a mail server and a Telegram bot. */
export const test = base.extend<object, { sending: Sending }>({
  sending: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies off the pattern
    async ({}, use) => {
      const [post, bot] = [await openMailServer(), await openBotApi()];
      const mail = { SMTP_URL: post.url, MAIL_FROM: "Till <till@shop.example>" };
      const server = await startSecondServer({ ...mail, ...bot.env });
      await use({ address: server.url, post, bot });
      await server.stop();
      await post.close();
      await bot.close();
    },
    { scope: "worker", timeout: 600_000 },
  ],
  baseURL: async ({ sending }, use) => use(sending.address),
});
