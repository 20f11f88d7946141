import type { Page } from "@playwright/test";
import { expectAccessible } from "@/tests/e2e/support/axe";
import { expect, test } from "@/tests/e2e/support/dashboard";

/** The paper behind everything, as the browser paints it. */
function paper(page: Page): Promise<"light" | "dark"> {
  return page.evaluate(() => {
    const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    if (!context) throw new Error("no canvas");
    context.fillStyle = getComputedStyle(document.body).backgroundColor;
    context.fillRect(0, 0, 1, 1);
    return (context.getImageData(0, 0, 1, 1).data[0] ?? 0) > 127 ? "light" : "dark";
  });
}

test("a theme is chosen in the account, comes with the next page's first byte, and the system has it back", async ({
  page,
  signedIn: shop,
}) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/account");
  expect(await paper(page)).toBe("light");
  const theme = page.getByRole("group", { name: "Theme" });
  await expect(theme.getByRole("radio", { name: "System" })).toBeChecked();
  await theme.getByRole("radio", { name: "Dark" }).check();
  expect(await paper(page)).toBe("dark");
  await expectAccessible(page);

  expect(await (await page.request.get(shop.at())).text()).toMatch(/<html[^>]* data-theme="dark"/);
  await page.goto(shop.at());
  expect(await paper(page)).toBe("dark");
  await expectAccessible(page);
  await page.emulateMedia({ media: "print" });
  expect(await paper(page)).toBe("light");
  await page.emulateMedia({ media: "screen", colorScheme: "dark" });

  await page.getByRole("button", { name: /, your account/ }).click();
  await expect(page.getByRole("menuitemcheckbox", { name: "Dark" })).toBeChecked();
  await page.getByRole("menuitemcheckbox", { name: "Light" }).click();
  expect(await paper(page)).toBe("light");
  await page.reload();
  expect(await paper(page)).toBe("light");
  await expectAccessible(page);

  await page.goto("/account");
  await theme.getByRole("radio", { name: "System" }).check();
  expect(await paper(page)).toBe("dark");
  await page.emulateMedia({ colorScheme: "light" });
  expect(await paper(page)).toBe("light");
  expect(await (await page.request.get("/account")).text()).not.toMatch(/<html[^>]* data-theme/);
});

test("the keypad has the theme too, chosen under Takings", async ({ page, signedIn: shop }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(`/pos/${shop.terminalId}/sandbox`);
  await page.getByRole("button", { name: "Takings" }).click();
  await page.getByRole("dialog", { name: "Takings" }).getByRole("radio", { name: "Dark" }).check();
  expect(await paper(page)).toBe("dark");
  await page.reload();
  expect(await paper(page)).toBe("dark");
  await expectAccessible(page);
});
