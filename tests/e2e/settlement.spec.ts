import type { Page } from "@playwright/test";
import { test as base, expect } from "@/tests/e2e/support/dashboard";
import { expectSound } from "@/tests/e2e/support/layout";
import { newXpub } from "@/tests/e2e/support/new-xpub";
import { openItem, openWallet, planSweep, randomAddress, setBalances, watched } from "@/tests/e2e/support/settlement";
import { openShop, signIn } from "@/tests/e2e/support/shop";

const test = base.extend<{ reads: undefined }>({
  /** the chain is being read */
  reads: [
    async ({ shop }, use) => {
      await watched(shop);
      await use(undefined);
    },
    { auto: true },
  ],
});

const pasted = (page: Page) => page.getByLabel("Addresses or xpub");

test("the sandbox says that the wallet and funds are for live, and leads there", async ({ page, signedIn: shop }) => {
  for (const path of [[], ["funds"], ["wallet"], ["funds", "sweep"]]) {
    await page.goto(shop.at("settlement", ...path));
    await expect(page.getByRole("heading", { name: "Wallet and funds are only in live mode" })).toBeVisible();
  }
  await expectSound(page);
  await page.getByRole("link", { name: "Switch to live" }).click();
  await expect(page.getByRole("heading", { name: "No wallet yet" })).toBeVisible();
  await expect(page.getByText("Running", { exact: true })).toBeVisible();
  await expectSound(page);
});

test("a list is set as the wallet, by the end of its first address and the password, and then a live key is issued", async ({
  page,
  signedIn: shop,
}) => {
  const addresses = [randomAddress(), randomAddress(), randomAddress(), randomAddress()] as const;
  await page.goto(shop.live("terminals", shop.terminalId, "keys"));
  await expect(page.getByText("A live key needs a receiving wallet")).toBeVisible();
  await expect(page.getByText("Live payments aren't set up.")).toBeVisible();
  await page.getByRole("link", { name: "Set up wallet" }).click();
  await pasted(page).fill(`name,address\nfirst,${addresses.join("\nanother,")}`);
  await page.getByRole("button", { name: "Check wallet" }).click();
  await expect(page.getByText("List of 4 addresses")).toBeVisible();
  await expect(page.getByText("Step 2 of 2")).toBeFocused();
  await page.getByRole("button", { name: "Back" }).press("Enter");
  await expect(page.getByText("Step 1 of 2")).toBeFocused();
  await page.getByRole("button", { name: "Check wallet" }).press("Enter");
  await expect(page.getByText("Step 2 of 2")).toBeFocused();
  await expect(page.getByText(addresses[1].slice(6, -6), { exact: true })).toBeVisible();
  await expect(page.getByText(addresses[0].slice(-6))).toHaveCount(0);
  await expectSound(page);

  const confirmation = page.getByLabel("Last six characters of the first address");
  await confirmation.fill("abcdef");
  await page.getByLabel("Your password").fill("wrong");
  await page.getByRole("button", { name: "Set up wallet" }).click();
  await expect(page.getByText("Incorrect password")).toBeVisible();
  await page.getByLabel("Your password").fill(shop.owner.password);
  await page.getByRole("button", { name: "Set up wallet" }).click();
  await expect(page.getByText("This doesn't match the first address.")).toBeVisible();
  await expect(confirmation).toBeFocused();
  await confirmation.fill(addresses[0].slice(-6));
  await page.getByRole("button", { name: "Set up wallet" }).click();
  await expect(page.getByRole("link", { name: "Change wallet" })).toBeVisible();
  await expect(page.getByText("List of 4 addresses")).toBeVisible();
  await expect(page.getByText("Live payments aren't set up.")).toBeHidden();
  await expectSound(page);

  await page.goto(shop.live("terminals", shop.terminalId, "keys"));
  await page.getByRole("button", { name: "Issue key" }).click();
  const issue = page.getByRole("dialog", { name: "Issue a live key" });
  await issue.getByLabel("Your password").fill("not it");
  await issue.getByRole("button", { name: "Issue key" }).click();
  await expect(issue.getByText("Incorrect password.")).toBeVisible();
  await issue.getByLabel("Your password").fill(shop.owner.password);
  await issue.getByRole("button", { name: "Issue key" }).click();
  await expect(page.getByRole("region", { name: "Live key" }).locator("code").first()).toHaveText(/^svc_live_/);
  await page.goto(shop.live("developers"));
  await expect(page.getByRole("tabpanel", { name: "curl" })).toContainText("svc_live_…");
});

