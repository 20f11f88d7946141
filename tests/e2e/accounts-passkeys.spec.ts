import type { Page } from "@playwright/test";
import { expectAccessible } from "@/tests/e2e/support/axe";
import { expect, test } from "@/tests/e2e/support/dashboard";
import { expectFitsPhone } from "@/tests/e2e/support/layout";
import { giveTwoStep } from "@/tests/support/accounts";

/** A device whose owner is always recognised, as Chromium's developer tools make one. */
async function plugIn(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      automaticPresenceSimulation: true,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
}

test("a passkey is added, is the second step and the whole sign-in, and is removed", async ({
  page,
  signedIn: shop,
  tolerated,
}) => {
  test.slow();
  tolerated.pattern = /status of 401/;
  await plugIn(page);
  await page.goto("/account/security");
  await expect(page.getByText("You have no passkeys yet.")).toBeVisible();
  await page.getByRole("button", { name: "Add passkey" }).click();
  const dialog = page.getByRole("dialog", { name: "Add passkey" });
  await dialog.getByLabel("Name").fill("Laptop");
  await dialog.getByLabel("Your password").fill("not it");
  await dialog.getByRole("button", { name: "Add passkey" }).click();
  await expect(dialog.getByText("Incorrect password.")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel("Your password").fill(shop.owner.password);
  await dialog.getByRole("button", { name: "Add passkey" }).click();
  const list = page.getByRole("list", { name: "Your passkeys" });
  await expect(list).toContainText("never used");
  await expectAccessible(page);
  await expectFitsPhone(page);

  await page.context().clearCookies();
  await page.goto("/sign-in");
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).toHaveURL(/\/dashboard\//);

  await giveTwoStep(shop.ctx.db, shop.owner.email);
  await page.context().clearCookies();
  await page.goto("/sign-in");
  await expectAccessible(page);
  await page.getByLabel("Email").fill(shop.owner.email);
  await page.getByLabel("Password", { exact: true }).fill(shop.owner.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).toHaveURL(/\/dashboard\//);

  await page.goto("/account");
  await expect(page.getByRole("checkbox", { name: "Remove my passkey" })).not.toBeChecked();
  await page.goto("/account/security");
  await expect(list).toContainText("last used");
  await page.getByRole("button", { name: "Add passkey" }).click();
  await dialog.getByLabel("Name").fill("Stranger's phone");
  await dialog.getByLabel("Code").fill("000000");
  await dialog.getByLabel("Your password").fill(shop.owner.password);
  await dialog.getByRole("button", { name: "Add passkey" }).click();
  await expect(dialog.getByText("Incorrect code.")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Remove passkey Laptop" }).click();
  const question = page.getByRole("alertdialog", { name: "Remove passkey Laptop?" });
  await question.getByLabel("Your password").fill(shop.owner.password);
  await question.getByRole("button", { name: "Remove passkey" }).click();
  await expect(page.getByText("You have no passkeys yet.")).toBeVisible();

  await page.context().clearCookies();
  await page.goto("/sign-in");
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByText("This passkey wasn't accepted.")).toBeVisible();
  await expectAccessible(page);
});
