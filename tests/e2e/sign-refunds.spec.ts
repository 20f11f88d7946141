import { readFileSync } from "node:fs";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import type { Page } from "@playwright/test";
import { hexFromPublicKey, tronFromHex } from "@/lib/base/tron/address";
import { signTransaction } from "@/lib/base/tron/transfer-transaction";
import { formatSignedTransferFile, parseTransferFile } from "@/lib/settlement/funds/transfer-file";
import { expect, test } from "@/tests/e2e/support/dashboard";
import { expectFitsPhone, expectSound } from "@/tests/e2e/support/layout";
import { openRefund, randomHex, refundKey } from "@/tests/e2e/support/refunds";
import { openWallet, setBalances, watched } from "@/tests/e2e/support/settlement";
import type { Shop } from "@/tests/e2e/support/shop";
import { installTronLink } from "@/tests/e2e/support/tronlink";

/** The server under test has no TRON node, so nothing is sent. */
const NO_NODE = "No TRON node took the transaction";

/** A wallet of two addresses of 100 USDT each, with the key of that whose refunds are signed first. */
async function ownWallet(shop: Shop) {
  await watched(shop);
  const [first, second] = [newKey(), newKey()].toSorted((a, b) => (a.address < b.address ? -1 : 1)) as [Key, Key];
  await openWallet(shop, 2, [first.hex, second.hex]);
  await setBalances(shop, 100_000_000);
  return { ...first, other: second };
}

type Key = ReturnType<typeof newKey>;

function newKey() {
  const { secretKey: privateKey, publicKey } = secp256k1.keygen();
  const hex = hexFromPublicKey(publicKey);
  return { privateKey, hex, address: tronFromHex(hex) };
}

async function openDialog(page: Page, shop: Shop, count: number) {
  await page.goto(shop.live("settlement", "refunds"));
  await page.getByRole("checkbox", { name: /^Select all/ }).check();
  await page.getByRole("button", { name: `Sign ${count} refunds` }).click();
  return page.getByRole("dialog", { name: "Sign refunds" });
}