test("a public key is set as the wallet in place of a list, and the page says what becomes of the old addresses", async ({
  page,
  signedIn: shop,
}) => {
  await openWallet(shop, 3);
  const { xpub, first } = newXpub();
  await page.goto(shop.live("settlement"));
  await page.getByRole("link", { name: "Change wallet" }).click();
  await expect(pasted(page)).toHaveAccessibleDescription(/paste the current ones too/);
  await pasted(page).fill(xpub);
  await page.getByRole("button", { name: "Check wallet" }).click();
  await expect(page.getByText("xpub, unlimited addresses")).toBeVisible();
  await expect(page.getByText("3 addresses won't be used for new payments.")).toBeVisible();
  await page.getByLabel("Last six characters of the first address").fill(first.slice(-6));
  await page.getByLabel("Your password").fill(shop.owner.password);
  await page.getByRole("button", { name: "Change wallet" }).click();
  await expect(page).toHaveURL((url) => url.pathname === shop.live("settlement"));
  await expect(page.getByText(/^xpub.{4}….{4}$/)).toBeVisible();
  await expect(page.getByText("3 addresses no longer used for new payments.")).toBeVisible();
  await expect(page.getByText(xpub)).toHaveCount(0);

  await page.getByRole("link", { name: "Change wallet" }).click();
  await expect(pasted(page)).not.toHaveAccessibleDescription(/paste the current ones too/);
  await pasted(page).fill(xpub);
  await page.getByRole("button", { name: "Check wallet" }).click();
  await expect(page.getByText("This wallet is already set.")).toBeVisible();
});

test("what is wrong with a list is said line by line at the field", async ({ page, signedIn: shop }) => {
  await page.goto(shop.live("settlement", "wallet"));
  const [good] = [randomAddress()];
  await pasted(page).fill(
    `${good}\nbc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4\n${good}\nTUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdX`,
  );
  await page.getByRole("button", { name: "Check wallet" }).click();
  const field = pasted(page);
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toBeFocused();
  await expect(page.getByText(/Line 2: bc1\S+ is a Bitcoin address/)).toBeVisible();
  await expect(page.getByText(/Line 3: \S+ is already in line 1/)).toBeVisible();
  await expect(page.getByText(/Line 4: \S+ has a typo/)).toBeVisible();
  await expectSound(page);
});

for (const [what, secret] of [
  ["a seed phrase", "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about"],
  ["a private key", "5f1c".repeat(16)],
] as const) {
  test(`${what} is refused loudly before anything is sent, and the field is emptied`, async ({
    page,
    signedIn: shop,
  }) => {
    await page.goto(shop.live("settlement", "wallet"));
    const posts: string[] = [];
    page.on("request", (request) => request.method() === "POST" && posts.push(request.postData() ?? ""));
    await pasted(page).fill(secret);
    await expect(page.getByRole("alert").filter({ hasText: "Stop. This must stay secret." })).toBeVisible();
    await expect(pasted(page)).toHaveValue("");
    await expectSound(page);
    await page.getByRole("button", { name: "Check wallet" }).click();
    await expect(page.getByText("Paste your wallet's addresses")).toBeVisible();
    expect(posts.length).toBeGreaterThan(0);
    expect(posts.join()).not.toContain(secret);
    expect(await page.content()).not.toContain(secret);
  });
}

