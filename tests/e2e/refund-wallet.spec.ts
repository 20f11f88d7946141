import { randomBytes } from "node:crypto";
import { hexFromTron } from "@/lib/base/tron/address";
import { expect, test } from "@/tests/e2e/support/dashboard";
import { expectSound } from "@/tests/e2e/support/layout";
import { openItem, openWallet, randomAddress, watched } from "@/tests/e2e/support/settlement";

test("an owner sets, changes and removes the refund wallet with the password, and the audit log says so", async ({
  page,
  signedIn: shop,
}) => {
  await watched(shop);
  const [receiving] = await openWallet(shop, 2);
  await page.goto(shop.live("settlement"));
  await expect(page.getByRole("heading", { name: "No refund wallet yet" })).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Set refund wallet" }).click();
  // a message of what was done is a dialog too
  const dialog = page.getByRole("dialog").filter({ has: page.getByLabel("Your password") });
  const submit = async (address: string, password: string, name: string) => {
    await dialog.getByLabel("Wallet address").fill(address);
    await dialog.getByLabel("Your password").fill(password);
    await dialog.getByRole("button", { name }).click();
  };
  const [first, second] = [randomAddress(), randomAddress()];
  await submit(" ", "wrong", "Set refund wallet");
  await expect(dialog.getByText("Enter the address of your wallet.")).toBeVisible();
  await expect(dialog.getByText("Incorrect password")).toBeVisible();
  await submit(first, "wrong", "Set refund wallet");
  await expect(dialog.getByText("Incorrect password")).toBeVisible();
  await submit(receiving?.address ?? "", shop.owner.password, "Set refund wallet");
  await expect(dialog.getByText("This address receives payments here.")).toBeVisible();
  await submit(`${first.slice(0, -1)}${first.endsWith("1") ? "2" : "1"}`, shop.owner.password, "Set refund wallet");
  await expect(dialog.getByText("This isn't a valid TRON address.")).toBeVisible();
  await expectSound(page);
  await submit(first, shop.owner.password, "Set refund wallet");
  await expect(dialog).toBeHidden();
  await expect(page.getByText(first.slice(6, -6), { exact: true })).toBeVisible();
  // the server under test has no TRON node
  await expect(page.getByText("Not known. No node answered in time.")).toBeVisible();
  await expect(page.getByText("No refunds", { exact: true })).toBeVisible();
  await expectSound(page);

  await page.getByRole("button", { name: "Change refund wallet" }).click();
  await submit(second, shop.owner.password, "Change refund wallet");
  await expect(dialog).toBeHidden();
  await expect(page.getByText(second.slice(6, -6), { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await dialog.getByLabel("Your password").fill(shop.owner.password);
  await dialog.getByRole("button", { name: "Remove refund wallet" }).click();
  await expect(page.getByRole("heading", { name: "No refund wallet yet" })).toBeVisible();

  await page.goto(shop.live("settings", "audit"));
  await expect(page.getByText("Refund wallet set")).toHaveCount(2);
  await expect(page.getByText("Refund wallet removed")).toBeVisible();
});

test("a transfer that Till didn't send is confirmed or rejected as a refund", async ({ page, signedIn: shop }) => {
  await watched(shop);
  const [receiving] = await openWallet(shop, 2);
  const { sql } = shop.ctx.db;
  const { itemId } = await openItem(shop, {
    kind: "over",
    address: receiving?.hex ?? "0x",
    micros: 15_000_000,
    aboutMicros: 2_500_000,
  });
  const [wallet, to] = [hexFromTron(randomAddress()), hexFromTron(randomAddress())];
  const propose = async (micros: number) => {
    const [refund] = await sql<[{ id: string }]>`
      insert into refunds (merchant_id, item_id, from_address, to_address, amount_micros, prepared_by, head_block)
      select ${shop.merchantId}, ${itemId}, ${wallet}, ${to}, ${micros}, user_id, 61234567
        from memberships where merchant_id = ${shop.merchantId} limit 1 returning id`;
    await sql`
      insert into refund_wallet_transfers (merchant_id, refund_id, network, tx_hash, log_index, from_address, to_address,
                                           amount_micros, block_number, block_hash, occurred_at)
      values (${shop.merchantId}, ${refund.id}, 'tron-nile', ${`0x${randomBytes(32).toString("hex")}`}, 3, ${wallet}, ${to},
              ${micros}, 61234999, '0xd', now() - interval '5 minutes')`;
  };
  await sql`
    insert into refund_wallets (merchant_id, address, set_by)
    select ${shop.merchantId}, ${wallet}, user_id from memberships where merchant_id = ${shop.merchantId} limit 1`;
  await propose(1_500_000);
  await propose(1_000_000);
  await page.goto(shop.live());
  await page.getByRole("link", { name: "2 transfers look like refunds" }).click();
  await expect(page.getByText("Is this the refund?")).toHaveCount(2);
  // with the item
  await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Settlement/ })).toContainText(
    "3",
  );
  const tabs = page.getByRole("navigation", { name: "Settlement" });
  await expect(tabs.getByRole("link", { name: /^Overview/ })).toContainText("2");
  await tabs.getByRole("link", { name: /^Refunds/ }).click();
  await expect(page.getByRole("link", { name: "Check transfer" }).filter({ visible: true })).toHaveCount(2);
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  await expectSound(page);
  await page.getByRole("link", { name: "Check transfer" }).filter({ visible: true }).first().click();
  await expect(page.getByText("2 refunds", { exact: true })).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Confirm refund" }).first().click();
  await expect(page.getByText("Is this the refund?")).toHaveCount(1);
  await page.getByRole("button", { name: "Not this refund" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Reject transfer" }).click();
  await expect(page.getByText("Is this the refund?")).toHaveCount(0);
  const statuses = await sql`select status from refunds where item_id = ${itemId} order by amount_micros`;
  expect(statuses.map(({ status }) => status)).toEqual(["prepared", "final"]);
});
