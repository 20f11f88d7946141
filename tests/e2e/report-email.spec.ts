import { expectAccessible } from "@/tests/e2e/support/axe";
import { test as base, expect } from "@/tests/e2e/support/dashboard";
import { expectFitsPhone } from "@/tests/e2e/support/layout";
import { startServer } from "@/tests/e2e/support/server";
import { serverDatabaseUrl } from "@/tests/e2e/support/shop";
import { openMailServer } from "@/tests/support/smtp-server";

/** A second service on the same database, whose operator has set up a mail server. */
const mailing = base.extend<object, { address: string }>({
  address: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies off the pattern
    async ({}, use) => {
      const post = await openMailServer();
      const mail = { SMTP_URL: post.url, MAIL_FROM: "Till <till@shop.example>" };
      const server = await startServer({ ...mail, JOBS_DRIVER: "off", DATABASE_URL: await serverDatabaseUrl() });
      await use(server.url);
      await server.stop();
      await post.close();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  baseURL: async ({ address }, use) => use(address),
});

mailing(
  "a member subscribes to the report, changes how often it comes, and unsubscribes in one click",
  async ({ page, signedIn: shop }) => {
    await page.goto(`${shop.at("reports")}#email`);
    const part = page.getByRole("region", { name: "Report by email" });
    await expect(part).toContainText(shop.owner.email);
    const often = part.getByRole("combobox", { name: "How often" });
    await often.selectOption("Every week, on Monday");
    await part.getByRole("button", { name: "Subscribe" }).click();
    await expect(page.getByText("Subscribed to the report")).toBeVisible();
    await expect(part.getByRole("button", { name: "Unsubscribe" })).toBeVisible();
    await expect(often).toHaveValue("weekly");
    await expectAccessible(page);
    await expectFitsPhone(page);
    await often.selectOption("Every day");
    await part.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Subscription saved")).toBeVisible();
    await page.reload();
    await expect(often).toHaveValue("daily");
    await part.getByRole("button", { name: "Unsubscribe" }).click();
    await expect(page.getByText("Unsubscribed from the report")).toBeVisible();
    await expect(part.getByRole("button", { name: "Subscribe" })).toBeVisible();
  },
);

base("without a mail server, the page says what is missing", async ({ page, signedIn: shop }) => {
  await page.goto(shop.at("reports"));
  const part = page.getByRole("region", { name: "Report by email" });
  await expect(part).toContainText("once your administrator has set up a mail server");
  await expect(part.getByRole("button")).toHaveCount(0);
});