test("an item is marked as resolved with a note, and leaves the open ones", async ({ page, signedIn: shop }) => {
  const [address] = await openWallet(shop, 2);
  const { itemId, txHash } = await openItem(shop, {
    kind: "late",
    address: address?.hex ?? "0x",
    reference: "order-7",
  });
  await openItem(shop, { kind: "unassigned", address: address?.hex ?? "0x" });
  await page.goto(shop.live("settlement"));
  await expect(page.getByRole("link", { name: /^Settlement 2/ })).toBeVisible();
  await page.getByRole("link", { name: "Needs attention 2" }).click();
  await expect(page.getByRole("row")).toHaveCount(3);
  await expectSound(page);
  await page.getByRole("button", { name: "Type" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Late payment" }).click();
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("link", { name: "Late payment" }).click();
  await expect(page.getByText("The payment remains expired.")).toBeVisible();
  await expect(page.getByRole("link", { name: "View on Tronscan" })).toHaveAttribute(
    "href",
    `https://nile.tronscan.org/#/transaction/${txHash.slice(2)}`,
  );
  await expectSound(page);
  await page.getByRole("button", { name: "Mark as resolved" }).click();
  const dialog = page.getByRole("dialog", { name: "Mark as resolved" });
  await dialog.getByRole("button", { name: "Mark as resolved" }).click();
  await expect(dialog.getByText("Enter a note of up to 1,000 characters.")).toBeVisible();
  await dialog.getByLabel("Note").fill("Delivered all the same.");
  await expectSound(page);
  await dialog.getByRole("button", { name: "Mark as resolved" }).click();
  await expect(page.getByText(`Resolved by ${shop.owner.email}`)).toBeVisible();
  await expect(page.getByText("Delivered all the same.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Mark as resolved" })).toBeHidden();
  await page.goto(shop.live("settlement", "attention"));
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByLabel("Search items").fill(txHash);
  await expect(page.getByRole("link", { name: "Late payment" })).toBeVisible();
  await page.getByLabel("Search items").fill("der-7");
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(page.getByRole("row").last()).toContainText(`${txHash.slice(2, 6)}…${txHash.slice(-4)}`);
  await expect(page.getByRole("status").filter({ hasText: "1 item" })).toContainText("Not applied");
  await expect(page.getByText("1–1 of 1")).toBeVisible();
  expect(itemId).toBeTruthy();
});

test("the remaining amount of a partially paid payment is requested, with a link and a code to scan", async ({
  page,
  signedIn: shop,
}) => {
  const [address] = await openWallet(shop, 3);
  const item = { kind: "partial" as const, address: address?.hex ?? ("0x" as const), reference: "order-8" };
  const { itemId, intentId } = await openItem(shop, { ...item, micros: 10_000_000, aboutMicros: 2_500_000 });
  await page.goto(shop.live("payments", intentId ?? ""));
  await page.getByRole("link", { name: "Partially paid" }).click();
  await expect(
    page.getByText("The payment expired with 10.00 of 12.50 USDT received. Remaining: 2.50 USDT."),
  ).toBeVisible();
  await page.getByRole("button", { name: "Request remaining amount" }).click();
  await expect(page.getByText("Reports count only the new payment, once it's paid.")).toBeVisible();
  await page.getByRole("button", { name: "Create payment" }).click();
  await expect(page.getByRole("img", { name: "QR code of the payment page" })).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("heading", { name: "Remaining amount requested" })).toBeVisible();
  await page.getByRole("link", { name: "View new payment" }).click();
  await expect(page.getByRole("region", { name: "Receipt" })).toContainText("2.50");
  await expect(page.getByRole("region", { name: "Blockchain details" })).toContainText("Receive address");
  await expectSound(page);
  expect(itemId).toBeTruthy();
});

