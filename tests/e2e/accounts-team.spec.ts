import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expectAccessible } from "@/tests/e2e/support/axe";
import { expect, test } from "@/tests/e2e/support/dashboard";
import { expectHeld } from "@/tests/e2e/support/held";
import { pressTwice } from "@/tests/e2e/support/press-twice";
import { openShop, signIn } from "@/tests/e2e/support/shop";
import { giveTwoStep } from "@/tests/support/accounts";

const PASSWORD = "four words in a row";

test("a new person accepts an invitation, is what it said, and is out when removed", async ({
  page,
  browser,
  signedIn: shop,
}) => {
  test.slow();
  const email = `${randomUUID()}@example.com`;
  await page.goto(shop.at("settings", "team"));
  await expectAccessible(page);
  await page.getByRole("button", { name: "Invite teammate" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite a teammate" });
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByRole("radio", { name: "Cashier" }).check();
  await dialog.getByRole("button", { name: "Create invitation" }).click();
  await expect(dialog.getByText("Choose at least one terminal.")).toBeVisible();
  await expect(dialog.getByLabel("Email")).toHaveValue(email);
  await expectAccessible(page);
  await dialog.getByLabel("Front desk").check();
  await dialog.getByRole("button", { name: "Create invitation" }).click();
  const slip = dialog.getByRole("region", { name: "Invitation link" });
  const link = (await slip.locator("code").textContent()) ?? "";
  await expectHeld(page, dialog, slip.locator("code"));
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("Pending invitations")).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  expect(await page.content()).not.toContain(new URL(link).pathname.split("/").at(-1));

  const bruno = await (await browser.newContext({ baseURL: process.env.E2E_BASE_URL })).newPage();
  await bruno.goto(new URL(link).pathname);
  await expect(bruno.getByRole("heading", { level: 1, name: "Join Corner Shop" })).toBeVisible();
  await expect(bruno.getByLabel("Email")).toHaveValue(email);
  await expectAccessible(bruno);
  await bruno.getByLabel("Your name").fill("Bruno");
  await bruno.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await bruno.getByRole("button", { name: "Accept invitation" }).click();
  await expect(bruno).toHaveURL(`/pos/${shop.terminalId}/sandbox`);
  await bruno.goto(shop.at("settings", "team"));
  await expect(bruno.getByText("Your role doesn't allow this")).toBeVisible();
  await bruno.goto(shop.at("terminals"));
  await expect(bruno.getByRole("heading", { level: 1, name: "Terminals" })).toBeVisible();

  await page.reload();
  await page.getByRole("button", { name: "Actions for Bruno" }).click();
  await page.getByRole("menuitem", { name: "Remove from business" }).click();
  const question = page.getByRole("alertdialog", { name: "Remove Bruno?" });
  await question.getByLabel("Your password").fill("not it");
  await question.getByRole("button", { name: "Remove" }).click();
  await expect(question.getByText("Incorrect password.")).toBeVisible();
  await question.getByLabel("Your password").fill(shop.owner.password);
  await question.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("Bruno removed")).toBeVisible();
  await bruno.goto(shop.at("terminals"));
  await expect(bruno.getByText("Page not found")).toBeVisible();
  await bruno.goto("/dashboard");
  await expect(
    bruno.getByText("You're not part of a business yet").or(bruno.getByText("Add your first business")),
  ).toBeVisible();
  await bruno.context().close();
});

