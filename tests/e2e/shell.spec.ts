import { expectAccessible } from "@/tests/e2e/support/axe";
import { expect, test } from "@/tests/e2e/support/dashboard";
import { openWithFeed } from "@/tests/e2e/support/feed";
import { signIn } from "@/tests/e2e/support/shop";
import { withResolvers } from "@/tests/support/with-resolvers";

test("the palette offers what a role may do and leads there", async ({ page, signedIn: shop }) => {
  await page.goto(shop.at());
  await page.getByRole("button", { name: "Search or jump to…" }).click();
  const palette = page.getByRole("dialog", { name: "Search and commands" });
  await expect(palette.getByRole("option", { name: "Invite teammate" })).toBeVisible();
  await expectAccessible(page);
  await palette.getByRole("combobox").fill("webhook");
  await palette.getByRole("option", { name: "Add endpoint" }).click();
  await expect(page).toHaveURL((url) => url.pathname === shop.at("webhooks", "new"));
  await expect(page.getByRole("heading", { level: 1, name: "Add endpoint" })).toBeVisible();
});

test("Enter opens what was found for the text in the palette, never for an earlier one", async ({
  page,
  signedIn: shop,
}) => {
  await shop.createIntent({ reference: "invoice-7" });
  const wanted = await shop.createIntent({ reference: "invoice-72" });
  await shop.createIntent({ reference: "invoice-7-copy" });
  const held = withResolvers<void>();
  await page.route(
    (url) => url.pathname === shop.at("search") && url.searchParams.get("q") === "invoice-72",
    async (route) => {
      await held.promise;
      await route.continue();
    },
  );
  await page.goto(shop.at("terminals"));
  await page.getByRole("button", { name: "Search or jump to…" }).click();
  const palette = page.getByRole("dialog", { name: "Search and commands" });
  const text = palette.getByRole("combobox");
  await text.fill("invoice-7");
  const found = palette.getByRole("option").filter({ hasText: "invoice-7" });
  await expect(found).toHaveCount(3);
  const selected = palette.getByRole("option", { selected: true });
  await expect(selected).toHaveCount(1);
  await expect(found.and(palette.locator("[aria-disabled=true]"))).toHaveCount(0);

  await text.press("2");
  await expect(found.and(palette.locator("[aria-disabled=true]"))).toHaveCount(3);
  await expect(selected).toHaveCount(0);
  await text.press("Enter");
  await expect(palette).toBeVisible();
  held.resolve();
  await expect(found).toHaveCount(1);
  await expect(selected).toContainText("invoice-72");
  await text.press("Enter");
  await expect(page).toHaveURL((url) => url.pathname === shop.at("payments", wanted.id));
});

test("a cashier's palette has no action of another role", async ({ page, shop }) => {
  await signIn(page, await shop.addMember("cashier"));
  await page.goto(shop.at("payments"));
  await page.getByRole("button", { name: "Search or jump to…" }).click();
  const palette = page.getByRole("dialog", { name: "Search and commands" });
  await expect(palette.getByRole("option", { name: "New payment" })).toBeVisible();
  for (const name of ["Invite teammate", "Create terminal", "Rotate key", "Add endpoint"]) {
    await expect(palette.getByRole("option", { name })).toHaveCount(0);
  }
});

test("the shortcuts are shown by key, from the user menu and from the palette", async ({ page, signedIn: shop }) => {
  await page.goto(shop.at("payments"));
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await page.getByRole("searchbox", { name: "Search payments" }).press("?");
  await expect(page.getByRole("searchbox", { name: "Search payments" })).toHaveValue("?");
  // the page that was searched for has taken the place of the one before, whose title went with it
  await expect(page).toHaveURL(/[?&]q=/);
  await expect(dialog).toBeHidden();
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("?");
  await expect(dialog).toBeVisible();
  await expect(dialog.getByText("Webhooks")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  await page.getByRole("button", { name: /, your account$/ }).click();
  await page.getByRole("menuitem", { name: "Keyboard shortcuts" }).click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Search and commands" });
  await palette.getByRole("combobox").fill("shortcuts");
  await palette.getByRole("option", { name: "Keyboard shortcuts" }).click();
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
});

test("the second letter of a shortcut counts though the page refreshed after the first", async ({
  page,
  signedIn: shop,
}) => {
  await page.clock.install();
  await openWithFeed(page, shop.at("payments"));
  // with the clock at rest, and moved on by hand for the refresh alone, the second letter comes soon enough
  await page.clock.pauseAt(Date.now() + 10_000);
  await page.keyboard.press("g");
  await shop.createIntent({ reference: "between" });
  await expect(async () => {
    await page.clock.runFor(1);
    await expect(page.getByRole("link", { name: "between" })).toBeVisible({ timeout: 100 });
  }).toPass();
  await page.keyboard.press("w");
  await page.clock.resume();
  await expect(page).toHaveURL((url) => url.pathname === shop.at("webhooks"));
});

test("a phone reaches the shortcuts from its menu", async ({ page, signedIn: shop }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(shop.at("payments"));
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: /, your account$/ }).click();
  await page.getByRole("menuitem", { name: "Keyboard shortcuts" }).click();
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(dialog).toBeVisible();
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeHidden();
  const [content, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect(content).toBeLessThanOrEqual(screen ?? 0);
  await expectAccessible(page);
});