test("three refunds are signed with TronLink one after the other; one is declined and asked for again", async ({
  page,
  context,
  signedIn: shop,
}) => {
  const wallet = await ownWallet(shop);
  const tronLink = await installTronLink(context, wallet);
  const to = randomHex();
  // two of them are equal
  for (const [reference, micros] of [
    ["a", 2_000_000],
    ["b", 2_000_000],
    ["c", 3_500_000],
  ] as const) {
    await openRefund(shop, { from: wallet.hex, to, reference, micros });
  }
  const dialog = await openDialog(page, shop, 3);
  await expect(dialog).toContainText("3 refunds from 1 address");
  await expect(dialog).toContainText("7.50");
  await expectSound(page);
  tronLink.mannersNext = ["confirms", "declines", "confirms"];
  await dialog.getByRole("button", { name: "Sign 3 with TronLink" }).click();
  await expect(dialog.getByText("0 of 3 sent")).toBeVisible();
  const results = dialog.getByRole("list", { name: "Send signed transactions" }).getByRole("listitem");
  await expect(results).toHaveCount(3);
  await expect(results.filter({ hasText: NO_NODE })).toHaveCount(2);
  await expect(results.filter({ hasText: tronFromHex(to).slice(0, 6) })).toHaveCount(3);
  await expect(results.filter({ hasText: "You declined the request in TronLink. Nothing was sent." })).toHaveCount(1);
  expect(tronLink.signed).toHaveLength(2);
  expect(new Set(tronLink.signed)).toHaveProperty("size", 2);
  await expectSound(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFitsPhone(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  // what was signed is sent again, and only the declined one is signed
  await dialog.getByRole("button", { name: "Retry 3 unsent refunds" }).click();
  await expect(results.filter({ hasText: NO_NODE })).toHaveCount(3);
  expect(tronLink.signed).toHaveLength(3);
  expect(new Set(tronLink.signed)).toHaveProperty("size", 3);
});

test("signing stops after the refund at hand, and pauses while TronLink has another account", async ({
  page,
  context,
  signedIn: shop,
}) => {
  const wallet = await ownWallet(shop);
  const tronLink = await installTronLink(context, wallet);
  for (const reference of ["a", "b"]) await openRefund(shop, { from: wallet.hex, reference });
  await openRefund(shop, { from: wallet.other.hex, reference: "c" });
  const dialog = await openDialog(page, shop, 3);
  await expect(dialog).toContainText("3 refunds from 2 addresses");
  tronLink.hold();
  await dialog.getByRole("button", { name: "Sign 3 with TronLink" }).click();
  await expect(dialog.getByText(/^Refund 1 of \d: confirm 2\.50 USDT to T\w+ in TronLink\.$/)).toBeVisible();
  await dialog.getByRole("button", { name: "Stop" }).click();
  await expect(dialog.getByText("Stopping after this refund.")).toBeVisible();
  // an action that is running keeps the dialog open
  await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  tronLink.release();
  await expect(dialog.getByText("2 refunds are left.")).toBeVisible();
  expect(tronLink.signed).toHaveLength(1);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(
    dialog.getByText(`TronLink has ${wallet.address} selected. Switch to ${wallet.other.address}`),
  ).toBeVisible();
  await expectSound(page);
  await dialog.getByRole("button", { name: "Skip this address" }).click();
  await expect(dialog.getByText("Skipped: TronLink has another account selected.")).toBeVisible();
  await expect(dialog.getByText("0 of 3 sent")).toBeVisible();
  expect(tronLink.signed).toHaveLength(2);
  await expectSound(page);
});

test("one file has the confirmed refunds and names the others; signed, it is uploaded, a repeated transaction once", async ({
  page,
  signedIn: shop,
  tolerated,
}) => {
  tolerated.pattern = /status of 409 \(Conflict\)/;
  const wallet = await ownWallet(shop);
  const keyId = await refundKey(shop, { environment: "live" });
  const to = randomHex();
  await openRefund(shop, { from: wallet.hex, to, reference: "a" });
  const second = await openRefund(shop, { from: wallet.hex, to, reference: "b" });
  await openRefund(shop, { from: wallet.hex, to, reference: "c", keyId, micros: 9_000_000 });
  await openRefund(shop, { from: wallet.hex, to, reference: "d", micros: 99_000_000 });
  // what a key prepared isn't confirmed, so it isn't offered
  const dialog = await openDialog(page, shop, 3);
  await expect(dialog).toContainText("1 refund can't be signed now");
  await expect(dialog).toContainText(
    `${wallet.address} can pay 100.00 USDT, but the 3 chosen refunds from it need 104.00`,
  );
  await expect(dialog).toContainText(`99.00 USDT to ${tronFromHex(to)}`);
  await expectSound(page);
  const button = dialog.getByRole("button", { name: "Download to sign" });
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  expect(download.suggestedFilename()).toMatch(/^refunds-to-sign-\d{4}-\d\d-\d\d\.json$/);
  const file = parseTransferFile(readFileSync(await download.path(), "utf8"));
  if ("fault" in file) throw new Error(file.fault);
  expect(file.transfers.map(({ transfer }) => transfer.amountMicros)).toEqual([2_500_000n, 2_500_000n]);

  await dialog.getByText("Command line").click();
  const lines = dialog.getByRole("button", { name: "Download commands" });
  const [commands] = await Promise.all([page.waitForEvent("download"), lines.click()]);
  expect(
    readFileSync(await commands.path(), "utf8")
      .trim()
      .split("\n"),
  ).toHaveLength(2);

  // one that is cancelled meanwhile isn't left out silently
  await shop.ctx.db.sql`update refunds set status = 'cancelled', withdrawn_at = now() where id = ${second}`;
  await button.click();
  await expect(dialog.getByText("One refund can't be signed any more.")).toBeVisible();
  await expect(dialog).toContainText("This refund was cancelled.");
  await expect(dialog).toContainText("1 refund from 1 address");
  await dialog.getByRole("button", { name: "Close" }).filter({ hasText: "Close" }).click();
  await expect(page.getByRole("region", { name: "Selected refunds" })).toBeHidden();

  const signed = file.transfers.map(({ rawDataHex }) => ({
    rawDataHex,
    signature: signTransaction(rawDataHex, wallet.privateKey),
  }));
  const text = formatSignedTransferFile(file.network, [...signed, ...signed]);
  await page.getByRole("button", { name: "Send signed file" }).click();
  const upload = page.getByRole("dialog", { name: "Send signed transactions" });
  await upload
    .getByLabel("Signed file")
    .setInputFiles({ name: "signed.json", mimeType: "application/json", buffer: Buffer.from(text) });
  await expect(upload.getByText("The file contains 2 transactions more than once. Each is sent once.")).toBeVisible();
  await expect(upload.getByText("0 of 2 sent")).toBeVisible();
  await expectSound(page);
});
