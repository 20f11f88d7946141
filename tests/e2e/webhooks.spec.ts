import { createEndpoint } from "@/lib/delivery/endpoints/create";
import { expectAccessible } from "@/tests/e2e/support/axe";
import { test as base, expect } from "@/tests/e2e/support/dashboard";
import { expectHeld } from "@/tests/e2e/support/held";
import { expectSound } from "@/tests/e2e/support/layout";
import { type Receiver, startReceiver } from "@/tests/e2e/support/receiver";
import { openShop, type Shop, signIn } from "@/tests/e2e/support/shop";
import { createRestrictedKey } from "@/tests/support/restricted-keys";

const test = base.extend<{ receiver: Receiver; endpointId: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies off the pattern
  receiver: async ({}, use) => {
    const receiver = await startReceiver();
    await use(receiver);
    await receiver.close();
  },
  /** an endpoint of the shop's, at the receiver */
  endpointId: async ({ shop, receiver }, use) => {
    const { id } = await createEndpoint(shop.ctx, { environment: "sandbox", url: receiver.url });
    await use(id);
  },
});

test("an endpoint is added, its secret shown once, and a test event answered on the screen", async ({
  page,
  signedIn: shop,
  receiver,
}) => {
  await page.goto(shop.at("webhooks"));
  await expect(page.getByRole("heading", { name: "No endpoints yet" })).toBeVisible();
  await expectSound(page);
  await page.goto(shop.at("webhooks", "deliveries"));
  await expect(page.getByRole("heading", { name: "No deliveries yet" })).toBeVisible();
  await expectSound(page);
  await page.getByRole("link", { name: "Add endpoint" }).click();
  await page.getByLabel("Endpoint URL").fill(receiver.url);
  await expectSound(page);
  await page.getByRole("button", { name: "Add endpoint" }).press("Enter");
  const slip = page.getByRole("region", { name: "Signing secret" });
  await expect(slip.locator("code").first()).toHaveText(/^whsec_.{44}$/);
  await expect(slip.getByRole("heading", { name: "Signing secret" })).toBeFocused();
  await expect(page.getByRole("tabpanel", { name: "Node" })).toContainText("process.env.WEBHOOK_SECRET_SANDBOX");
  await expect(page.getByRole("tabpanel", { name: "Node" })).toContainText(receiver.url);
  await expectSound(page);

  await page.getByRole("link", { name: "Send a test event" }).click();
  await page.getByRole("button", { name: "Send test event" }).click();
  await expect(page.getByText("Test event delivered", { exact: true })).toBeVisible();
  await expect(page.getByText(/^Your server responded with 200 after/)).toBeVisible();
  await expect(page.getByRole("figure", { name: "Response" })).toContainText("thank you");
  expect(receiver.requests[0]?.headers["x-service-event"]).toBe("test.ping");
  await expectSound(page);

  receiver.answer = Object.assign(receiver.answer, { status: 500, body: "out of paper" });
  await page.getByRole("button", { name: "Send test event" }).click();
  await expect(page.getByText("Test event not delivered")).toBeVisible();
  await expect(page.getByText(/Your server responded with 500 after .* Check your server's log/)).toBeVisible();
  await expect(page.getByRole("figure", { name: "Response" })).toContainText("out of paper");
  // result and list appear together, so the list is read without waiting for it
  expect(await page.getByRole("row").nth(1).textContent()).toMatch(/test\.ping.*Failed.*500/);
  await expect(page.getByText("Failing", { exact: true })).toBeHidden();
});

test("an endpoint without an event is refused at its events, which then have the focus", async ({
  page,
  signedIn: shop,
  receiver,
}) => {
  await page.goto(shop.at("webhooks", "new"));
  await page.getByLabel("Endpoint URL").fill(receiver.url);
  const events = page.getByRole("group", { name: "Events" }).getByRole("checkbox");
  for (const event of await events.all()) await event.uncheck();
  await page.getByRole("button", { name: "Add endpoint" }).click();
  await expect(page.getByText("Select at least one event, for example payment.success.")).toBeVisible();
  await expect(events.first()).toBeFocused();
  await expect(events.first()).toHaveAttribute("aria-invalid", "true");
  await expectSound(page);
});

test("a URL that breaks a rule is refused while it is typed, with the specification's code", async ({
  page,
  signedIn: shop,
}) => {
  await page.goto(shop.live("webhooks", "new"));
  await page.getByLabel("Your password").fill(shop.owner.password);
  const field = page.getByLabel("Endpoint URL");
  for (const [url, code] of [
    ["ftp://shop.example", "invalid_url_scheme"],
    ["http://shop.example/hooks", "http_in_live"],
    ["https://192.168.0.7/hooks", "private_ip_in_live"],
    ["https://localhost/hooks", "private_ip_in_live"],
  ]) {
    await field.fill(url as string);
    await expect(page.getByText(`Code: ${code}`)).toBeVisible();
    await expect(field).toHaveAttribute("aria-invalid", "true");
  }
  await field.fill("https://shop.example/hooks");
  await expect(page.getByText("Code:")).toBeHidden();
  await field.fill("https://10.1.2.3/");
  await page.getByRole("button", { name: "Add endpoint" }).click();
  await expect(page.getByText("Code: private_ip_in_live")).toBeVisible();
  await expectAccessible(page);
});

test("a failed webhook says what happened, what comes next and what to do; resent it arrives", async ({
  page,
  signedIn: shop,
  receiver,
  endpointId,
}) => {
  // so late that the page shows one attempt for as long as the test looks at it
  const headers = { "retry-after": "3600" };
  receiver.answer = Object.assign(receiver.answer, { status: 404, body: "no such route", headers });
  await shop.createIntent();
  const failing = () =>
    shop.ctx.db.sql`select from webhook_endpoints where id = ${endpointId} and failing_since is not null`;
  await expect.poll(async () => (await failing()).length).toBe(1);
  await page.goto(shop.at("webhooks"));
  await expect(page.getByText("Failing", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: receiver.url }).click();
  await page.getByRole("link", { name: "intent.created" }).click();
  await expect(page.getByText(/^Your server responded with 404 after/).first()).toBeVisible();
  await expect(page.getByText(/Next attempt in [56]\d\smin\. 5 attempts left\./)).toBeVisible();
  await expect(page.getByText("No route matches this path.")).toBeVisible();
  await expect(page.getByRole("list", { name: "Attempts" })).toContainText("X-Service-Signature");
  await expect(page.getByRole("figure", { name: "Response" }).first()).toContainText("no such route");
  await page.getByRole("tab", { name: "Raw" }).click();
  await expect(page.getByRole("figure", { name: "Raw" })).toContainText(receiver.requests[0]?.body ?? "nothing");
  await expectSound(page);

  receiver.answer = Object.assign(receiver.answer, { status: 200, body: "" });
  await page.getByRole("button", { name: "Resend event" }).click();
  await expect(page.getByText("Delivered", { exact: true })).toBeVisible();
  await expect(page.getByText("No further attempts are needed.")).toBeVisible();
  expect(new Set(receiver.requests.map((request) => request.headers["x-service-event-id"])).size).toBe(1);
});

test("what failed while the endpoint was disabled is counted and retried", async ({
  page,
  signedIn: shop,
  receiver,
  endpointId,
}) => {
  await page.goto(shop.at("webhooks", endpointId));
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Disable endpoint" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Disable endpoint" }).click();
  await expect(page.getByText("Disabled", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Send test event" })).toBeHidden();
  await shop.createIntent();
  await shop.createIntent();
  await page.getByRole("button", { name: "Enable endpoint" }).click();
  await expect(page.getByRole("button", { name: "Send test event" })).toBeVisible();
  await page.getByRole("button", { name: "Retry failed deliveries" }).click();
  const question = page.getByRole("alertdialog", { name: "Retry failed deliveries?" });
  await question.getByRole("button", { name: "Retry 2 deliveries" }).click();
  await expect.poll(() => receiver.requests.length).toBe(2);
});

test("after the latest failures were retried, the question offers those of the next longer period", async ({
  page,
  signedIn: shop,
  receiver,
  endpointId,
}) => {
  const { sql } = shop.ctx.db;
  await page.goto(shop.at("webhooks", endpointId));
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Disable endpoint" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Disable endpoint" }).click();
  await expect(page.getByText("Disabled", { exact: true })).toBeVisible();
  await shop.createIntent();
  await shop.createIntent();
  await sql`update webhook_deliveries set ended_at = now() - interval '3 days' where endpoint_id = ${endpointId}`;
  await shop.createIntent();
  await page.getByRole("button", { name: "Enable endpoint" }).click();
  await expect(page.getByRole("button", { name: "Send test event" })).toBeVisible();

  const retry = page.getByRole("button", { name: "Retry failed deliveries" });
  const question = page.getByRole("alertdialog", { name: "Retry failed deliveries?" });
  await retry.click();
  await expect(question.getByRole("radio", { name: "Last hour" })).toBeChecked();
  await question.getByRole("button", { name: "Retry 1 delivery" }).click();
  await expect(question).toBeHidden();
  await expect.poll(() => receiver.requests.length).toBe(1);
  await retry.click();
  await expect(question.getByRole("radio", { name: "Last hour" })).toBeDisabled();
  await expect(question.getByRole("radio", { name: "Last 7 days" })).toBeChecked();
  await question.getByRole("button", { name: "Retry 2 deliveries" }).click();
  await expect.poll(() => receiver.requests.length).toBe(3);
});

