import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "@playwright/test";
import { type HexAddress, hexFromTron } from "@/lib/base/tron/address";
import { WebhookVerifier } from "@/sdks/node/src/webhooks";
import { expect, test } from "@/tests/e2e/support/dashboard";
import { expectSound } from "@/tests/e2e/support/layout";
import { openLiveWorld } from "@/tests/e2e/support/live-world";
import { newXpub } from "@/tests/e2e/support/new-xpub";
import { planSweep } from "@/tests/e2e/support/settlement";
import { installTronLink } from "@/tests/e2e/support/tronlink";

const PASSWORD = "four words in a row";
/** at a page that doesn't refresh itself, before it is opened again */
const A_LOOK = { timeout: 1_000 };

function curl(url: string, key: string, body: object): { id: string; checkout_url: string } {
  const headers = ["-H", `Authorization: Bearer ${key}`, "-H", "Content-Type: application/json"];
  const out = execFileSync("curl", [
    "-sS",
    `${url}/api/v1/create-payment-intent`,
    ...headers,
    "-d",
    JSON.stringify(body),
  ]);
  return JSON.parse(String(out)).intent;
}

const code = async (page: Page, region: string) =>
  (await page.getByRole("region", { name: region }).locator("code").first().textContent()) ?? "";

const timelineOf = (page: Page) => page.getByRole("list", { name: "Timeline" });

/** The offline wallet, saved as a file, signs a file; gives the path of the signed one. */
async function signOffline(browser: Browser, file: string, phrase: string): Promise<string> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(pathToFileURL(path.resolve("public/offline-wallet.html")).href);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Sign transfers" }).click();
  await page.getByLabel("File of transfers").setInputFiles(file);
  await page.getByLabel("12 or 24 words").locator("visible=true").fill(phrase);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Sign 1 transfer" }).click();
  return (await saved).path();
}