test("a refund is prepared for the excess, shows what to sign, and is cancelled", async ({ page, signedIn: shop }) => {
  const [address] = await openWallet(shop, 2);
  const { itemId } = await openItem(shop, {
    kind: "over",
    address: address?.hex ?? "0x",
    micros: 15_000_000,
    aboutMicros: 2_500_000,
  });
  const to = randomAddress();
  await page.goto(shop.live("settlement", "attention", itemId));
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Prepare refund" });
  await expect(dialog.getByLabel("Amount")).toHaveValue("2.5");
  await dialog.getByLabel("Customer's wallet address").fill(address?.address ?? "");
  await dialog.getByLabel("Your password").fill(shop.owner.password);
  await dialog.getByRole("button", { name: "Prepare refund" }).click();
  await expect(dialog.getByText("This address receives payments here.")).toBeVisible();
  await dialog.getByLabel("Customer's wallet address").fill(to);
  await dialog.getByLabel("Amount").fill("15.000001");
  await dialog.getByRole("button", { name: "Prepare refund" }).click();
  await expect(dialog.getByText("You can refund up to 15.00 USDT.", { exact: true })).toBeVisible();
  await expectSound(page);
  await dialog.getByLabel("Amount").fill("2,500");
  await dialog.getByRole("button", { name: "Prepare refund" }).click();
  await expect(dialog.getByText("Enter 2500 or 2.500, without a comma.")).toBeVisible();
  await dialog.getByLabel("Amount").fill("2,5");
  await dialog.getByRole("button", { name: "Prepare refund" }).click();
  await expect(page.getByText("Awaiting transfer")).toBeVisible();
  await expect(page.getByRole("img", { name: "QR code of the customer's address" })).toBeVisible();
  await page.getByText("Command line", { exact: true }).click();
  await expect(page.getByRole("figure", { name: "Command for wallet-cli" })).toContainText(`"${to}",2500000`);
  await expectSound(page);
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  await expect(dialog.getByText("A refund of the excess was already prepared.")).toBeVisible();
  await expect(dialog.getByLabel("Amount")).toHaveValue("");
  await dialog.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Cancel refund" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel refund" }).click();
  await expect(page.getByText("Cancelled", { exact: true })).toHaveCount(2);
});

test("a transfer that nodes disagree about is explained, and nothing can be done with its money", async ({
  page,
  signedIn: shop,
}) => {
  const [address] = await openWallet(shop, 1);
  const { itemId } = await openItem(shop, { kind: "disputed", address: address?.hex ?? "0x", micros: 2_000_000_000 });
  await page.goto(shop.live("settlement", "attention", itemId));
  await expect(page.getByText("Nothing to do yet: the transfer isn't recorded")).toBeVisible();
  for (const name of ["Mark as resolved", "Refund", "Request remaining amount"]) {
    await expect(page.getByRole("button", { name })).toBeHidden();
  }
  await expectSound(page);
});

test("a transfer that a node still denies a day later can be marked as resolved, and nothing else", async ({
  page,
  signedIn: shop,
}) => {
  const [address] = await openWallet(shop, 1);
  const { itemId } = await openItem(shop, { kind: "disputed", address: address?.hex ?? "0x", micros: 2_000_000_000 });
  await shop.ctx.db.sql`update attention_items set created_at = now() - interval '25 hours' where id = ${itemId}`;
  await page.goto(shop.live("settlement", "attention", itemId));
  await expect(page.getByText("Nodes have disagreed for more than a day.")).toBeVisible();
  for (const name of ["Refund", "Request remaining amount"]) {
    await expect(page.getByRole("button", { name, exact: true })).toBeHidden();
  }
  await expectSound(page);
  await page.getByRole("button", { name: "Mark as resolved" }).click();
  const dialog = page.getByRole("dialog", { name: "Mark as resolved" });
  await dialog.getByLabel("Note").fill("No explorer knows it.");
  await dialog.getByRole("button", { name: "Mark as resolved" }).click();
  await expect(page.getByText(`Resolved by ${shop.owner.email}`)).toBeVisible();
  await expect(page.getByText("It wasn't recorded.")).toBeVisible();
  await expect(page.getByText("reported, not confirmed")).toBeVisible();
});

test("a transfer that could not be read says which, and can be marked as resolved", async ({
  page,
  signedIn: shop,
}) => {
  const [address] = await openWallet(shop, 1);
  const { itemId } = await openItem(shop, { kind: "unreadable", address: address?.hex ?? "0x", micros: 5_000_000 });
  await page.goto(shop.live("settlement", "attention", itemId));
  await expect(page.getByText("A transfer of 5.00 USDT at one of your addresses couldn't be read")).toBeVisible();
  await expect(page.getByText("Check the transaction in a block explorer")).toBeVisible();
  await expect(page.getByRole("button", { name: "Refund", exact: true })).toBeHidden();
  await expectSound(page);
  await page.getByRole("button", { name: "Mark as resolved" }).click();
  const dialog = page.getByRole("dialog", { name: "Mark as resolved" });
  await dialog.getByLabel("Note").fill("Seen in the explorer: the customer has paid.");
  await dialog.getByRole("button", { name: "Mark as resolved" }).click();
  await expect(page.getByText(`Resolved by ${shop.owner.email}`)).toBeVisible();
});

