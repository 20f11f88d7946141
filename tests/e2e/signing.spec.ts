import { readFileSync } from "node:fs";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import type { Page } from "@playwright/test";
import { type HexAddress, hexFromPublicKey, hexFromTron, tronFromHex } from "@/lib/base/tron/address";
import { signTransaction } from "@/lib/base/tron/transfer-transaction";
import { formatSignedTransferFile, parseTransferFile } from "@/lib/settlement/funds/transfer-file";
import { expect, test } from "@/tests/e2e/support/dashboard";
import { hide } from "@/tests/e2e/support/hide";
import { expectSound } from "@/tests/e2e/support/layout";
import { openItem, openWallet, planSweep, randomAddress, setBalances, watched } from "@/tests/e2e/support/settlement";
import { type Shop, signIn } from "@/tests/e2e/support/shop";
import { installTronLink } from "@/tests/e2e/support/tronlink";
import { withResolvers } from "@/tests/support/with-resolvers";

/** The server under test has no TRON node, so nothing is sent. */
const NO_NODE = "No TRON node took the transaction: a node can't be reached. Nothing was sent.";

/** A wallet of two addresses, with the key of the first; each holds `micros`. */
async function ownWallet(shop: Shop, micros = 7_000_000) {
  await watched(shop);
  const { secretKey, publicKey } = secp256k1.keygen();
  const hex = hexFromPublicKey(publicKey);
  const [, other] = await openWallet(shop, 2, [hex]);
  await setBalances(shop, micros);
  return { hex, address: tronFromHex(hex), privateKey: secretKey, other: other?.address ?? "" };
}

/** An overpaid payment with a refund of 2.50 USDT from the address that waits to be signed; gives the item's path. */
async function waitingRefund(shop: Shop, hex: HexAddress): Promise<string> {
  const { itemId } = await openItem(shop, { kind: "over", address: hex, micros: 15_000_000, aboutMicros: 2_500_000 });
  await shop.ctx.db.sql`
    insert into refunds (merchant_id, item_id, from_address, to_address, amount_micros, prepared_by, head_block)
    select ${shop.merchantId}, ${itemId}, ${hex}, ${hexFromTron(randomAddress())}, 2500000, user_id, 61234567
      from memberships where merchant_id = ${shop.merchantId} limit 1`;
  return shop.live("settlement", "attention", itemId);
}

const json = (text: string) => ({ name: "file.json", mimeType: "application/json", buffer: Buffer.from(text) });

test("without TronLink its button says what to do, on a phone with a link into its app", async ({
  page,
  signedIn: shop,
  browser,
}) => {
  const wallet = await ownWallet(shop);
  const path = await waitingRefund(shop, wallet.hex);
  await page.goto(path);
  await page.getByRole("button", { name: "Sign with TronLink" }).click();
  await expect(page.getByText("TronLink isn't in this browser.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Open in TronLink app" })).toBeHidden();
  await expectSound(page);

  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const phone = await context.newPage();
  await signIn(phone, shop.owner);
  await phone.goto(path);
  await phone.getByRole("button", { name: "Sign with TronLink" }).click();
  const href = await phone.getByRole("link", { name: "Open in TronLink app" }).getAttribute("href");
  const link = new URL(href ?? "");
  expect(link.protocol).toBe("tronlinkoutside:");
  expect(JSON.parse(link.searchParams.get("param") ?? "")).toEqual({
    url: phone.url(),
    action: "open",
    protocol: "TronLink",
    version: "1.0",
  });
  await expectSound(phone);
  await context.close();
});