test("a live payment's whole life, from the wallet to the funds and back into the owner's hands", async ({
  browser,
}) => {
  const world = await openLiveWorld();
  try {
    const context = await browser.newContext({ baseURL: world.url });
    const page = await context.newPage();
    const email = `${randomUUID()}@example.com`;
    const { xpub, phrase, first, firstKey } = newXpub();
    const tronLink = await installTronLink(context, firstKey);

    // from the start page to the live key nothing is typed into the address bar
    await test.step("sign up", async () => {
      await page.goto("/");
      await page.getByRole("link", { name: "Create account" }).first().click();
      await page.getByLabel("Business name").fill("Harbour Kiosk");
      await page.getByLabel("Email").fill(email);
      await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
      await page.getByRole("button", { name: "Create account" }).click();
      await page.getByLabel("Name", { exact: true }).fill("Window");
      await page.getByRole("button", { name: "Create terminal" }).click();
      await expect(page.getByRole("region", { name: "Sandbox key" })).toBeVisible();
    });
    const live = page.url().replace(/\/sandbox\/.*/, "/live");
    const navigation = page.getByRole("navigation", { name: "Main" });

    await test.step("set the receiving wallet", async () => {
      await navigation.getByRole("link", { name: "Overview" }).click();
      await page.getByRole("link", { name: "Set up the receiving wallet" }).click();
      await page.getByLabel("Addresses or xpub").fill(xpub);
      await page.getByRole("button", { name: "Check wallet" }).click();
      await page.getByLabel("Last six characters of the first address").fill(first.slice(-6));
      await page.getByLabel("Your password").fill(PASSWORD);
      await page.getByRole("button", { name: "Set up wallet" }).click();
      await expect(page).toHaveURL(/\/live\/settlement$/);
      await expect(page.getByRole("link", { name: "Change wallet" })).toBeVisible();
      await expect(page.getByText("Running", { exact: true })).toBeVisible();
    });

    const key = await test.step("issue a live key", async () => {
      await navigation.getByRole("link", { name: "Overview" }).click();
      await page.getByRole("link", { name: "Issue a live key" }).click();
      await page.getByRole("link", { name: "Window" }).click();
      await page.getByRole("link", { name: "Keys" }).click();
      await page.getByRole("button", { name: "Issue key" }).click();
      const dialog = page.getByRole("dialog", { name: "Issue a live key" });
      await dialog.getByLabel("Your password").fill(PASSWORD);
      await dialog.getByRole("button", { name: "Issue key" }).click();
      return code(page, "Live key");
    });

    const secret = await test.step("connect the backend by https", async () => {
      await page.goto(`${live}/webhooks/new`);
      await page.getByLabel("Endpoint URL").fill(world.hookUrl);
      await page.getByLabel("Your password").fill(PASSWORD);
      await page.getByRole("button", { name: "Add endpoint" }).click();
      return code(page, "Signing secret");
    });

    const intent = curl(world.url, key, { amount_usdt: 12.5, reference: "order-1042" });
    const customer = await context.newPage();
    const address = await test.step("the customer opens the page and sees where to pay", async () => {
      await customer.goto(new URL(intent.checkout_url).pathname);
      const shown = customer.getByRole("region", { name: "Any TRC20 wallet" }).locator("p.figures");
      return ((await shown.textContent()) ?? "").replace(/\s/g, "");
    });
    expect(address).toBe(first);

    await test.step("a part comes, is seen, confirms and is received", async () => {
      await world.chain.transfer(world.chain.payers[0], address, 4_000_000n);
      await world.chain.mine(6);
      await expect(customer.getByText(/\d+ of 19 confirmations/)).toBeVisible();
      await world.chain.mine(20);
      await expect(customer.getByText(/Received 4\.00 of 12\.50/)).toBeVisible();
    });

    await test.step("the rest comes, and the page turns paid by itself", async () => {
      await world.chain.transfer(world.chain.payers[1], address, 8_500_000n);
      await world.chain.mine(20);
      await expect(customer.getByRole("region", { name: "Receipt" })).toBeVisible();
    });

    await test.step("the webhook has come and verifies, with both signatures", async () => {
      const paid = () => world.hooks.filter(({ headers }) => headers["x-service-event"] === "payment.success");
      await expect.poll(() => paid().length).toBe(1);
      const [hook] = paid();
      const event = new WebhookVerifier(secret).verify(hook?.body ?? "", hook?.headers ?? {});
      expect(event.type).toBe("payment.success");
      expect(JSON.parse(hook?.body ?? "")).toMatchObject({ intent_id: intent.id, livemode: true, simulated: false });
    });

    await test.step("payment, report and funds agree", async () => {
      await page.goto(`${live}/payments/${intent.id}`);
      await expect(page.getByText("Paid", { exact: true }).first()).toBeVisible();
      await page.goto(`${live}/reports`);
      await expect(page.getByText("12.50").first()).toBeVisible();
      await expect(async () => {
        await page.goto(`${live}/settlement/funds`);
        await expect(page.getByRole("row").filter({ hasText: address.slice(-6) })).toContainText("12.50", A_LOOK);
      }).toPass();
      expect(await world.chain.balanceOf(address)).toBe(12_500_000n);
    });

    await test.step("half of the paid order is refunded from the payment's page with TronLink's signature", async () => {
      const own = newXpub().first;
      // the owner has sent it TRX
      world.node.faults.accounts.set(hexFromTron(address) as HexAddress, { sun: 15_000_000, freeBytesUsed: 600 });
      await page.goto(`${live}/payments/${intent.id}`);
      await page.getByRole("button", { name: "Refund", exact: true }).click();
      const dialog = page.getByRole("dialog", { name: "Prepare refund" });
      await dialog.getByLabel("Amount").fill("6.25");
      await dialog.getByLabel("Customer's wallet address").fill(own);
      await dialog.getByLabel("Your password").fill(PASSWORD);
      await dialog.getByRole("button", { name: "Prepare refund" }).click();
      const refunds = page.getByRole("region", { name: "Refunds" });
      await refunds.getByRole("button", { name: "Sign with TronLink" }).click();
      await expect(refunds.getByText("Sent, awaiting confirmation")).toBeVisible();
      expect(tronLink.signed).toHaveLength(1);
      await world.chain.mine(20);
      await expect(async () => {
        await page.reload();
        await expect(refunds.locator("dl").first()).toHaveText(
          /Received12\.50\sUSDTRefunded6\.25\sUSDTLeft to refund6\.25\sUSDT/,
          A_LOOK,
        );
      }).toPass();
      await expect(timelineOf(page).getByText("6.25 USDT refunded", { exact: true })).toBeVisible();
      expect(await world.chain.balanceOf(own)).toBe(6_250_000n);
      expect(await world.chain.balanceOf(address)).toBe(6_250_000n);

      await page.goto(`${live}/reports`);
      await expect(page.getByText(/^Refunded\s*6\.25\sUSDT$/)).toBeVisible();
      await expect(page.getByText(/^Net\s*6\.25\sUSDT$/)).toBeVisible();
      await customer.reload();
      const receipt = customer.getByRole("region", { name: "Receipt" });
      await expect(receipt).toContainText(/Refunded.*6\.25/);
      await expect(receipt.locator("p.figures").filter({ hasText: own })).toBeVisible();
    });

    await test.step("money that comes again needs attention, is found by its hash, and goes back with TronLink's signature", async () => {
      const txHash = await world.chain.transfer(world.chain.payers[0], address, 1_000_000n);
      await world.chain.mine(2);
      await page.goto(`${live}/settlement/attention`);
      const attach = async () => {
        await page.getByRole("button", { name: "Attach transaction" }).click();
        const dialog = page.getByRole("dialog", { name: "Attach transaction" });
        await dialog.getByLabel("Transaction hash").fill(txHash);
        await dialog.getByRole("button", { name: "Look up transaction" }).click();
        return dialog;
      };
      await expect((await attach()).getByText(/isn't final yet/)).toBeVisible();
      await world.chain.mine(20);
      await expect(async () => {
        await page.goto(`${live}/settlement/attention`);
        await expect(page.getByRole("link", { name: "Paid twice" })).toBeVisible(A_LOOK);
      }).toPass();
      await expect((await attach()).getByText(/already recorded/)).toBeVisible();
      await page.goto(`${live}/settlement/attention`);
      await page.getByRole("link", { name: "Paid twice" }).click();

      const own = newXpub().first;
      // it only ever received USDT
      world.node.faults.accounts.set(hexFromTron(address) as HexAddress, null);
      await page.getByRole("button", { name: "Refund", exact: true }).click();
      const dialog = page.getByRole("dialog", { name: "Prepare refund" });
      await dialog.getByLabel("Customer's wallet address").fill(own);
      await dialog.getByLabel("Your password").fill(PASSWORD);
      await dialog.getByRole("button", { name: "Prepare refund" }).click();
      await expect(page.getByText("Awaiting transfer")).toBeVisible();
      await expect(
        page.getByText(/^Send it 15 TRX\. It has no account yet, so the first TRX .* another 1\.1 TRX\.$/),
      ).toBeVisible();
      await expectSound(page);
      // as after the owner has sent it TRX
      world.node.faults.accounts.set(hexFromTron(address) as HexAddress, { sun: 15_000_000, freeBytesUsed: 600 });
      await expect(async () => {
        await page.reload();
        await expect(
          page.getByText("This transfer costs about 13.38 TRX. The sending address has enough TRX."),
        ).toBeVisible(A_LOOK);
      }).toPass();
      await page.getByText("Command line", { exact: true }).click();
      await expect(page.getByRole("figure", { name: "Command for wallet-cli" })).toContainText("false 27400000 0 0 #");
      await page.getByRole("button", { name: "Sign with TronLink" }).click();
      await expect(page.getByText("Sent, awaiting confirmation")).toBeVisible();
      await world.chain.mine(20);
      await expect(async () => {
        await page.reload();
        await expect(page.getByRole("main").locator("header").getByText("Refunded", { exact: true })).toBeVisible(
          A_LOOK,
        );
      }).toPass();
      expect(await world.chain.balanceOf(own)).toBe(1_000_000n);
    });

    await test.step("the rest is swept with a file that the offline wallet signs", async () => {
      const to = newXpub().first;
      await expect(async () => {
        await page.goto(`${live}/settlement/funds/sweep`);
        await planSweep(page, to);
        await expect(page.getByText("6.249999").first()).toBeVisible(A_LOOK);
      }).toPass();
      await expect(
        page.getByText("This transfer costs about 13.38 TRX. The sending address has enough TRX."),
      ).toBeVisible();
      await expectSound(page);
      const toSign = page.waitForEvent("download");
      await page.getByRole("link", { name: "Download to sign" }).click();
      const signed = await signOffline(browser, await (await toSign).path(), phrase);
      await page.getByRole("button", { name: "Send signed file" }).click();
      const dialog = page.getByRole("dialog", { name: "Send signed transactions" });
      await dialog.getByLabel("Signed file").setInputFiles(signed);
      await expect(dialog.getByText("1 sent")).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(page.getByText("1 address is left out")).toBeVisible();
      await world.chain.mine(20);
      expect(await world.chain.balanceOf(to)).toBe(6_249_999n);
    });

    await test.step("the keypad charges, and shows an address that any wallet pays to", async () => {
      await page.goto(`${live}/terminals`);
      await page.getByRole("link", { name: "Window" }).click();
      await page.getByRole("link", { name: "Open keypad" }).click();
      for (const name of ["5", "Decimal point", "2", "5"])
        await page.getByRole("button", { name, exact: true }).click();
      await page.getByRole("button", { name: /^Charge/ }).click();
      const shown = page.locator("p.figures").filter({ hasText: /^T/ });
      const to = ((await shown.textContent()) ?? "").replace(/\s/g, "");
      await world.chain.transfer(world.chain.payers[2], to, 5_250_000n);
      await world.chain.mine(5);
      await expect(page.getByText("The full amount is on its way.")).toBeVisible();
      await expect(page.getByRole("img", { name: "QR code with the address" })).toBeHidden();
      await world.chain.mine(20);
      await expect(page.getByRole("button", { name: "Next customer" })).toBeVisible();
    });
    await context.close();
  } finally {
    await world.close();
  }
});
