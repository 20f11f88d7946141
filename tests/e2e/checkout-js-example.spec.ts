import { spawn } from "node:child_process";
import { createHmac, randomUUID } from "node:crypto";
import { freePort } from "@/scripts/lib/free-port.mjs";
import { openServerDatabase, openShop } from "@/tests/e2e/support/shop";
import { expect, test } from "@/tests/e2e/support/test";

/** The shop of `examples/shop`, as its reader starts it. */
async function startExample(env: Record<string, string>) {
  const child = spawn(process.execPath, ["examples/shop/server.mjs"], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.on("data", (chunk) => {
    said += chunk;
  });
  await expect.poll(() => said).toContain("The shop is open at");
  return { said: () => said, stop: () => child.kill() };
}

test("the example shop sells a coffee: the window says so, the webhook packs it once", async ({
  page,
  baseURL,
  service,
}) => {
  const port = await freePort();
  const db = await openServerDatabase();
  const shop = await openShop(db, { webhookUrl: `http://127.0.0.1:${port}/hooks` });
  const example = await startExample({
    PORT: String(port),
    TILL_URL: new URL(baseURL ?? "").origin,
    TILL_API_KEY: shop.key,
    TILL_WEBHOOK_SECRET: shop.webhookSecret ?? "",
  });
  try {
    await page.goto(`http://127.0.0.1:${port}/`);
    const created = page.waitForResponse("**/orders");
    await page.getByRole("button", { name: "Pay with USDT" }).click();
    const { intent_id } = await (await created).json();
    await expect(page.getByRole("dialog").getByRole("img", { name: /QR code/ })).toBeVisible();
    await service.simulate(intent_id, "paid");
    await expect(page.getByText("Thank you. Your coffee is on its way.")).toBeAttached();
    await expect.poll(example.said).toContain(`Paid: ${intent_id}. Packing coffee.`);

    const post = (body: object) => {
      const data = JSON.stringify(body);
      const signature = createHmac("sha256", shop.webhookSecret ?? "")
        .update(data)
        .digest("hex");
      const headers = { "content-type": "application/json", "x-service-signature": signature };
      return page.request.post(`http://127.0.0.1:${port}/hooks`, {
        headers: { ...headers, "x-service-event-id": randomUUID() },
        data,
      });
    };
    for (const intent of [intent_id, intent_id, randomUUID()]) {
      expect((await post({ event: "payment.success", intent_id: intent })).status()).toBe(200);
    }
    expect(example.said().match(/Packing coffee/g)).toHaveLength(1);

    const forged = await page.request.post(`http://127.0.0.1:${port}/hooks`, {
      headers: { "x-service-signature": "00".repeat(32) },
      data: { event: "payment.success", intent_id },
    });
    expect(forged.status()).toBe(401);
  } finally {
    example.stop();
    await db.close();
  }
});