test("the secret is revealed with the password and rotated in two steps", async ({
  page,
  signedIn: shop,
  receiver,
  endpointId,
}) => {
  await page.goto(shop.at("webhooks", endpointId));
  await page.getByRole("button", { name: "Reveal secret" }).click();
  const reveal = page.getByRole("dialog", { name: "Signing secret" });
  await reveal.getByLabel("Your password").fill("wrong");
  await reveal.getByRole("button", { name: "Reveal secret" }).click();
  await expect(reveal.getByText("Incorrect password")).toBeVisible();
  await reveal.getByLabel("Your password").fill(shop.owner.password);
  await reveal.getByRole("button", { name: "Reveal secret" }).click();
  await expect(reveal.locator("code")).toHaveText(/^whsec_/);
  await reveal.getByRole("button", { name: "Close" }).click();

  await page.getByRole("button", { name: "Rotate secret" }).click();
  const change = page.getByRole("dialog", { name: "Rotate secret (step 1 of 2)" });
  await change.getByLabel("Your password").fill(shop.owner.password);
  await change.getByRole("button", { name: "Create new secret" }).click();
  await expect(change.getByRole("region", { name: "New secret" }).locator("code")).toHaveText(/^whsec_/);
  await expectHeld(page, change, change.getByRole("region", { name: "New secret" }).locator("code"));
  await change.getByRole("button", { name: "I've copied it" }).click();
  await page.getByRole("button", { name: "Send test event" }).click();
  await expect(page.getByText("Test event delivered", { exact: true })).toBeVisible();
  expect(receiver.requests[0]?.headers["webhook-signature"]).toMatch(/^v1,\S+ v1,\S+$/);
  await page.getByRole("button", { name: "Finish rotation" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Finish rotation" }).click();
  await expect(page.getByRole("button", { name: "Rotate secret" })).toBeVisible();
  await page.getByRole("button", { name: "Send test event" }).click();
  await expect.poll(() => receiver.requests[1]?.headers["webhook-signature"]).toMatch(/^v1,\S+$/);
});

test("an endpoint is changed and deleted", async ({ page, signedIn: shop, receiver, endpointId }) => {
  await page.goto(shop.at("webhooks", endpointId));
  await page.getByRole("link", { name: "Edit endpoint" }).click();
  await page.getByRole("checkbox", { name: "intent.cancelled" }).check();
  await page.getByLabel("Terminals").selectOption({ label: "Front desk" });
  await expectSound(page);
  await page.getByRole("button", { name: "Save endpoint" }).click();
  await expect(page).toHaveURL((url) => url.pathname === shop.at("webhooks", endpointId));
  await expect(page.getByText(/intent\.cancelled/).first()).toBeVisible();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete endpoint" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete endpoint" }).click();
  await expect(page.getByRole("heading", { name: "No endpoints yet" })).toBeVisible();
  expect(receiver.requests).toHaveLength(0);
});

