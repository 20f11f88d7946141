import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { test as base, expect, type Page } from "@playwright/test";
import { type HexAddress, hexFromTron } from "@/lib/base/tron/address";
import { makeTransfer, signerOf } from "@/lib/base/tron/transfer-transaction";
import { USDT_MAINNET } from "@/lib/base/tron/usdt";
import { decimalFromMicros } from "@/lib/base/values/money";
import { formatTransferFile, parseSignedTransferFile } from "@/lib/settlement/funds/transfer-file";
import { buildOfflineWallet } from "@/scripts/lib/build-offline-wallet.mjs";
import { expectAccessible, rulesIn } from "@/tests/e2e/support/axe";
import { expectFitsPhone } from "@/tests/e2e/support/layout";

const ABANDON = `${"abandon ".repeat(11)}about`;
const ACCOUNT_KEY =
  "xpub6D1AabNHCupeiLM65ZR9UStMhJ1vCpyV4XbZdyhMZBiJXALQtmn9p42VTQckoHVn8WNqS7dqnJokZHAHcHGoaQgmv8D45oNUKx6DZMNZBCd";
const FIRST = "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH";
/** the same words' first address of the second account */
const SECOND_ACCOUNT = "TLrpNTBuCpGMrB9TyVwgEhNVRhtWEQPHh4";
const TO = "TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf";

/** The saved file, opened from disk with the network off; whatever it asks of a network fails the test. */
const test = base.extend<{ file: string; noNetwork: undefined }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  file: async ({}, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), "till-offline-"));
    const file = path.join(folder, "offline-wallet.html");
    await buildOfflineWallet(file);
    await use(pathToFileURL(file).href);
    rmSync(folder, { recursive: true });
  },
  noNetwork: [
    async ({ page }, use) => {
      const asked: string[] = [];
      const errors: string[] = [];
      page.on("request", (request) => {
        // `blob:` is the page's own memory: the file that it saves
        if (!/^(file|blob):/.test(request.url())) asked.push(request.url());
      });
      page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
      page.on("pageerror", (error) => errors.push(error.message));
      await use(undefined);
      expect({ asked, errors }).toEqual({ asked: [], errors: [] });
    },
    { auto: true },
  ],
});

const readValues = (fields: Element[]) => fields.map((field) => (field as HTMLInputElement).value);

/** The field of the step that is shown. */
const typedWords = (page: Page) => page.getByLabel("12 or 24 words").locator("visible=true");

/** The browser tells of the network that the page was loaded with: it goes off after that. */
async function openOffline(page: Page, file: string) {
  await page.goto(file);
  await page.context().setOffline(true);
}

test("new words are written down, asked for, and become a public key with its addresses", async ({ page, file }) => {
  await openOffline(page, file);
  await expect(page.getByText("This computer is offline.")).toBeVisible();
  await page.getByRole("button", { name: "Create 24-word seed phrase" }).click();
  const words = await page.getByRole("listitem").allTextContents();
  expect(new Set(words).size).toBeGreaterThan(15);
  expect(words).toHaveLength(24);
  await page.getByRole("button", { name: "I wrote them down" }).click();

  const fields = page.getByRole("textbox");
  await expect(fields).toHaveCount(3);
  for (const field of await fields.all()) await field.fill("zebra");
  await page.getByRole("button", { name: "Check words" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "doesn't match" })).toBeVisible();
  for (const field of await fields.all()) await field.fill(words[Number(await field.getAttribute("data-place"))] ?? "");
  await page.getByRole("button", { name: "Check words" }).click();

  await expect(page.locator("#key")).toHaveText(/^xpub6/);
  await expect(page.getByRole("row")).toHaveCount(11);
  const left = await page.evaluate(
    (secret) => document.documentElement.outerHTML.includes(secret),
    words.join("</li><li>"),
  );
  expect(left).toBe(false);
});

