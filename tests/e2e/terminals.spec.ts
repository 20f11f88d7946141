import { expectAccessible } from "@/tests/e2e/support/axe";
import { expect, test } from "@/tests/e2e/support/dashboard";
import { expectHeld } from "@/tests/e2e/support/held";
import { expectSound } from "@/tests/e2e/support/layout";
import { answered } from "@/tests/e2e/support/saved";
import { openShop, type Shop, signIn } from "@/tests/e2e/support/shop";

const PHONE = { width: 390, height: 844 };

async function callWith(key: string) {
  const answer = await fetch(`${process.env.E2E_BASE_URL}/api/v1/create-payment-intent`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ amount_usdt: 1 }),
  });
  return answer.status;
}

test("a terminal is created with a key that works, shown once", async ({ page, signedIn: shop }) => {
  await page.goto(shop.at("terminals"));
  await page.getByRole("button", { name: "Create terminal" }).click();
  const dialog = page.getByRole("dialog", { name: "Create a terminal" });
  await dialog.getByRole("button", { name: "Create terminal" }).click();
  await expect(dialog.getByText("Enter a name of 1 to 120 characters")).toBeVisible();
  await dialog.getByLabel("Name").fill("Market stall");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create terminal" }).click();
  const slip = dialog.getByRole("region", { name: "Sandbox key" });
  const key = (await slip.locator("code").textContent()) ?? "";
  await expectHeld(page, dialog, slip.locator("code"));
  expect(await callWith(key)).toBe(200);
  await expect(dialog.getByRole("figure", { name: "First payment with curl" })).toContainText(key);
  await expectAccessible(page);
  await dialog.getByRole("link", { name: "Open terminal" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Market stall" })).toBeVisible();
  await page.reload();
  expect(await page.content()).not.toContain(key);
});

test("a rotated key is dead at once, one with a grace until it is ended by hand", async ({ page, signedIn: shop }) => {
  await page.goto(shop.at("terminals", shop.terminalId, "keys"));
  const rotate = async (ends: string, password = shop.owner.password) => {
    const dialog = page.getByRole("dialog", { name: "Rotate this key" });
    if (!(await dialog.isVisible())) await page.getByRole("button", { name: "Rotate key" }).click();
    await dialog.getByRole("radio", { name: ends, exact: true }).check();
    await dialog.getByLabel("Your password").fill(password);
    await dialog.getByRole("button", { name: "Rotate key" }).click();
    return dialog;
  };
  const refused = await rotate("Now", "not it");
  await expect(refused.getByText("Incorrect password")).toBeVisible();
  expect(await callWith(shop.key)).toBe(200);

  const first = await rotate("In 24 hours");
  const slip = first.getByRole("region", { name: "Sandbox key" });
  const second = (await slip.locator("code").textContent()) ?? "";
  await expectHeld(page, first, slip.locator("code"));
  await first.getByRole("button", { name: "I've copied it" }).click();
  expect([await callWith(shop.key), await callWith(second)]).toEqual([200, 200]);
  await expect(page.getByText("Replaced")).toBeVisible();
  await page.getByRole("button", { name: "Revoke now" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByText("Replaced")).toBeHidden();
  expect([await callWith(shop.key), await callWith(second)]).toEqual([401, 200]);

  const last = await rotate("Now");
  const third = (await last.getByRole("region", { name: "Sandbox key" }).locator("code").textContent()) ?? "";
  expect([await callWith(second), await callWith(third)]).toEqual([401, 200]);
});

test("a dialog stays while its key is on the way, whatever is pressed", async ({ page, signedIn: shop }) => {
  await page.goto(shop.at("terminals", shop.terminalId, "keys"));
  await page.getByRole("button", { name: "Rotate key" }).click();
  const dialog = page.getByRole("dialog", { name: "Rotate this key" });
  await dialog.getByLabel("Your password").fill(shop.owner.password);
  const asked = signal();
  const answer = signal();
  await page.route("**/terminals/**", async (route) => {
    if (route.request().method() === "POST") {
      asked.give();
      await answer.given;
    }
    await route.continue();
  });
  await dialog.getByRole("button", { name: "Rotate key" }).click();
  await asked.given;
  await page.keyboard.press("Escape");
  for (const name of ["Close", "Cancel"]) await expect(dialog.getByRole("button", { name })).toBeDisabled();
  answer.give();
  const shown = dialog.getByRole("region", { name: "Sandbox key" }).locator("code");
  expect(await callWith((await shown.textContent()) ?? "")).toBe(200);
});

test("settings are saved, and wrong ones say what is allowed", async ({ page, signedIn: shop }) => {
  await page.goto(shop.at("terminals", shop.terminalId));
  await expect(page.getByLabel("Time zone", { exact: true })).toHaveAccessibleDescription(
    /A change regroups earlier reports too\./,
  );
  await page.getByLabel("Name", { exact: true }).fill("Terrace");
  await page.getByLabel("Business day starts at").fill("4 pm");
  await page.getByRole("button", { name: "Save terminal" }).click();
  await expect(page.getByText("Enter a time from 00:00 to 23:59, for example 04:00.")).toBeVisible();
  await page.getByLabel("Business day starts at").fill("16:00");
  await page.getByLabel("Charge limit").fill("0");
  await page.getByLabel("Payments expire after").fill("4");
  await page.getByRole("button", { name: "Save terminal" }).click();
  await expect(page.getByText("Enter whole minutes from 5 to 1440, for example 30.")).toBeVisible();
  await expect(page.getByText("Enter an amount from 0.01 to 999,999,999.999999 USDT")).toBeVisible();
  await expect(page.getByLabel("Payments expire after")).toBeFocused();
  await page.getByLabel("Charge limit").fill("250.50");
  await page.getByLabel("Payments expire after").fill("45");
  await page.getByLabel("Business day starts at").fill("04:30");
  await page.getByRole("button", { name: "Save terminal" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Terrace" })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Business day starts at")).toHaveValue("04:30");
  await expect(page.getByLabel("Payments expire after")).toHaveValue("45");
  await expect(page.getByLabel("Charge limit")).toHaveValue("250.5");
});

test("a save from a page that was opened before keeps what a colleague has saved since, and shows it", async ({
  browser,
  page,
  signedIn: shop,
}) => {
  const other = await (await browser.newContext()).newPage();
  await signIn(other, await shop.addMember("manager"));
  for (const one of [page, other]) await one.goto(shop.at("terminals", shop.terminalId));
  await expect(other.getByLabel("Charge limit")).toHaveValue("10000");
  await page.getByLabel("Charge limit").fill("300");
  await page.getByLabel("Support email").fill("desk@shop.example");
  await page.getByRole("button", { name: "Save terminal" }).click();
  await expect(page.getByText("Terminal saved")).toBeVisible();

  await other.getByLabel("Name", { exact: true }).fill("Terrace");
  await other.getByRole("button", { name: "Save terminal" }).click();
  await expect(other.getByRole("heading", { level: 1, name: "Terrace" })).toBeVisible();
  await expect(other.getByLabel("Charge limit")).toHaveValue("300");
  await expect(other.getByLabel("Support email")).toHaveValue("desk@shop.example");
  await other.getByLabel("Support email").fill("");
  await answered(other, () => other.getByRole("button", { name: "Save terminal" }).click());
  await other.context().close();
  await page.reload();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Terrace");
  await expect(page.getByLabel("Charge limit")).toHaveValue("300");
  await expect(page.getByLabel("Support email")).toHaveValue("");
});

test("a device link is shown once and can be revoked", async ({ page, signedIn: shop }) => {
  await page.goto(shop.at("terminals", shop.terminalId, "devices"));
  await expect(page.getByText("can open only this terminal's sandbox keypad")).toBeVisible();
  await page.getByRole("button", { name: "Create device link" }).click();
  const dialog = page.getByRole("dialog", { name: "Create a device link" });
  await expect(dialog.getByText("Opens the sandbox keypad.")).toBeVisible();
  await dialog.getByLabel("Device name").fill("Tablet at the counter");
  await dialog.getByRole("button", { name: "Create link" }).click();
  const link = (await dialog.getByRole("region", { name: "Device link" }).locator("code").textContent()) ?? "";
  expect(link).toMatch(/\/pos\/open#[\w-]{43}$/);
  await expectHeld(page, dialog, dialog.getByRole("region", { name: "Device link" }).locator("code"));
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("cell", { name: "Link not opened yet" })).toBeVisible();
  await page.getByRole("button", { name: "Revoke Tablet at the counter" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke device" }).click();
  await expect(page.getByText("No devices yet.")).toBeVisible();
});

test("a terminal with an open shift isn't archived, and the dialog says what to do", async ({
  page,
  signedIn: shop,
}) => {
  await shop.ctx.db.sql`
    insert into shifts (merchant_id, terminal_id, environment, number, opened_by, paid_count_before, paid_micros_before,
                        tip_micros_before, expired_count_before, cancelled_count_before)
    values (${shop.merchantId}, ${shop.terminalId}, 'sandbox', 1, 'Till 1', 0, 0, 0, 0, 0)`;
  await page.goto(shop.at("terminals", shop.terminalId));
  await page.getByRole("button", { name: "Archive terminal" }).click();
  const question = page.getByRole("alertdialog", { name: "Archive Front desk?" });
  await question.getByRole("button", { name: "Archive terminal" }).click();
  await expect(
    question.getByText("A shift is still open in the sandbox. Close it at this terminal's keypad"),
  ).toBeVisible();
  await expectSound(page);
  // as before archiving asked for it
  await shop.ctx.db.sql`update terminals set archived_at = now() where id = ${shop.terminalId}`;
  await page.goto(shop.at("terminals", shop.terminalId, "shifts", "1"));
  await expect(page.getByText("To get its report, restore the terminal and close the shift")).toBeVisible();
});

test("an archived terminal has lost its key, and comes back without one", async ({ page, signedIn: shop }) => {
  const pages = page.getByRole("navigation", { name: "Terminal pages" });
  await page.goto(shop.at("terminals", shop.terminalId));
  await page.getByRole("button", { name: "Archive terminal" }).click();
  const question = page.getByRole("alertdialog", { name: "Archive Front desk?" });
  await expect(question).toContainText("can still be paid");
  await question.getByRole("button", { name: "Archive terminal" }).click();
  await expect(page.getByText("Archived", { exact: true })).toBeVisible();
  expect(await callWith(shop.key)).toBe(401);
  await page.goto(`${shop.at("terminals")}?show=archived`);
  await page.getByRole("link", { name: "Front desk" }).click();
  await expect(pages.getByRole("link")).toHaveText(["Settings", "Shifts"]);
  await page.getByRole("button", { name: "Restore terminal" }).click();
  await pages.getByRole("link", { name: "Keys" }).click();
  await page.getByRole("button", { name: "Issue key" }).click();
  const slip = page.getByRole("dialog").getByRole("region", { name: "Sandbox key" });
  expect(await callWith((await slip.locator("code").textContent()) ?? "")).toBe(200);
});

test("a cashier sees their assigned terminals, and no control that they may not use", async ({
  page,
  signedIn: shop,
}) => {
  await shop.ctx.db.sql`insert into terminals (merchant_id, name) values (${shop.merchantId}, 'Back office')`;
  await signIn(page, await shop.addMember("cashier"));
  await page.goto(shop.at("terminals"));
  await expect(page.getByRole("link", { name: "Front desk" })).toBeVisible();
  await expect(page.getByText("Back office")).toBeHidden();
  await expect(page.getByRole("button", { name: "Create terminal" })).toBeHidden();
  await page.getByRole("link", { name: "Front desk" }).click();
  await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
  for (const name of ["Sandbox key", "Devices", "Archive"]) {
    await expect(page.getByRole("heading", { name })).toBeHidden();
  }
});

test("a terminal of another merchant is not there", async ({ page, signedIn: shop, serverDatabase, tolerated }) => {
  tolerated.pattern = /404/;
  const other = await openShop(serverDatabase, { name: "Other" });
  for (const id of [other.terminalId, "00000000-0000-4000-8000-000000000000", "nonsense"]) {
    const answer = await page.goto(shop.at("terminals", id));
    expect(answer?.status()).toBe(404);
  }
});

test("a terminal's pages are tabs of their own addresses, for those who may see them", async ({
  page,
  signedIn: shop,
  tolerated,
}) => {
  tolerated.pattern = /403|404/;
  const pages = page.getByRole("navigation", { name: "Terminal pages" });
  await page.goto(shop.at("terminals", shop.terminalId));
  await expect(pages.getByRole("link")).toHaveText(["Settings", "Shifts", "Keys", "Devices"]);
  for (const [name, heading] of [
    ["Keys", "Sandbox key"],
    ["Devices", "Devices"],
    ["Settings", "Settings"],
  ] as const) {
    await pages.getByRole("link", { name }).click();
    await expect(page.getByRole("heading", { level: 2, name: heading })).toBeVisible();
    await expect(pages.locator("[aria-current=page]")).toHaveText(name);
  }
  await shop.ctx.db.sql`update terminals set archived_at = now() where id = ${shop.terminalId}`;
  expect((await page.goto(shop.at("terminals", shop.terminalId, "keys")))?.status()).toBe(404);
  await shop.ctx.db.sql`update terminals set archived_at = null where id = ${shop.terminalId}`;
  await signIn(page, await shop.addMember("cashier"));
  for (const part of ["keys", "devices"]) {
    expect((await page.goto(shop.at("terminals", shop.terminalId, part)))?.status()).toBe(403);
  }
});

for (const [size, viewport] of [
  ["phone", PHONE],
  ["laptop", { width: 1440, height: 900 }],
] as const) {
  test(`the screens are sound on a ${size}, with long names too`, async ({ page, signedIn: shop }) => {
    await page.setViewportSize(viewport);
    const name = "Marketplace-of-very-long-names ".repeat(4).slice(0, 120);
    await shop.ctx.db.sql`insert into terminals (merchant_id, name) values (${shop.merchantId}, ${name})`;
    for (const path of [shop.at("terminals"), shop.live("terminals"), ...terminalPages(shop)]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      const [content, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
      expect(content, path).toBeLessThanOrEqual(screen ?? 0);
      await expectAccessible(page);
    }
    await page.goto(shop.live("terminals", shop.terminalId, "keys"));
    await expect(page.getByText("A live key needs a receiving wallet")).toBeVisible();
  });
}

/** Something that one side waits for and the other gives. */
function signal() {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give: () => give() };
}

function terminalPages(shop: Shop): string[] {
  return [
    shop.at("terminals", shop.terminalId),
    shop.at("terminals", shop.terminalId, "shifts"),
    shop.at("terminals", shop.terminalId, "keys"),
    shop.at("terminals", shop.terminalId, "devices"),
  ];
}
