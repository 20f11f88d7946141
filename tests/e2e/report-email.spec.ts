import { expectAccessible } from "@/tests/e2e/support/axe";
import { test as base, expect } from "@/tests/e2e/support/dashboard";
import { expectFitsPhone } from "@/tests/e2e/support/layout";
import { test as mailing } from "@/tests/e2e/support/sending";

mailing(
  "a member subscribes to the report, changes how often it comes, and unsubscribes in one click",
  async ({ page, signedIn: shop }) => {
    await page.goto(`${shop.at("reports")}#email`);
    const part = page.getByRole("region", { name: "Report by email" });
    await expect(part).toContainText(shop.owner.email);
    const often = part.getByRole("combobox", { name: "How often" });
    await often.selectOption("Every week, on Monday");
    await part.getByRole("button", { name: "Subscribe" }).press("Enter");
    await expect(page.getByText("Subscribed to the report")).toBeVisible();
    await expect(part.getByRole("button", { name: "Unsubscribe" })).toBeVisible();
    await expect(part.getByRole("button", { name: "Save" })).toBeFocused();
    await expect(often).toHaveValue("weekly");
    await expectAccessible(page);
    await expectFitsPhone(page);
    // a toast lies over a phone's buttons
    await page.reload();
    await often.selectOption("Every day");
    await part.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Subscription saved")).toBeVisible();
    await page.reload();
    await expect(often).toHaveValue("daily");
    await part.getByRole("button", { name: "Unsubscribe" }).click();
    await expect(page.getByText("Unsubscribed from the report")).toBeVisible();
    await expect(part.getByRole("button", { name: "Subscribe" })).toBeFocused();
  },
);

base("without a mail server, the page says what is missing", async ({ page, signedIn: shop }) => {
  await page.goto(shop.at("reports"));
  const part = page.getByRole("region", { name: "Report by email" });
  await expect(part).toContainText("once your administrator has set up a mail server");
  await expect(part.getByRole("button")).toHaveCount(0);
});
