import { expectAccessible } from "@/tests/e2e/support/axe";
import { test as base, expect } from "@/tests/e2e/support/dashboard";
import { expectFitsPhone } from "@/tests/e2e/support/layout";
import { test } from "@/tests/e2e/support/sending";

test("a member chooses what comes by email and when, tries it, and ends it by the link in the email", async ({
  page,
  signedIn: shop,
  equipped,
  serverDatabase,
  browser,
}) => {
  await page.goto(shop.at("settings", "notifications"));
  await expect(page.getByRole("checkbox", { name: "Live payments are delayed" })).toHaveCount(0);
  await page.getByRole("checkbox", { name: "A payment is received" }).check();
  await page.getByRole("combobox", { name: "How often payments are reported" }).selectOption("Summed up every hour");
  await page.getByRole("checkbox", { name: "Use quiet hours" }).check();
  await page.getByLabel("Until").fill("22:00");
  await page.getByRole("button", { name: "Save notifications" }).click();
  await expect(page.getByText("The start and end times must be different.")).toBeVisible();
  await page.getByLabel("Until").fill("06:30");
  await expectAccessible(page);
  await expectFitsPhone(page);
  // what is read again after saving shows by the zone
  await serverDatabase.sql`update merchants set time_zone = 'Asia/Tokyo' where id = ${shop.merchantId}`;
  await page.getByRole("button", { name: "Save notifications" }).press("Enter");
  await expect(page.getByText("Notifications saved")).toBeVisible();
  await expect(page.getByText(/Tokyo/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Save notifications" })).toBeFocused();
  await page.reload();
  await expect(page.getByRole("combobox", { name: "How often payments are reported" })).toHaveValue("hourly");
  await expect(page.getByLabel("Until")).toHaveValue("06:30");

  await page.getByRole("button", { name: "Send test email" }).click();
  await expect(page.getByText("Test email sent")).toBeVisible();
  expect(equipped.post.mails.filter(({ to }) => to.includes(shop.owner.email))).toHaveLength(1);

  const [row] = await serverDatabase.sql<[{ token: string }]>`
    select p.unsubscribe_token as token from notification_preferences p join users u on u.id = p.user_id
     where u.email = ${shop.owner.email}`;
  const elsewhere = await browser.newContext();
  const reader = await elsewhere.newPage();
  await reader.goto(`${equipped.address}/unsubscribe/${row.token}`);
  await expect(reader.getByText(shop.owner.email)).toBeVisible();
  await expectAccessible(reader);
  await expectFitsPhone(reader);
  await reader.getByRole("button", { name: "Stop emails" }).click();
  await expect(reader.getByRole("heading", { name: "No more notification emails" })).toBeVisible();
  await reader.goto(`${equipped.address}/unsubscribe/unknown`);
  await expect(reader.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await elsewhere.close();
  await page.reload();
  await expect(page.getByRole("checkbox", { name: "By email" })).not.toBeChecked();
});

test("a member connects a Telegram chat, tries it and disconnects it", async ({ page, signedIn: shop, equipped }) => {
  await page.goto(shop.at("settings", "notifications"));
  const part = page.getByRole("region", { name: "Telegram" });
  const unsaved = page.getByRole("checkbox", { name: "A payment is received" });
  await unsaved.check();
  await part.getByRole("button", { name: "Connect Telegram" }).click();
  const link = await part.getByRole("link", { name: "Open the bot" }).getAttribute("href");
  expect(link).toMatch(/^https:\/\/t\.me\/till_test_bot\?start=/);
  await part.getByRole("button", { name: "Done" }).click();
  await expect(part.getByText("Your message to the bot isn't there yet.")).toBeVisible();
  await expectAccessible(page);
  equipped.bot.say(`/start ${link?.split("=")[1]}`, { id: 42, username: "shop_owner" });
  await part.getByRole("button", { name: "Done" }).click();
  await expect(part.getByText("Connected to @shop_owner.")).toBeVisible();
  await expect(unsaved).toBeChecked();
  await part.getByRole("button", { name: "Send test message" }).click();
  await expect(page.getByText("Test message sent")).toBeVisible();
  expect(equipped.bot.sent.filter(({ chat_id: chat }) => chat === "42")).toHaveLength(1);
  await expectAccessible(page);
  await expectFitsPhone(page);
  // a toast lies over a phone's buttons
  await page.reload();
  await part.getByRole("button", { name: "Disconnect" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect" }).click();
  await expect(part.getByRole("button", { name: "Connect Telegram" })).toBeVisible();
});

base("without a mail server and a bot, the page says that nothing can be sent", async ({ page, signedIn: shop }) => {
  await page.goto(shop.at("settings", "notifications"));
  await expect(page.getByText("can't send notifications")).toBeVisible();
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  await expectAccessible(page);
});
