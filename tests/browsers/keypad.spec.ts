import { Key } from "selenium-webdriver";
import { expect, PHONE, test } from "@/tests/browsers/support/test";
import { makeDeviceLink } from "@/tests/e2e/support/device-link";

test("a linked phone charges 12.50, sees it paid and is ready for the next customer", async ({ tab, shop }) => {
  await tab.resize(...PHONE);
  await tab.open((await makeDeviceLink(shop)).path);
  await tab.press("Link device");
  await tab.focused().toBe("Amount");
  for (const key of ["1", "2", "Decimal point", "5"]) await tab.press(key);
  expect(await tab.overflow()).toBeLessThanOrEqual(0);
  await tab.press("Charge 12.50 USDT");
  await tab.focused().toBe("Amount due: 12.50 USDT");
  expect(await tab.images()).toContain("QR code to pay 12.50 USDT");
  expect(await tab.overflow()).toBeLessThanOrEqual(0);

  const [charged] = await shop.ctx.db.sql<{ id: string }[]>`
    select id from payment_intents where merchant_id = ${shop.merchantId}`;
  await shop.simulate(charged?.id ?? "");
  await tab.focused().toBe("Next customer");
  await tab.press("Next customer");
  await tab.sees("0 USDT");
});

test("Escape asks before a charge is cancelled, and keeps it when pressed again", async ({ tab, shop }) => {
  await tab.open((await makeDeviceLink(shop)).path);
  await tab.press("Link device");
  await tab.focused().toBe("Amount");
  await tab.type("12,57", Key.BACK_SPACE);
  await tab.sees("12.5 USDT");
  await tab.type(Key.ENTER);
  await tab.focused().toBe("Amount due: 12.50 USDT");
  await tab.type(Key.ESCAPE);
  await tab.focused().toBe("Cancel charge");
  await tab.type(Key.ESCAPE);
  await tab.seesNot("Cancel this charge?");
  expect(await tab.read()).toContain("Amount due");
});
