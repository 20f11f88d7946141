import { expectAccessible } from "@/tests/e2e/support/axe";
import { expect, test } from "@/tests/e2e/support/dashboard";
import { expectFitsPhone } from "@/tests/e2e/support/layout";
import { ownerOf } from "@/tests/e2e/support/shop";
import { makeRefunds } from "@/tests/support/refunds";

test("a shift is opened and closed at the keypad, and its report is read and printed in the dashboard", async ({
  page,
  signedIn: shop,
}) => {
  await page.goto(shop.at("terminals", shop.terminalId, "shifts"));
  await expect(page.getByText("No shifts yet")).toBeVisible();
  await expectAccessible(page);

  await page.goto(`/pos/${shop.terminalId}/sandbox`);
  await expect(page.getByRole("status", { name: "Amount" })).toBeFocused();
  await page.getByRole("button", { name: "Takings" }).click();
  const shift = page.getByRole("dialog", { name: "Takings" }).getByRole("region", { name: "Shift" });
  await shift.getByRole("button", { name: "Open shift" }).press("Enter");
  await expect(shift.getByText(/^Shift 1 was opened by /)).toBeVisible();
  await expect(shift.getByRole("button", { name: "Close shift" })).toBeFocused();
  await expectAccessible(page);
  const paid = await shop.createIntent({ amount_usdt: 48.25 });
  await shop.simulate(paid.id);
  await shop.createIntent({ amount_usdt: 3 });
  await makeRefunds(await ownerOf(shop), [{ intentId: paid.id, amountMicros: 8_250_000n }]);
  await page.goto(shop.at("terminals", shop.terminalId, "shifts", "1"));
  await expect(page.getByText("This shift is still open.")).toBeVisible();

  await page.goto(`/pos/${shop.terminalId}/sandbox`);
  await expect(page.getByRole("status", { name: "Amount" })).toBeFocused();
  await page.getByRole("button", { name: "Takings" }).click();
  await shift.getByRole("button", { name: "Close shift" }).press("Enter");
  await expect(shift.getByRole("group", { name: "Close shift 1?" })).toBeFocused();
  await shift.getByRole("button", { name: "Cancel" }).press("Enter");
  await expect(shift.getByRole("button", { name: "Close shift" })).toBeFocused();
  await shift.getByRole("button", { name: "Close shift" }).press("Enter");
  await shift.getByRole("button", { name: "Close shift 1" }).press("Enter");
  await expect(shift.getByText("No shift is open.")).toBeVisible();
  await expect(shift.getByRole("button", { name: "Open shift" })).toBeFocused();

  await page.goto(shop.at("terminals", shop.terminalId, "shifts"));
  await expectAccessible(page);
  await expectFitsPhone(page);
  await page.getByRole("link", { name: "Shift 1" }).click();
  const report = page.getByRole("region", { name: "Z-report 1" });
  await expect(report).toContainText(/Paid \(1\)\s*48\.25/);
  await expect(report).toContainText(/Pending at closing \(1\)\s*3\.00/);
  await expect(report).toContainText(/Refunded \(1\)\s*8\.25/);
  await expect(report).toContainText(/Net\s*40\.00/);
  await expectAccessible(page);
  await expectFitsPhone(page);
  await page.emulateMedia({ media: "print" });
  await expect(report).toBeVisible();
  await expect(page.getByRole("button")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Payments" }).first()).toBeHidden();
});
