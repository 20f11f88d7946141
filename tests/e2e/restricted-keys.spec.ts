import { MAX_MICROS } from "@/lib/base/values/money";
import { SCOPES } from "@/lib/base/values/scopes";
import { expectAccessible, rulesIn } from "@/tests/e2e/support/axe";
import { expect, test } from "@/tests/e2e/support/dashboard";
import { expectHeld } from "@/tests/e2e/support/held";
import { expectSound } from "@/tests/e2e/support/layout";
import { makeRestrictedKey } from "@/tests/e2e/support/restricted-key";
import { signIn } from "@/tests/e2e/support/shop";

const LONG = "N".repeat(100);
const SIZES = { phone: { width: 390, height: 844 }, laptop: { width: 1440, height: 900 } };

/** The status of a call that creates a payment. */
async function callWith(key: string, terminalId?: string) {
  const answer = await fetch(`${process.env.E2E_BASE_URL}/api/v1/create-payment-intent`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ amount_usdt: 1, terminal_id: terminalId }),
  });
  return answer.status;
}

test("a restricted key is created with what is right, copied once, used, rotated and revoked", async ({
  page,
  signedIn: shop,
}) => {
  test.slow();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(shop.at("developers"));
  await page.getByRole("navigation", { name: "Developers" }).getByRole("link", { name: "API keys" }).click();
  await expect(page.getByRole("heading", { name: "No restricted keys yet" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Create restricted key" }).click();
  const create = page.getByRole("button", { name: "Create key" });
  await create.click();
  await expect(page.getByText("Enter your password to continue.")).toBeVisible();
  await page.getByLabel("Your password").fill(shop.owner.password);
  await page.getByLabel("IP addresses").fill("127.0.0.1\nlocalhost");
  await page.getByLabel("Last day").fill("3 Mar 2020");
  await create.click();
  await expect(page.getByText("Enter a name of 1 to 100 characters")).toBeVisible();
  await expect(page.getByText("Select at least one scope")).toBeVisible();
  await expect(page.getByText("“localhost” isn't an IP address or range.")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Name").fill("Shop plugin");
  await page.getByRole("checkbox", { name: "intents:write" }).check();
  await page.getByLabel("IP addresses").fill("127.0.0.1\n::1");
  await create.click();
  await expect(page.getByText("Enter a date from today to ten years from now")).toBeVisible();
  await page.getByLabel("Last day").fill("");
  await create.click();

  const shown = page.getByRole("region", { name: "Sandbox key" });
  const first = (await shown.locator("code").textContent()) ?? "";
  await shown.getByRole("button", { name: "Copy sandbox key" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(first);
  await expectAccessible(page);
  expect([await callWith(first, shop.terminalId), await callWith(first)]).toEqual([200, 400]);
  await page.getByRole("link", { name: "View key" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Shop plugin" })).toBeVisible();
  await expect(page.getByText("127.0.0.1, ::1", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  expect(await page.content()).not.toContain(first);

  await page.getByRole("button", { name: "Rotate key" }).click();
  const dialog = page.getByRole("dialog", { name: "Rotate Shop plugin" });
  await dialog.getByRole("radio", { name: "In 24 hours" }).check();
  await dialog.getByLabel("Your password").fill("not it");
  await dialog.getByRole("button", { name: "Rotate key" }).click();
  await expect(dialog.getByText("Incorrect password")).toBeVisible();
  await dialog.getByLabel("Your password").fill(shop.owner.password);
  await dialog.getByRole("button", { name: "Rotate key" }).click();
  const slip = dialog.getByRole("region", { name: "Sandbox key" }).locator("code");
  const second = (await slip.textContent()) ?? "";
  await expectHeld(page, dialog, slip);
  await dialog.getByRole("button", { name: "I've copied it" }).click();
  expect([await callWith(first, shop.terminalId), await callWith(second, shop.terminalId)]).toEqual([200, 200]);
  await page.getByRole("button", { name: "Revoke now" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByRole("heading", { name: "Replaced keys" })).toBeHidden();
  await expect(page.getByRole("alertdialog")).toBeHidden();
  expect([await callWith(first, shop.terminalId), await callWith(second, shop.terminalId)]).toEqual([401, 200]);

  await page.getByRole("button", { name: "Revoke key" }).click();
  const question = page.getByRole("alertdialog", { name: "Revoke Shop plugin?" });
  await expect(question).toContainText("keep receiving events");
  await expectAccessible(page);
  await question.getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByText("This key no longer works.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Rotate key" })).toBeHidden();
  expect(await callWith(second, shop.terminalId)).toBe(401);
  await page.getByRole("link", { name: "API keys" }).click();
  await expect(page.getByRole("heading", { name: "Ended keys" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "No restricted keys yet" })).toBeVisible();
});

test("a key for refunds has a daily limit, shown in the list and with the key", async ({ page, signedIn: shop }) => {
  await page.goto(shop.at("developers", "keys", "new"));
  const limit = page.getByLabel("Refund limit per day (UTC)");
  await expect(limit).toBeHidden();
  const scope = page.getByRole("checkbox", { name: "refunds:write" });
  await expect(scope).toHaveAccessibleDescription(/A member confirms each with their password\./);
  await scope.check();
  await expect(limit).toHaveValue("500");
  await expectSound(page);
  await expectAccessible(page);
  await limit.fill("");
  await page.getByLabel("Your password").fill(shop.owner.password);
  const create = page.getByRole("button", { name: "Create key" });
  await create.click();
  await expect(page.getByText("Enter an amount above 0 with at most six decimals")).toBeVisible();
  await expect(page.getByText("Enter a name of 1 to 100 characters")).toBeVisible();
  await expect(scope).toBeChecked();
  await page.getByLabel("Name").fill("Refund desk");
  await limit.fill("1,250.50");
  await create.click();
  await page.getByRole("link", { name: "View key" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Refund desk" })).toBeVisible();
  await expect(page.getByText("Refund limit per day (UTC)")).toBeVisible();
  await expect(page.getByText("1,250.50")).toBeVisible();
  await expectAccessible(page);
  await page.goto(shop.at("developers", "keys"));
  await expect(page.getByText("Refunds up to 1,250.50 USDT per day")).toBeVisible();
  await expectSound(page);
  await page.goto(shop.at("developers", "keys", "new"));
  await scope.check();
  await scope.uncheck();
  await expect(limit).toBeHidden();
});

test("a developer sees which scopes their role can't give, and a role without keys sees nothing", async ({
  page,
  shop,
  tolerated,
}) => {
  const { id } = await makeRestrictedKey(shop, shop.owner, { scopes: ["intents:read", "reports:read"] });
  await signIn(page, await shop.addMember("developer"));
  await page.goto(shop.at("developers", "keys", "new"));
  for (const name of ["customers:read", "refunds:write", "reports:read"]) {
    const scope = page.getByRole("checkbox", { name });
    await expect(scope).toBeDisabled();
    await expect(scope).toHaveAccessibleDescription(/Your role can't give this scope\. Owners and managers can\./);
  }
  await expect(page.getByRole("checkbox", { name: "intents:read" })).toBeEnabled();
  await page.goto(shop.at("developers", "keys", id));
  await expect(page.getByText("your role would have to allow reports:read")).toBeVisible();
  await expect(page.getByRole("button", { name: "Rotate key" })).toBeHidden();
  await expect(page.getByRole("button", { name: "Revoke key" })).toBeVisible();
  await page.goto(shop.live("developers", "keys", "new"));
  await expect(page.getByRole("checkbox", { name: "intents:write" })).toBeDisabled();
  tolerated.pattern = /403/;
  await signIn(page, await shop.addMember("viewer"));
  expect((await page.goto(shop.at("developers", "keys")))?.status()).toBe(403);
});

test("who removes or demotes a member hears which of their keys stop, and can take one over", async ({
  page,
  signedIn: shop,
}) => {
  const maker = await shop.addMember("manager");
  const { id } = await makeRestrictedKey(shop, maker, { name: "Accounting", scopes: ["intents:read", "reports:read"] });
  await makeRestrictedKey(shop, maker, { name: "Stock", environment: "live" });
  await page.goto(shop.at("settings", "team"));
  const actions = page.getByRole("button", { name: `Actions for ${maker.email}` });
  await actions.click();
  await page.getByRole("menuitem", { name: "Change role" }).click();
  const form = page.getByRole("dialog", { name: /^Change role/ });
  await expect(form.getByText("restricted key")).toBeHidden();
  await form.getByRole("radio", { name: "Developer" }).check();
  await expect(form.getByText("A restricted key that they made can do less:")).toBeVisible();
  await expect(form.getByText("Accounting (sandbox) loses reports:read")).toBeVisible();
  await expectSound(page);
  await form.getByRole("radio", { name: "Viewer" }).check();
  await expect(form.getByText("2 restricted keys that they made stop working:")).toBeVisible();
  await form.getByRole("button", { name: "Cancel" }).click();

  await actions.click();
  await page.getByRole("menuitem", { name: "Remove from business" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("2 restricted keys that they made stop working:");
  await expect(question.getByRole("listitem")).toHaveText(["Accounting (sandbox)", "Stock (live)"]);
  await expectSound(page);
  await question.getByLabel("Your password").fill(shop.owner.password);
  await question.getByRole("button", { name: "Remove member" }).click();
  await expect(question).toBeHidden();

  await page.goto(shop.at("developers", "keys"));
  await expect(page.getByRole("cell", { name: "Stopped" })).toBeVisible();
  await page.getByRole("link", { name: "Accounting" }).click();
  await expect(page).toHaveURL(shop.at("developers", "keys", id));
  await expect(page.getByText("is no longer in this business. If you rotate it, you become its maker")).toBeVisible();
  await page.getByRole("button", { name: "Rotate key" }).click();
  const rotate = page.getByRole("dialog", { name: "Rotate Accounting" });
  await rotate.getByLabel("Your password").fill(shop.owner.password);
  await rotate.getByRole("button", { name: "Rotate key" }).click();
  await rotate.getByRole("button", { name: "I've copied it" }).click();
  await expect(page.getByText("Active", { exact: true })).toBeVisible();
});

test("who leaves a business hears which of their keys stop there", async ({ page, signedIn: shop }) => {
  await makeRestrictedKey(shop, shop.owner, { name: "Accounting" });
  await page.goto("/account");
  await page.getByRole("button", { name: "Leave Corner Shop" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("A restricted key that you made stops working:");
  await expect(question.getByRole("listitem")).toHaveText(["Accounting (sandbox)"]);
  await expectSound(page);
});

test("the screens are sound with long names on a phone and a laptop, in light and in dark", async ({
  page,
  signedIn: shop,
}) => {
  test.slow();
  const { sql } = shop.ctx.db;
  await sql`update terminals set name = ${"T".repeat(120)} where id = ${shop.terminalId}`;
  const long = await makeRestrictedKey(shop, shop.owner, {
    name: LONG,
    terminalId: shop.terminalId,
    scopes: [...SCOPES],
    refundLimit: MAX_MICROS,
    ipRanges: Array.from({ length: 20 }, (_, n) => `2001:db8:ffff:ffff:ffff:ffff:ffff:${n + 1000}/128`),
  });
  await sql`
    update restricted_keys set ends_at = now() + interval '3 days', last_used_at = now(),
           last_used_address = '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff' where id = ${long.id}`;
  const ended = await makeRestrictedKey(shop, shop.owner, { name: "Old script" });
  await sql`update restricted_keys set ends_at = now() - interval '1 day' where id = ${ended.id}`;
  for (const viewport of Object.values(SIZES)) {
    await page.setViewportSize(viewport);
    for (const parts of [["keys"], ["keys", "new"], ["keys", long.id], ["keys", ended.id], [], ["requests"]]) {
      await page.goto(shop.at("developers", ...parts));
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectSound(page);
      await page.emulateMedia({ colorScheme: "dark" });
      await expectAccessible(page, rulesIn.dark);
      await page.emulateMedia({ colorScheme: "light" });
    }
  }
  await page.goto(shop.at("developers", "keys", long.id));
  await expect(page.getByText("Ends soon")).toBeVisible();
});
