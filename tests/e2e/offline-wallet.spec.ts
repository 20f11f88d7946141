import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { test as base, expect, type Page } from "@playwright/test";
import { buildOfflineWallet } from "@/scripts/lib/build-offline-wallet.mjs";
import { expectAccessible } from "@/tests/e2e/support/axe";
import { expectFitsPhone } from "@/tests/e2e/support/layout";

const ABANDON = `${"abandon ".repeat(11)}about`;
const ACCOUNT_KEY =
  "xpub6D1AabNHCupeiLM65ZR9UStMhJ1vCpyV4XbZdyhMZBiJXALQtmn9p42VTQckoHVn8WNqS7dqnJokZHAHcHGoaQgmv8D45oNUKx6DZMNZBCd";
const FIRST = "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH";

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
        if (!request.url().startsWith("file:")) asked.push(request.url());
      });
      page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
      page.on("pageerror", (error) => errors.push(error.message));
      await use(undefined);
      expect({ asked, errors }).toEqual({ asked: [], errors: [] });
    },
    { auto: true },
  ],
});

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
  const typed = page.getByLabel("12 or 24 words");
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
  await expect(typed).toHaveValue("");
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
    await expectAccessible(page);
    await page.getByRole("button", { name: "Create 24-word seed phrase" }).click();
    await expectAccessible(page);
    await expectFitsPhone(page);
    await page.getByRole("button", { name: "I wrote them down" }).click();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Show seed phrase again" }).click();
    await page.getByRole("button", { name: "Discard seed phrase" }).click();
    await page.getByRole("button", { name: "Use existing seed phrase" }).click();
    await expectAccessible(page);
    await page.getByLabel("12 or 24 words").fill(ABANDON);
    await page.getByRole("button", { name: "Show xpub" }).click();
    await expectAccessible(page);
    await expectFitsPhone(page);
  });
}