test("a refund is signed with TronLink; whatever it answers is said, and what was signed isn't signed again", async ({
  page,
  context,
  signedIn: shop,
}) => {
  const wallet = await ownWallet(shop);
  const tronLink = await installTronLink(context, wallet);
  await page.goto(await waitingRefund(shop, wallet.hex));
  // a page that nobody sees doesn't refresh itself, which would take the last answer away
  await hide(page, true);
  const href = await page.getByRole("link", { name: "Download to sign" }).getAttribute("href");
  const file = parseTransferFile(await (await page.request.get(href ?? "")).text());
  expect(file).toMatchObject({ transfers: [{ transfer: { from: wallet.hex, amountMicros: 2_500_000n } }] });
  // no node says what it costs, which keeps nobody from signing
  await expect(page.getByText("The fee couldn't be estimated. The sending address pays the fee")).toBeVisible();
  await expect(page.getByText("It asks again before it sends.")).toBeVisible();
  const sign = page.getByRole("button", { name: "Sign with TronLink" });
  for (const [manner, text] of [
    ["declines", "You declined the request in TronLink. Nothing was sent."],
    ["is busy", "TronLink is waiting for you."],
    ["has no account", "TronLink has no account selected."],
    ["breaks", "TronLink couldn't sign it: The device is locked"],
  ] as const) {
    tronLink.manner = manner;
    await sign.click();
    await expect(page.getByRole("alert").filter({ hasText: text })).toBeVisible();
  }
  tronLink.manner = "confirms";
  tronLink.key = { ...wallet, address: wallet.other };
  await sign.click();
  await expect(page.getByText(`TronLink has ${wallet.other} selected. Switch to ${wallet.address}`)).toBeVisible();
  expect(tronLink.signed).toEqual([]);
  await expectSound(page);

  tronLink.key = wallet;
  await sign.click();
  await expect(page.getByText(NO_NODE)).toBeVisible();
  const again = page.getByRole("button", { name: /^Send again(: the signed transfer from \S+)?$/ });
  await again.click();
  await expect(page.getByText(NO_NODE)).toBeVisible();
  await page.reload();
  await expect(page.getByText("Signed, not sent")).toBeVisible();
  await expect(sign).toBeHidden();
  await expect(page.getByRole("figure", { name: "Command for wallet-cli" })).toBeHidden();
  await expect(page.getByRole("button", { name: "Cancel refund" })).toBeVisible();
  await expectSound(page);
  await again.click();
  await expect(page.getByRole("alert").filter({ hasText: NO_NODE })).toBeVisible();
  expect(tronLink.signed).toHaveLength(1);
  await page.getByRole("button", { name: /^Discard/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await expect(page.getByText("Signed transaction discarded")).toBeVisible();

  await sign.click();
  await expect(page.getByText(NO_NODE)).toBeVisible();
  // as after an unclear answer
  await shop.ctx.db.sql`update sent_transactions set unsent_id = null where merchant_id = ${shop.merchantId}`;
  await page.reload();
  await expect(page.getByText("May have been sent")).toBeVisible();
  await expect(page.getByText("you can sign a new transaction")).toBeVisible();
  await expect(sign).toBeHidden();
  await expect(page.getByRole("button", { name: /^Discard/ })).toBeHidden();
  await expect(page.getByRole("button", { name: "Cancel refund" })).toBeHidden();
  // what was sent can't be downloaded to be signed again
  expect((await page.request.get(href ?? "", { maxRedirects: 0 })).status()).toBe(307);
  await expectSound(page);
  await page.getByRole("button", { name: "Check transaction" }).click();
  await expect(page.getByText("No TRON node responds, so nothing is known about it.").first()).toBeVisible();
});

test("a refund that its address can't pay any more says so and what to do, and is neither signed nor downloaded", async ({
  page,
  signedIn: shop,
}) => {
  const wallet = await ownWallet(shop);
  const path = await waitingRefund(shop, wallet.hex);
  await page.goto(path);
  const download = page.getByRole("link", { name: "Download to sign" });
  const href = await download.getAttribute("href");
  // as a sweep leaves it
  await shop.ctx.db.sql`
    update address_ledgers set opening_micros = opening_micros - 6999999 - received_micros where address = ${wallet.hex}`;
  await shop.ctx.db.sql`update receive_addresses set balance_micros = 1 where address = ${wallet.hex}`;
  await page.reload();
  await expect(page.getByText("Only 0.000001 USDT is left at the address, less than this refund.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign with TronLink" })).toBeHidden();
  await expect(download).toBeHidden();
  await expect(page.getByRole("figure", { name: "Command for wallet-cli" })).toBeHidden();
  expect((await page.request.get(href ?? "", { maxRedirects: 0 })).status()).toBe(307);
  await expectSound(page);

  await page.getByRole("button", { name: "Refund", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Prepare refund" });
  await expect(dialog.getByText("To refund more, set a refund wallet under Settlement.")).toBeVisible();
  await expect(dialog.getByText("up to 0.000001 USDT")).toBeVisible();
  await expectSound(page);
});

test("a sweep is signed address by address with TronLink, or as a file, whose transactions are sent one after another", async ({
  page,
  context,
  signedIn: shop,
}) => {
  const wallet = await ownWallet(shop);
  await installTronLink(context, wallet);
  const to = randomAddress();
  await page.goto(shop.live("settlement", "funds", "sweep"));
  await planSweep(page, to);
  const list = page.getByRole("list", { name: "Transfers" });
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await list.getByRole("button", { name: `Sign with TronLink: transfer from ${wallet.other}` }).click();
  await expect(page.getByText(`TronLink has ${wallet.address} selected. Switch to ${wallet.other}`)).toBeVisible();
  await expectSound(page);

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download to sign" }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/^sweep-to-sign-\d{4}-\d\d-\d\d\.json$/);
  const text = readFileSync(await saved.path(), "utf8");
  const file = parseTransferFile(text);
  if ("fault" in file) throw new Error(file.fault);
  expect(file.transfers.map(({ transfer }) => [tronFromHex(transfer.to), transfer.amountMicros])).toEqual([
    [to, 6_999_999n],
    [to, 6_999_999n],
  ]);

  await page.getByRole("button", { name: "Send signed file" }).click();
  const dialog = page.getByRole("dialog", { name: "Send signed transactions" });
  const input = dialog.getByLabel("Signed file");
  for (const [given, fault] of [
    ["PK\u0003\u0004", "This isn't a file that the offline wallet signed."],
    [text, "This file isn't signed yet."],
  ] as const) {
    await input.setInputFiles(json(given));
    await expect(dialog.getByRole("alert").filter({ hasText: fault })).toBeVisible();
  }
  await expectSound(page);
  // one key signs for both addresses, so the other's signature is wrong
  const signed = file.transfers.map(({ rawDataHex }) => ({
    rawDataHex,
    signature: signTransaction(rawDataHex, wallet.privateKey),
  }));
  await input.setInputFiles(json(formatSignedTransferFile(file.network, signed)));
  await expect(dialog.getByText("0 of 2 sent")).toBeVisible();
  await expect(dialog.getByText(NO_NODE)).toBeVisible();
  await expect(dialog.getByText(`The signature isn't the one of ${wallet.other}.`)).toBeVisible();
  await expectSound(page);
  await dialog.getByRole("button", { name: "Send failed ones again" }).click();
  await expect(dialog.getByText("0 of 2 sent")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await expect(page.getByText("1 address is left out")).toBeVisible();
  const kept = page.getByRole("list", { name: "Unconfirmed sweeps" });
  await expect(kept.getByRole("listitem")).toHaveCount(1);
  await expectSound(page);
  await kept.getByRole("button", { name: `Discard the signed transfer from ${wallet.address}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await expect(kept).toBeHidden();
});

test("the page of a long sweep ends where its content does", async ({ page, signedIn: shop }) => {
  await watched(shop);
  await openWallet(shop, 120);
  await setBalances(shop, 7_000_000);
  await page.goto(shop.live("settlement", "funds", "sweep"));
  await planSweep(page, randomAddress());
  await expect(page.getByRole("list", { name: "Transfers" }).getByRole("listitem")).toHaveCount(120);
  const [length, content] = await page.evaluate(() => [
    document.documentElement.scrollHeight,
    Math.max(innerHeight, document.body.getBoundingClientRect().height),
  ]);
  expect(length).toBeLessThanOrEqual(Math.ceil(content ?? 0));
});

/** Presses Escape in the moment in which this text appears, before anything else can happen. */
const escapeWith = (page: Page, text: string) =>
  page.evaluate((awaited) => {
    const observer = new MutationObserver(() => {
      if (!document.body.textContent?.includes(awaited)) return;
      observer.disconnect();
      document.activeElement?.dispatchEvent(
        new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }),
      );
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  }, text);

test("while a signed file is sent its dialog stays with the button that stops it, and then with the results", async ({
  page,
  signedIn: shop,
}) => {
  const wallet = await ownWallet(shop);
  const path = shop.live("settlement", "funds", "sweep");
  await page.goto(path);
  await planSweep(page, randomAddress());
  const href = await page.getByRole("link", { name: "Download to sign" }).getAttribute("href");
  const file = parseTransferFile(await (await page.request.get(href ?? "")).text());
  if ("fault" in file) throw new Error(file.fault);
  const signed = file.transfers.map(({ rawDataHex }) => ({
    rawDataHex,
    signature: signTransaction(rawDataHex, wallet.privateKey),
  }));
  await page.getByRole("button", { name: "Send signed file" }).click();
  const dialog = page.getByRole("dialog", { name: "Send signed transactions" });
  const answer = withResolvers<void>();
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      if (route.request().method() === "POST") await answer.promise;
      await route.continue();
    },
  );
  await escapeWith(page, "Sending 1 of 2…");
  await dialog.getByLabel("Signed file").setInputFiles(json(formatSignedTransferFile(file.network, signed)));
  await expect(dialog.getByText("Sending 1 of 2…")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 5);
  await expect(dialog.getByRole("button", { name: "Close", exact: true })).toBeDisabled();
  await dialog.getByRole("button", { name: "Stop" }).click();
  answer.resolve();
  await expect(dialog.getByText("Stopped.")).toBeVisible();
  await page.mouse.click(5, 5);
  await expect(dialog.getByRole("list", { name: "Send signed transactions" }).getByRole("listitem")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("a viewer sees the commands, and neither signs, downloads nor sends", async ({ page, shop }) => {
  const wallet = await ownWallet(shop);
  const path = await waitingRefund(shop, wallet.hex);
  await signIn(page, await shop.addMember("viewer"));
  await page.goto(shop.live("settlement", "funds", "sweep"));
  await planSweep(page, randomAddress());
  await expect(page.getByRole("figure", { name: "Commands for wallet-cli" })).toBeVisible();
  const sweep = page.url();
  for (const at of [sweep, path]) {
    await page.goto(at);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("button", { name: /TronLink|signed file/ })).toBeHidden();
    await expect(page.getByRole("link", { name: "Download to sign" })).toBeHidden();
  }
  const { pathname, search } = new URL(sweep);
  expect((await page.request.get(`${pathname}/transfers${search}`)).status()).toBe(403);
  expect((await page.request.get(`${path}/transfer?refund=${shop.merchantId}`)).status()).toBe(403);
});