test("the log is narrowed by its filters, whose state is in the address", async ({
  page,
  signedIn: shop,
  endpointId,
}) => {
  await shop.createIntent();
  const delivered = () =>
    shop.ctx.db.sql`select from webhook_deliveries where endpoint_id = ${endpointId} and status = 'delivered'`;
  await expect.poll(async () => (await delivered()).length).toBe(1);
  await seedDeliveries(shop, endpointId, 60);
  await page.goto(shop.at("webhooks", "deliveries"));
  await expect(page.getByRole("row")).toHaveCount(51);
  await page.getByRole("link", { name: "Older" }).click();
  await expect(page.getByRole("row")).toHaveCount(12);
  await page.getByRole("button", { name: "Event" }).click();
  await page
    .getByRole("menuitemcheckbox", { name: "intent.created" })
    .or(page.getByRole("menuitem", { name: "intent.created" }))
    .click();
  await expect(page).toHaveURL(/event=intent\.created/);
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.goto(`${shop.at("webhooks", "deliveries")}?status=pending`);
  await expect(page.getByRole("heading", { name: "No results" })).toBeVisible();
  await expectSound(page);
});

test("deliveries show their payment, and are found by its reference and ID", async ({
  page,
  signedIn: shop,
  receiver,
  endpointId,
}) => {
  const order = await shop.createIntent({ reference: "Order 7" });
  await shop.createIntent({ amount_usdt: 3.25 });
  await expect.poll(() => receiver.requests.length).toBe(2);
  await page.goto(`${shop.at("webhooks", "deliveries")}?endpoint=${endpointId}`);
  const rows = page.getByRole("row");
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText("3.25");
  await expect(rows.nth(2)).toContainText("Order 7");
  await expect(rows.nth(2)).toContainText("12.50");
  await page.getByRole("searchbox", { name: "Search deliveries" }).fill("order 7");
  await expect(rows).toHaveCount(2);
  await expect(page).toHaveURL(/q=order/);
  await page.getByRole("searchbox", { name: "Search deliveries" }).fill(order.id);
  await expect(page).toHaveURL((url) => url.searchParams.get("q") === order.id);
  await expect(rows).toHaveCount(2);
  await expectSound(page);
  await page.getByRole("link", { name: "intent.created" }).click();
  const details = page.getByRole("region", { name: "Details" });
  await expect(details.getByText("Order 7")).toBeVisible();
  await expect(details.getByText("12.50")).toBeVisible();
  await page.goto(`${shop.at("webhooks", "deliveries")}?q=nothing-like-it`);
  await expect(page.getByRole("heading", { name: "No results" })).toBeVisible();
});