test("words of a wallet give the key and addresses that wallets give", async ({ page, file }) => {
  await openOffline(page, file);
  await page.getByRole("button", { name: "Use existing seed phrase" }).click();
  const typed = typedWords(page);
  await typed.fill("abandon about");
  await page.getByRole("button", { name: "Show xpub" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "You entered 2 words." })).toBeVisible();
  await typed.fill(ABANDON.replace("about", "abandon"));
  await page.getByRole("button", { name: "Show xpub" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "wrong or in the wrong place" })).toBeVisible();
  await typed.fill(ABANDON.toUpperCase());
  await page.getByRole("button", { name: "Show xpub" }).click();
  await expect(page.locator("#key")).toHaveText(ACCOUNT_KEY);
  await expect(page.getByRole("row").nth(1)).toContainText(FIRST);
  expect(await page.locator("textarea").evaluateAll(readValues)).toEqual(["", ""]);
});

type Planned = { from: string; to?: string; micros?: bigint; derivationIndex?: number | null };

/** A file as the dashboard downloads it. */
function transferFile(planned: Planned[], { hours = 23, token = USDT_MAINNET as string } = {}) {
  const now = new Date();
  const hex = (address: string) => hexFromTron(address) as HexAddress;
  const text = formatTransferFile({
    network: "TRON",
    token,
    transfers: planned.map(({ from, to = TO, micros = 12_500_000n, derivationIndex = null }) => ({
      from,
      to,
      amount: decimalFromMicros(micros),
      derivationIndex,
      transaction: makeTransfer(
        { token: hex(token), from: hex(from), to: hex(to), amountMicros: micros },
        {
          block: { number: 70_000_000, hash: `0x${"ab".repeat(32)}` },
          now,
          expiresAt: new Date(now.getTime() + hours * 3_600_000),
        },
      ),
    })),
  });
  return { name: "sweep-to-sign.json", mimeType: "application/json", buffer: Buffer.from(text) };
}

const BOTH: Planned[] = [
  { from: FIRST, derivationIndex: 0, micros: 1_234_500_000n },
  { from: SECOND_ACCOUNT, micros: 250_000n },
];

async function openFile(page: Page, file: ReturnType<typeof transferFile>) {
  await page.getByRole("button", { name: "Sign transfers" }).click();
  await page.getByLabel("File of transfers").setInputFiles(file);
}

test("a file of transfers is shown by what it does, signed with the words, and saved", async ({ page, file }) => {
  await openOffline(page, file);
  await openFile(page, transferFile(BOTH));
  await expect(page.getByRole("heading", { name: "Check what you sign" })).toBeFocused();
  const facts = await page.locator("#facts > *").allTextContents();
  expect(facts.slice(0, -1)).toEqual([
    "Destination",
    TO,
    "Total",
    "1,234.75 USDT in 2 transfers",
    "Fee",
    "At most 30.00 TRX for each transfer",
    "Token contract",
    USDT_MAINNET,
    "Network",
    "TRON",
    "Valid until",
  ]);
  expect(facts.at(-1)).toMatch(/^\d\d? [A-Z][a-z]{2,3} \d{4}, \d\d:\d\d UTC$/);
  await page.getByText("Show each transfer").click();
  await expect(page.getByText(`1,234.50 USDT from ${FIRST}`, { exact: true })).toBeVisible();
  await expect(page.getByText("This isn't USDT")).toBeHidden();

  const words = typedWords(page);
  const sign = page.getByRole("button", { name: "Sign 2 transfers" });
  await words.fill("abandon");
  await sign.click();
  await expect(page.getByRole("alert").filter({ hasText: "You entered 1 word." })).toBeVisible();
  await words.fill(`${"zoo ".repeat(11)}wrong`);
  await sign.click();
  await expect(
    page.getByRole("alert").filter({ hasText: `doesn't have the address ${FIRST} and 1 more` }),
  ).toBeVisible();
  await words.fill(ABANDON);
  const download = page.waitForEvent("download");
  await sign.click();
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/^till-signed-\d{4}-\d\d-\d\d\.json$/);
  await expect(page.getByText(`2 transfers signed and saved as ${saved.suggestedFilename()}.`)).toBeVisible();
  const signed = parseSignedTransferFile(readFileSync(await saved.path(), "utf8"));
  if ("fault" in signed) throw new Error(signed.fault);
  expect(signed.transactions.map(({ rawDataHex, signature }) => signerOf(rawDataHex, signature))).toEqual([
    hexFromTron(FIRST),
    hexFromTron(SECOND_ACCOUNT),
  ]);
  expect(await page.locator("textarea, input[type=password]").evaluateAll(readValues)).toEqual(["", "", "", ""]);

  const again = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save file again" }).click();
  expect(readFileSync(await (await again).path())).toEqual(readFileSync(await saved.path()));
  await page.getByRole("button", { name: "Start over" }).click();
  await expect(page.getByRole("heading", { name: "What do you want to do?" })).toBeVisible();
  expect(await page.locator("#facts, #all").evaluateAll((all) => all.map((one) => one.textContent))).toEqual(["", ""]);
});