test("a hash that is none is refused at the field; with no node to ask, that is said", async ({
  page,
  signedIn: shop,
}) => {
  await page.goto(shop.live("settlement", "attention"));
  await expect(page.getByRole("heading", { name: "Nothing needs attention" })).toBeVisible();
  await page.getByRole("button", { name: "Attach transaction" }).click();
  const dialog = page.getByRole("dialog", { name: "Attach transaction" });
  await dialog.getByLabel("Transaction hash").fill("not a hash");
  await dialog.getByRole("button", { name: "Look up transaction" }).click();
  await expect(dialog.getByText("This isn't a valid transaction hash.")).toBeVisible();
  await dialog.getByLabel("Transaction hash").fill("ab".repeat(32));
  await dialog.getByRole("button", { name: "Look up transaction" }).click();
  await expect(dialog.getByText("Couldn't reach the blockchain.")).toBeVisible();
  await expectSound(page);
});

test("funds lists each address with its on-chain and recorded balance, exports them, and plans a sweep", async ({
  page,
  signedIn: shop,
}) => {
  const addresses = await openWallet(shop, 120);
  const [first, second] = addresses;
  await openItem(shop, { kind: "after_paid", address: first?.hex ?? "0x", micros: 12_500_000 });
  const { sql } = shop.ctx.db;
  await sql`update receive_addresses set balance_micros = 12500000, balance_at = now() where id = ${first?.id ?? null}`;
  await sql`update receive_addresses set balance_micros = 7000000, balance_at = now() where id = ${second?.id ?? null}`;
  await page.goto(shop.live("settlement", "funds"));
  await expect(page.getByRole("row")).toHaveCount(101);
  await expect(page.getByText("1 address doesn't match your records.")).toBeVisible();
  const row = (address = "") => page.getByRole("row").filter({ hasText: address.slice(-6) });
  await expect(row(first?.address)).toContainText("Match");
  await expect(row(second?.address)).toContainText("Mismatch");
  await expectSound(page);
  await page.getByRole("link", { name: "Older" }).click();
  await expect(page.getByRole("row")).toHaveCount(21);
  await expect(page.getByRole("link", { name: "First page" })).toHaveAttribute(
    "href",
    shop.live("settlement", "funds"),
  );
  await page.getByRole("button", { name: "Balance" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Above zero" }).click();
  await expect(page.getByRole("row")).toHaveCount(3);

  const csv = await page.request.get(shop.live("settlement", "funds", "export"));
  expect(csv.headers()["content-disposition"]).toMatch(/^attachment; filename="funds-\d{4}-\d\d-\d\d\.csv"$/);
  const lines = (await csv.text()).trim().split("\r\n");
  expect(lines).toHaveLength(121);
  expect(lines[1]).toMatch(new RegExp(`^${first?.address},,free,12\\.5,.*,12\\.5,0,12\\.5,yes,`));

  await page.getByRole("link", { name: "Sweep funds" }).click();
  await page.getByLabel("Destination address").fill("nonsense");
  await page.getByRole("button", { name: "Plan sweep" }).click();
  await expect(page.getByText("This isn't a valid TRON address.")).toBeVisible();
  const to = randomAddress();
  await page.getByLabel("Destination address").fill(to);
  await page.getByRole("button", { name: "Plan sweep" }).click();
  await expect(page.getByText("12.50 USDT stays where it is for 1 item that needs attention.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Nothing to sweep" })).toBeVisible();
  await expectSound(page);
  await sql`
    update attention_items set resolved_at = now(), resolution = 'accepted' where merchant_id = ${shop.merchantId}`;
  await page.reload();
  await page.getByText("Command line", { exact: true }).click();
  await expect(page.getByRole("figure", { name: "Command for wallet-cli" })).toContainText(`"${to}",12499999`);
  await expect(page.getByRole("figure", { name: "Command for wallet-cli" })).not.toContainText(second?.address ?? "");
  await expectSound(page);
  const link = await page.getByRole("link", { name: "Download commands" }).getAttribute("href");
  expect(await (await page.request.get(link ?? "")).text()).toContain(`"${to}",12499999`);
});

test("a balance that differs is accepted with both figures shown, and not if one has changed since", async ({
  page,
  signedIn: shop,
}) => {
  const { sql } = shop.ctx.db;
  await openWallet(shop, 1);
  await setBalances(shop, 400_000_000);
  const differ = (micros: number) => sql`
    update receive_addresses set differs_at = now(), balance_micros = ${micros} where merchant_id = ${shop.merchantId}`;
  await differ(500_000_000);
  await page.goto(shop.live("settlement", "funds"));
  const question = page.getByRole("alertdialog", { name: "Accept this balance?" });
  await page.getByRole("button", { name: "Accept balance" }).click();
  await expect(question).toContainText(/500\.00\s*USDT on-chain, 400\.00\s*USDT recorded/);
  await differ(0);
  await question.getByRole("button", { name: "Accept balance" }).click();
  await expect(question).toContainText("have changed since you opened this page. Nothing was changed.");
  await page.reload();
  await page.getByRole("button", { name: "Accept balance" }).click();
  await expect(question).toContainText(/\b0\.00\s*USDT on-chain, 400\.00\s*USDT recorded/);
  await question.getByRole("button", { name: "Accept balance" }).click();
  await expect(page.getByRole("button", { name: "Accept balance" })).toHaveCount(0);
  expect(await sql`select differs_at from receive_addresses where merchant_id = ${shop.merchantId}`).toEqual([
    { differs_at: null },
  ]);
});

test("a link can't name the destination of a sweep: only the form can, and the plan shows it", async ({
  page,
  signedIn: shop,
}) => {
  await openWallet(shop, 1);
  await setBalances(shop, 12_500_000);
  const path = shop.live("settlement", "funds", "sweep");
  const field = page.getByLabel("Destination address");
  const plan = page.getByRole("heading", { name: "Sweep plan" });
  const [theirs, own] = [randomAddress(), randomAddress()];
  await page.goto(`${path}?${new URLSearchParams({ to: theirs, threshold: "1" })}`);
  await expect(field).toHaveValue("");
  await expect(plan).toBeHidden();
  await planSweep(page, own);
  await expect(plan).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: "Check that this is your address" })).toContainText(own);
  await expectSound(page);

  const planned = new URL(page.url());
  await page.reload();
  await expect(field).toHaveValue(own);
  await expect(plan).toBeVisible();
  const file = (kind: string) => page.request.get(`${path}/${kind}${planned.search}`, { maxRedirects: 0 });
  const answers = async () => [(await file("lines")).status(), (await file("transfers")).status()];
  expect((await file("lines")).status()).toBe(200);
  planned.searchParams.set("to", theirs);
  expect(await answers()).toEqual([307, 307]);
  await page.goto(planned.href);
  await expect(field).toHaveValue("");
  await expect(plan).toBeHidden();
});

