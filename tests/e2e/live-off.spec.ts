import { expectAccessible } from "@/tests/e2e/support/axe";
import { expect, test } from "@/tests/e2e/support/dashboard";
import { signIn } from "@/tests/e2e/support/shop";

// on one service, which one worker starts
test.describe.configure({ mode: "default" });
test.use({ baseURL: async ({ withoutNode }, use) => use(withoutNode) });

test("a server without a node says so on its live pages, and offers nothing that can't work", async ({
  page,
  shop,
}) => {
  await signIn(page, shop.owner);
  await page.goto(shop.at());
  const live = page.getByRole("navigation", { name: "Environment" }).getByRole("link", { name: "Live off" });
  await expect(live).toHaveAttribute("data-tip", "Not available on this server");
  await live.click();
  await expect(page.getByText("Live payments aren't available on this server. You can try everything")).toBeVisible();
  await expectAccessible(page);
  const create = page.getByRole("banner").getByRole("button", { name: "New payment" });
  await expect(create).toHaveCount(0);
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Search and commands" });
  await expect(palette.getByRole("option", { name: "Add endpoint" })).toBeVisible();
  for (const name of ["New payment", "Create device link", "Set up wallet"]) {
    await expect(palette.getByRole("option", { name }), name).toHaveCount(0);
  }
  await page.goto(shop.live("payments"));
  await expect(page.getByRole("heading", { name: "No payments yet" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Create your first payment" })).toHaveCount(0);
  await page.goto(shop.at("payments"));
  await expect(create).toBeVisible();

  for (const [tab, text, act] of [
    ["keys", "No TRON node is configured, so you can't issue a live key.", "Issue key"],
    ["devices", "so a device can't take any", "Create device link"],
  ] as const) {
    await page.goto(shop.live("terminals", shop.terminalId, tab));
    await expect(page.getByText(text)).toBeVisible();
    await expect(page.getByRole("button", { name: act })).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Open keypad" })).toHaveCount(0);
  }

  await page.goto(shop.live("settings/general"));
  await expect(page.getByText("Live payments aren't available on this server.", { exact: true })).toHaveCount(3);
  await expect(page.getByRole("button", { name: "Save cap" })).toHaveCount(0);

  await page.goto(shop.live("settings/team"));
  await expect(page.getByText("so there is no wallet, cap or settlement to manage")).toBeVisible();
});

test("its live keypad takes no amount, and its sandbox is whole", async ({ page, shop }) => {
  await signIn(page, shop.owner);
  await page.goto(`/pos/${shop.terminalId}/live`);
  await expect(page.getByText("Live payments aren't available on this server.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Charge" })).toHaveCount(0);
  await expectAccessible(page);

  await page.goto(shop.at("terminals", shop.terminalId, "devices"));
  await expect(page.getByRole("button", { name: "Create device link" })).toBeVisible();
  await page.getByRole("link", { name: "Open keypad" }).click();
  await expect(page.getByRole("button", { name: "Charge" })).toBeVisible();
});