test("of a file with addresses of an earlier wallet, those of the words are signed, and the rest is named", async ({
  page,
  file,
}) => {
  await openOffline(page, file);
  await openFile(page, transferFile([{ from: TO, to: FIRST }, ...BOTH]));
  await typedWords(page).fill(ABANDON);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Sign 3 transfers" }).click();
  const saved = await download;
  await expect(page.getByText("2 transfers signed and saved")).toContainText(
    "1 transfer isn't signed, because its address is from another seed phrase. Open the file again to sign with that one.",
  );
  const signed = parseSignedTransferFile(readFileSync(await saved.path(), "utf8"));
  if ("fault" in signed) throw new Error(signed.fault);
  expect(signed.transactions.map(({ rawDataHex, signature }) => signerOf(rawDataHex, signature))).toEqual([
    hexFromTron(FIRST),
    hexFromTron(SECOND_ACCOUNT),
  ]);
});

test("a file that is none, was changed or has expired is refused, and several destinations are told apart", async ({
  page,
  file,
}) => {
  await openOffline(page, file);
  const good = transferFile(BOTH);
  const changed = { ...good, buffer: Buffer.from(String(good.buffer).replaceAll(TO, FIRST)) };
  await page.getByRole("button", { name: "Sign transfers" }).click();
  for (const [given, fault] of [
    [{ ...good, buffer: Buffer.from("{}") }, "isn't a file of transfers from your dashboard"],
    [{ ...good, buffer: Buffer.alloc(2 * 1024 * 1024 + 1, " ") }, "This file is too large."],
    [changed, "This file was changed after it was downloaded. Don't sign it."],
    [transferFile(BOTH, { hours: -1 }), /By this computer's clock, the file expired on .* UTC\./],
  ] as const) {
    await page.getByLabel("File of transfers").setInputFiles(given);
    await expect(page.getByRole("alert").filter({ hasText: fault })).toBeVisible();
  }
  await page
    .getByLabel("File of transfers")
    .setInputFiles(transferFile([...BOTH, { from: FIRST, to: SECOND_ACCOUNT, micros: 7_000_000n }]));
  const facts = page.locator("#facts dd");
  await expect(facts.nth(0)).toHaveText(`${TO}: 1,234.75 USDT`);
  await expect(facts.nth(1)).toHaveText(`${SECOND_ACCOUNT}: 7.00 USDT`);
  await page.getByText("Show each transfer").click();
  await expect(page.getByText(`7.00 USDT from ${FIRST} to ${SECOND_ACCOUNT}`)).toBeVisible();
  await page.getByRole("button", { name: "Don't sign" }).click();
  await expect(facts).toHaveCount(0);
});

test("another token than USDT isn't called USDT, and nothing more is said once its file was put away", async ({
  page,
  file,
}) => {
  await openOffline(page, file);
  await openFile(page, transferFile(BOTH, { token: SECOND_ACCOUNT }));
  await expect(page.getByText("This isn't USDT on TRON's main network.")).toBeVisible();
  await expect(page.getByText("1,234.75 tokens in 2 transfers")).toBeVisible();
  await expect(page.locator("#facts")).not.toContainText("USDT");
  await typedWords(page).fill(`${"zoo ".repeat(11)}wrong`);
  await page.evaluate(() => {
    document.querySelector<HTMLElement>("#sign-submit")?.click();
    document.querySelector<HTMLElement>("#transfers [data-restart]")?.click();
  });
  // the check has ended
  await expect(page.locator("#sign-submit")).toBeEnabled();
  expect(await page.locator("#sign-fault, #sign-progress").allTextContents()).toEqual(["", ""]);
});

test("a thousand transfers are signed, saying how far it is", async ({ page, file }) => {
  await openOffline(page, file);
  await openFile(
    page,
    transferFile(
      Array.from({ length: 1_000 }, (_, index) => ({ from: FIRST, derivationIndex: 0, micros: BigInt(index + 1) })),
    ),
  );
  await page.evaluate(() => {
    const told: string[] = [];
    const progress = document.querySelector("#sign-progress") as HTMLElement;
    new MutationObserver(() => told.push(progress.textContent ?? "")).observe(progress, { childList: true });
    Object.assign(window, { told });
  });
  await typedWords(page).fill(ABANDON);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Sign 1,000 transfers" }).click();
  const signed = parseSignedTransferFile(readFileSync(await (await download).path(), "utf8"));
  expect(signed).toMatchObject({ transactions: { length: 1_000 } });
  const told = await page.evaluate(() => (window as unknown as { told: string[] }).told);
  expect(told).toContain("Signed 500 of 1,000 transfers");
});

test("the words are in no storage, and the policy lets nothing out", async ({ page, file }) => {
  await openOffline(page, file);
  await page.getByRole("button", { name: "Create 12-word seed phrase" }).click();
  await expect(page.getByRole("listitem")).toHaveCount(12);
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([0, 0, ""]);
  const policy = await page.locator("meta[http-equiv]").getAttribute("content");
  expect(policy).toMatch(
    /^default-src 'none'; script-src 'sha256-[^ ]+'; style-src 'sha256-[^ ]+'; base-uri 'none'; form-action 'none'$/,
  );
});

test("a connected computer is told to disconnect first", async ({ page, file, context }) => {
  await page.goto(file);
  await expect(page.getByText("This computer is online.", { exact: true })).toBeVisible();
  await expect(page.getByText("Unplug the network cable or turn off Wi-Fi")).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText("This computer is offline.")).toBeVisible();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`every step is readable by all and fits a phone, ${colorScheme}`, async ({ page, file }) => {
    await page.emulateMedia({ colorScheme });
    await openOffline(page, file);
    await expectAccessible(page, rulesIn[colorScheme]);
    await page.getByRole("button", { name: "Create 24-word seed phrase" }).click();
    await expectAccessible(page, rulesIn[colorScheme]);
    await expectFitsPhone(page);
    await page.getByRole("button", { name: "I wrote them down" }).click();
    await expectAccessible(page, rulesIn[colorScheme]);
    await page.getByRole("button", { name: "Show seed phrase again" }).click();
    await page.getByRole("button", { name: "Discard seed phrase" }).click();
    await page.getByRole("button", { name: "Use existing seed phrase" }).click();
    await expectAccessible(page, rulesIn[colorScheme]);
    await typedWords(page).fill(ABANDON);
    await page.getByRole("button", { name: "Show xpub" }).click();
    await expectAccessible(page, rulesIn[colorScheme]);
    await expectFitsPhone(page);
    await page.getByRole("button", { name: "Start over" }).click();
    await page.getByRole("button", { name: "Sign transfers" }).click();
    await expectAccessible(page, rulesIn[colorScheme]);
    await expectFitsPhone(page);
    await page.getByLabel("File of transfers").setInputFiles(transferFile(BOTH));
    await page.getByText("Show each transfer").click();
    await expectAccessible(page, rulesIn[colorScheme]);
    await expectFitsPhone(page);
    await typedWords(page).fill(ABANDON);
    await page.getByRole("button", { name: "Sign 2 transfers" }).click();
    await expect(page.getByRole("heading", { name: "Signed" })).toBeVisible();
    await expectAccessible(page, rulesIn[colorScheme]);
    await expectFitsPhone(page);
  });
}