test("never using an address twice is switched on from the pool and seen in the settings", async ({
  page,
  signedIn: shop,
}) => {
  const addresses = await openWallet(shop, 5);
  await shop.ctx.db.sql`
    update receive_addresses set last_leased_at = now(), rests_until = now() + interval '1 hour'
     where id = any(${addresses.slice(0, 4).map(({ id }) => id)}::uuid[])`;
  await page.goto(shop.live("settlement"));
  await expect(page.getByText("1 of 5 addresses is available (4 in cooldown).")).toBeVisible();
  await expect(page.getByRole("img", { name: "4 in cooldown, 1 available" })).toBeVisible();
  await page.getByRole("button", { name: "Stop reusing addresses" }).click();
  const question = page.getByRole("alertdialog", { name: "Stop reusing addresses?" });
  await expect(question).toContainText("so the list runs out");
  await question.getByRole("button", { name: "Stop reusing addresses" }).click();
  await expect(page.getByRole("img", { name: "4 used, 1 available" })).toBeVisible();
  await page.goto(shop.live("settings", "general"));
  await expect(page.getByText("Addresses are never reused")).toBeVisible();
  await expectSound(page);
});

test("a manager decides and changes no wallet, a viewer looks and does nothing, a cashier is told that it is not for them", async ({
  page,
  shop,
  tolerated,
}) => {
  tolerated.pattern = /403/;
  const [address] = await openWallet(shop, 2);
  const { itemId } = await openItem(shop, { kind: "late", address: address?.hex ?? "0x" });
  await signIn(page, await shop.addMember("manager"));
  await page.goto(shop.live("settlement"));
  await expect(page.getByText("List of 2 addresses")).toBeVisible();
  for (const name of ["Change wallet", "Stop reusing addresses"]) await expect(page.getByText(name)).toBeHidden();
  expect((await page.goto(shop.live("settlement", "wallet")))?.status()).toBe(403);
  await page.goto(shop.live("settlement", "attention", itemId));
  await expect(page.getByRole("button", { name: "Mark as resolved" })).toBeVisible();

  await signIn(page, await shop.addMember("viewer"));
  await page.goto(shop.live("settlement", "attention", itemId));
  await expect(page.getByText("Only an owner or a manager can resolve this.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Mark as resolved" })).toBeHidden();
  await page.goto(shop.live("settlement", "attention"));
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Attach transaction" })).toBeHidden();

  await signIn(page, await shop.addMember("cashier"));
  for (const path of [[], ["attention"], ["attention", itemId], ["funds"], ["funds", "sweep"], ["wallet"]]) {
    expect((await page.goto(shop.live("settlement", ...path)))?.status(), path.join("/")).toBe(403);
  }
  expect((await page.request.get(shop.live("settlement", "funds", "export"))).status()).toBe(403);
});