test("somebody who is signed in accepts with one press; the link is for one address and for once", async ({
  page,
  browser,
  shop,
  signedIn,
  serverDatabase,
}) => {
  const other = await openShop(serverDatabase, { name: "Second Shop" });
  await page.goto(signedIn.at("settings", "team"));
  await page.getByRole("button", { name: "Invite teammate" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite a teammate" });
  await dialog.getByLabel("Email").fill(other.owner.email);
  await dialog.getByRole("radio", { name: "Viewer" }).check();
  await dialog.getByRole("button", { name: "Create invitation" }).click();
  const link = (await dialog.getByRole("region", { name: "Invitation link" }).locator("code").textContent()) ?? "";
  const path = new URL(link).pathname;
  await page.goto(path);
  await expect(page.getByText(`This invitation is for ${other.owner.email}`)).toBeVisible();
  await expectAccessible(page);

  const guest = await (await browser.newContext({ baseURL: process.env.E2E_BASE_URL })).newPage();
  await signIn(guest, other.owner);
  await guest.goto(path);
  await expectAccessible(guest);
  await pressTwice(guest, "Accept invitation");
  await expect(guest).toHaveURL(new RegExp(`/dashboard/${shop.merchantId}/sandbox$`));
  await guest.goto(path);
  await expect(guest.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await guest.context().close();
});

test("inviting an owner asks for the password of one, inviting a viewer for nothing", async ({
  page,
  signedIn: shop,
}) => {
  await page.goto(shop.at("settings", "team"));
  await page.getByRole("button", { name: "Invite teammate" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite a teammate" });
  await dialog.getByRole("radio", { name: "Viewer" }).check();
  await expect(dialog.getByLabel("Your password")).toBeHidden();
  await dialog.getByRole("radio", { name: "Owner" }).check();
  await dialog.getByLabel("Your password").fill("not it");
  await dialog.getByRole("button", { name: "Create invitation" }).click();
  await expect(dialog.getByText("Incorrect password.")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel("Your password").fill(shop.owner.password);
  await dialog.getByRole("button", { name: "Create invitation" }).click();
  await expect(dialog.getByRole("region", { name: "Invitation link" })).toBeVisible();
});

test("a role is changed with the password, and the audit log tells, filters and exports it", async ({
  page,
  signedIn: shop,
}) => {
  const viewer = await shop.addMember("viewer");
  await page.goto(shop.at("settings", "team"));
  await page.getByRole("button", { name: `Actions for ${viewer.email}` }).click();
  await page.getByRole("menuitem", { name: "Change role" }).click();
  const dialog = page.getByRole("dialog", { name: `Change role for ${viewer.email}` });
  await dialog.getByRole("radio", { name: "Developer" }).check();
  await dialog.getByLabel("Your password").fill(shop.owner.password);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Change role" }).click();
  await expect(page.getByRole("cell", { name: "Developer" })).toBeVisible();

  await page.goto(shop.at("settings", "audit"));
  const log = page.getByRole("table", { name: "Audit log" });
  await expect(log.getByText("Role: Viewer → Developer")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Category" }).click();
  await page
    .getByRole("menuitemcheckbox", { name: "Team" })
    .or(page.getByRole("menuitemradio", { name: "Team" }))
    .click();
  await expect(page).toHaveURL(/action=member/);
  await expect(log.getByText("Terminal created")).toBeHidden();
  await expect(log.getByText("Role changed")).toBeVisible();
  // by the page's script; the browser's download isn't among them
  const asked: string[] = [];
  page.on("request", (request) => request.url().includes("/export") && asked.push(request.url()));
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  const csv = await readFile(await (await download).path(), "utf8");
  expect(asked).toEqual([]);
  const lines = csv.trimEnd().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(
    `,user,${shop.owner.email},${shop.owner.email},member.changed,Role changed,user,${viewer.email},`,
  );
  expect(lines[1]).toMatch(/,Role,Viewer,Developer$/);
  await log.getByRole("link", { name: viewer.email }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Team" })).toBeVisible();
});

test("an owner requires two-step sign-in of the team, and a member without it is led to set it up", async ({
  page,
  browser,
  signedIn: shop,
}) => {
  await page.goto(shop.at("settings", "team"));
  await expect(page.getByText("Turn on two-step sign-in for your own account first.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Require two-step sign-in" })).toHaveCount(0);
  await giveTwoStep(shop.ctx.db, shop.owner.email);
  const viewer = await shop.addMember("viewer");
  const other = await (await browser.newContext({ baseURL: process.env.E2E_BASE_URL })).newPage();
  await signIn(other, viewer);

  await page.reload();
  await expect(page.getByText("1 member doesn't have it.")).toBeVisible();
  await page.getByRole("button", { name: "Require two-step sign-in" }).click();
  const question = page.getByRole("alertdialog", { name: "Require two-step sign-in?" });
  await question.getByLabel("Your password").fill("not it");
  await question.getByRole("button", { name: "Require two-step sign-in" }).click();
  await expect(question.getByText("Incorrect password.")).toBeVisible();
  await expectAccessible(page);
  await question.getByLabel("Your password").fill(shop.owner.password);
  await question.getByRole("button", { name: "Require two-step sign-in" }).click();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Stop requiring it" })).toBeVisible();
  await expectAccessible(page);

  await other.goto(shop.at("payments"));
  await expect(other).toHaveURL(/\/account\/security$/);
  await expect(other.getByText("Required by Corner Shop. Set it up to continue.")).toBeVisible();
  await expect(other.getByText("Ask an owner of Corner Shop to allow it under Settings > Team.")).toBeVisible();
  await expect(other.getByRole("button", { name: "Add authenticator app" })).toHaveCount(0);
  await expect(other.getByText("You can add passkeys once two-step sign-in is on.")).toBeVisible();
  // it would lead back here
  await expect(other.getByRole("link", { name: "Back to Corner Shop" })).toHaveCount(0);
  await expectAccessible(other);

  await page.getByRole("button", { name: `Actions for ${viewer.email}` }).click();
  await page.getByRole("menuitem", { name: "Allow two-step setup" }).click();
  const permission = page.getByRole("alertdialog", { name: `Allow ${viewer.email} to set up two-step sign-in?` });
  await permission.getByLabel("Your password").fill(shop.owner.password);
  await expectAccessible(page);
  await permission.getByRole("button", { name: "Allow setup" }).click();
  await expect(page.getByText(`${viewer.email} can set up two-step sign-in for one hour`)).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: viewer.email });
  const allowed = row.getByText("Setup allowed until").filter({ visible: true });
  await expect(allowed).toHaveCount(1);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(row.getByText("Two-step sign-in off")).toBeVisible();
  await expect(allowed).toHaveCount(1);
  await page.setViewportSize({ width: 1440, height: 900 });
  await other.reload();
  await expect(other.getByRole("button", { name: "Add authenticator app" })).toBeVisible();
  await expectAccessible(other);

  await giveTwoStep(shop.ctx.db, viewer.email);
  await other.reload();
  await other.getByRole("link", { name: "Continue to Corner Shop" }).click();
  await expect(other).toHaveURL(new RegExp(`/dashboard/${shop.merchantId}/sandbox$`));
  await other.context().close();

  await page.goto(shop.at("settings", "audit"));
  await expect(page.getByText("two-step sign-in required: no → yes")).toBeVisible();
  await expect(page.getByText("Setup of two-step sign-in allowed for an hour")).toBeVisible();
});

test("a cashier without the second step that is required is led to set it up, and can sign out", async ({
  page,
  shop,
  tolerated,
}) => {
  tolerated.pattern = /status of 401/;
  const cashier = await shop.addMember("cashier");
  await signIn(page, cashier);
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Front desk" })).toBeVisible();

  await shop.ctx.db.sql`update merchants set requires_two_step = true where id = ${shop.merchantId}`;
  await page.reload();
  await expect(page.getByRole("heading", { name: "This keypad isn't available" })).toBeVisible();
  await expect(page.getByText("Your business requires two-step sign-in.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Set up two-step sign-in" }).click();
  await expect(page.getByText("Required by Corner Shop. Set it up to continue.")).toBeVisible();
  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/account\/security$/);

  await giveTwoStep(shop.ctx.db, cashier.email);
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Front desk" })).toBeVisible();
  await shop.ctx.db
    .sql`update memberships set terminal_ids = '{}' where user_id in (select id from users where email = ${cashier.email})`;
  await page.reload();
  await expect(page.getByText("Ask an owner or manager to assign you this terminal")).toBeVisible();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
});

test("another merchant's pages answer exactly as pages that don't exist", async ({
  page,
  signedIn: shop,
  serverDatabase,
  tolerated,
}) => {
  tolerated.pattern = /status of 404/;
  const other = await openShop(serverDatabase, { name: "Second Shop" });
  const bodies = [];
  const nobodys = other.at("settings", "team").replace(other.merchantId, randomUUID());
  for (const address of [other.at("settings", "team"), nobodys]) {
    const answer = await page.goto(address);
    expect(answer?.status()).toBe(404);
    // the script adds what reads the title out
    await page.locator("next-route-announcer").waitFor({ state: "attached" });
    bodies.push(await page.locator("body").ariaSnapshot());
    expect(bodies.at(-1)).not.toContain("Second Shop");
  }
  expect(bodies[1]).toBe(bodies[0]);
  const answer = await page.request.get(other.at("settings", "audit", "export"));
  expect(answer.status()).toBe(404);
  expect((await page.request.get(shop.at("settings", "audit", "export"))).status()).toBe(200);
});