async function seedDeliveries(shop: Shop, endpointId: string, many: number) {
  await shop.ctx.db.sql`
    with e as (
      insert into events (id, merchant_id, environment, type, body)
      select gen_random_uuid(), ${shop.merchantId}, 'sandbox', 'payment.success', '{}' from generate_series(1, ${many})
      returning id)
    insert into webhook_deliveries (event_id, endpoint_id, status, next_attempt_at, ended_at, attempts, last_status)
    select id, ${endpointId}, 'delivered', null, now(), 1, 200 from e`;
}

test("a viewer looks and changes nothing; a cashier is told that this is not for their role", async ({
  page,
  shop,
  endpointId,
  tolerated,
}) => {
  await signIn(page, await shop.addMember("viewer"));
  await page.goto(shop.at("webhooks", endpointId));
  await expect(page.getByRole("heading", { name: "Recent deliveries" })).toBeVisible();
  for (const name of ["Send test event", "Reveal secret", "Rotate secret", "More actions"]) {
    await expect(page.getByRole("button", { name })).toBeHidden();
  }
  tolerated.pattern = /403/;
  await signIn(page, await shop.addMember("cashier"));
  expect((await page.goto(shop.at("webhooks")))?.status()).toBe(403);
});

test("an endpoint or delivery of another merchant is not there", async ({
  page,
  signedIn: shop,
  serverDatabase,
  tolerated,
}) => {
  tolerated.pattern = /404/;
  const other = await openShop(serverDatabase, { name: "Other", webhookUrl: "http://localhost:9/hook" });
  await other.createIntent();
  const [delivery] = await serverDatabase.sql<{ id: string }[]>`
    select id from webhook_deliveries where endpoint_id = ${other.webhookEndpointId}`;
  for (const path of [
    shop.at("webhooks", other.webhookEndpointId as string),
    shop.at("webhooks", other.webhookEndpointId as string, "edit"),
    shop.at("webhooks", "deliveries", delivery?.id as string),
    shop.at("webhooks", "deliveries", "nonsense"),
  ]) {
    expect((await page.goto(path))?.status(), path).toBe(404);
  }
});

test("an endpoint that a key created names the key, and is changed like any other", async ({
  page,
  signedIn: shop,
  receiver,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { key } = await createRestrictedKey(shop.ctx, { name: "Shop plugin", scopes: ["webhooks:write"] });
  const headers = { authorization: `Bearer ${key}` };
  const created = await page.request.post("/api/v1/webhook-endpoints", { headers, data: { url: receiver.url } });
  const { id } = (await created.json()) as { id: string };
  await page.goto(shop.at("webhooks"));
  await expect(page.getByText("All terminals · 4 events · created by API key Shop plugin")).toBeVisible();
  await expectSound(page);
  await page.goto(shop.at("webhooks", id));
  await expect(page.getByText("API key Shop plugin", { exact: true })).toBeVisible();
  await page.request.patch(`/api/v1/webhook-endpoints/${id}`, { headers, data: { enabled: false } });
  await page.reload();
  await expect(page.getByText(/^Disabled by API on/)).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Enable endpoint" }).click();
  await expect(page.getByText("Endpoint enabled")).toBeVisible();
});

test("the screens are sound on a phone, with an address of 2,000 characters", async ({ page, signedIn: shop }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const url = `http://localhost:9/${"long-path/".repeat(198)}`;
  const { id } = await createEndpoint(shop.ctx, { environment: "sandbox", url });
  await shop.createIntent();
  for (const path of [
    shop.at("webhooks"),
    shop.at("webhooks", id),
    shop.at("webhooks", id, "edit"),
    shop.at("webhooks", "deliveries"),
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectSound(page);
  }
  await page.goto(shop.at("settings", "audit"));
  await expect(page.getByText("Endpoint added")).toBeVisible();
  await expectSound(page);
  await page.goto(shop.at("webhooks", "deliveries"));
  await page.getByRole("link", { name: "intent.created" }).click();
  await expect(page.getByText("localhost:9 refused the connection.").first()).toBeVisible();
  await expectSound(page);
});