test("an item of another merchant is not there", async ({ page, signedIn: shop, serverDatabase, tolerated }) => {
  tolerated.pattern = /404/;
  const other = await openShop(serverDatabase, { name: "Other" });
  const [address] = await openWallet(other, 1);
  const { itemId } = await openItem(other, { kind: "unassigned", address: address?.hex ?? "0x" });
  for (const path of [
    shop.live("settlement", "attention", itemId),
    shop.at("settlement", "attention", itemId),
    shop.live("settlement", "attention", "nonsense"),
    other.live("settlement"),
    other.live("settlement", "attention", itemId),
  ]) {
    expect((await page.goto(path))?.status(), path).toBe(404);
  }
  expect((await page.request.get(other.live("settlement", "funds", "export"))).status()).toBe(404);
});

test("the screens are sound on a phone, with everything full and long", async ({ page, signedIn: shop }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const addresses = await openWallet(shop, 8);
  const hex = (index: number) => addresses[index]?.hex ?? "0x";
  const reference = "A-reference-without-any-blank-that-somebody-has-made-up-".repeat(3).slice(0, 120);
  const { itemId } = await openItem(shop, { kind: "late", address: hex(0), micros: 999_999_999_999_999, reference });
  for (const kind of [
    "partial",
    "over",
    "after_cancel",
    "after_paid",
    "unassigned",
    "disputed",
    "unreadable",
  ] as const) {
    await openItem(shop, { kind, address: hex(1), micros: 123_456_789, reference });
  }
  await shop.ctx.db.sql`
    insert into chain_alarms (network, merchant_id, kind, message)
    values ('tron-nile', ${shop.merchantId}, 'blacklisted', ${`The issuer has frozen ${addresses[2]?.address}`})`;
  for (const path of [[], ["wallet"], ["attention"], ["attention", itemId], ["funds"], ["funds", "sweep"]]) {
    await page.goto(shop.live("settlement", ...path));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectSound(page);
  }
  await page.clock.install();
  await page.goto(shop.live());
  await expect(page.getByRole("link", { name: "Late payment" })).toBeVisible();
  await expectSound(page);
  // with the clock at rest the second letter comes soon enough
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.keyboard.press("g");
  await page.keyboard.press("m");
  await page.clock.resume();
  await expect(page).toHaveURL(/\/live\/settlement$/);
});
