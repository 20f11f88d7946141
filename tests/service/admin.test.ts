import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { startChain } from "@/tests/support/chain/chain";
import { tronProxy } from "@/tests/support/chain/proxy";
import { newEncryptionKey } from "@/tests/support/encryption-keys";
import { startReceiver } from "@/tests/support/receiver";
import { ask, bearer, runAdmin, sharedService, startService } from "@/tests/support/service";
import { waitFor } from "@/tests/support/wait";

type Listed = { merchant_id: string };

/** What a command said when it failed. */
const refused = (running: Promise<string>) =>
  running.then(
    () => ({ code: 0, said: "" }),
    (error) => ({ code: error.code as number, said: String(error.stderr) }),
  );

describe("the operator's commands", () => {
  const running = sharedService(() => ({ hasOwnPostgres: true }));

  it("print one JSON object, and run a webhook's whole life", async () => {
    const receiver = await startReceiver((_request, response) => response.end("thanks"));
    const service = running();
    const run = async (...args: string[]) => JSON.parse(await service.admin(...args));
    const person = ["--email", `${Math.random()}@example.com`, "--password", "a long password"];
    const shop = ["--name", "Shop", "--terminal", "Till 1", "--webhook-url", receiver.url];
    const merchant = await run("create-merchant", ...shop, ...person);
    expect(Object.keys(merchant)).toEqual([
      "merchant_id",
      "terminal_id",
      "terminal_name",
      "keys",
      "webhook_secret",
      "webhook_endpoint_id",
    ]);
    expect(merchant.keys.sandbox).toMatch(/^svc_test_/);
    expect(merchant.webhook_secret).toMatch(/^whsec_/);
    const second = await run("create-terminal", "--merchant", merchant.merchant_id, "--name", "Second");
    const made = await run(
      "create-webhook",
      "--merchant",
      merchant.merchant_id,
      "--url",
      receiver.url,
      "--terminal",
      second.terminal_id,
      "--events",
      "payment.success,intent.cancelled",
    );
    expect(await run("ping-webhook", "--endpoint", made.endpoint_id)).toMatchObject({
      delivered: true,
      status: 200,
      answer: "thanks",
    });
    const rotated = await run("rotate-webhook-secret", "--endpoint", made.endpoint_id);
    expect(rotated.webhook_secret).not.toBe(made.webhook_secret);
    const again = ["rotate-webhook-secret", "--endpoint", made.endpoint_id];
    await expect(service.admin(...again)).rejects.toThrow(/conflict: A rotation is in progress.*--replace-pending/);
    const replaced = await run(...again, "--replace-pending");
    expect(replaced.webhook_secret).not.toBe(rotated.webhook_secret);
    expect(await run("activate-webhook-secret", "--endpoint", made.endpoint_id)).toMatchObject({ activated: true });
    const key = bearer(second.keys.sandbox);
    const { json } = await ask(service, "/api/v1/create-payment-intent", { amount_usdt: 1 }, key);
    await ask(service, "/api/v1/cancel-payment-intent", { id: json.intent.id }, key);
    await waitFor(
      "created, for the merchant's endpoint, and cancelled, for the terminal's",
      () => receiver.requests.length === 3,
    );
    const deliveries = await waitFor("what came of it, to be recorded", async () => {
      const listed = await run("list-deliveries", "--endpoint", merchant.webhook_endpoint_id);
      return listed.deliveries[0]?.status === "pending" ? null : listed.deliveries;
    });
    expect(deliveries).toMatchObject([{ event: "intent.created", status: "delivered", attempts: 1, last_status: 200 }]);
    await run("resend-webhook", "--delivery", deliveries[0].delivery_id);
    await waitFor("the same event again", () => receiver.requests.length === 4);
    const { merchants } = await run("list");
    expect(merchants.find(({ merchant_id: id }: Listed) => id === merchant.merchant_id).webhooks).toHaveLength(2);
    expect(JSON.stringify(merchants)).not.toMatch(/whsec_|svc_test_/);
  });

  it("print what a server's .env needs, with which it can call the service", async () => {
    const service = running();
    const password = path.join(service.dataDir, "password");
    writeFileSync(password, "a long password\n");
    const create = (...more: string[]) =>
      service.admin(
        "create-merchant",
        "--name",
        "Shop",
        "--email",
        `${Math.random()}@example.com`,
        "--terminal",
        "Till 1",
        "--password-file",
        password,
        "--format",
        "env",
        ...more,
      );
    const { TILL_URL, TILL_API_KEY, ...rest } = parseEnv(await create("--webhook-url", "http://localhost:9/hook"));
    expect(rest).toEqual({ TILL_WEBHOOK_SECRET: expect.stringMatching(/^whsec_[\w+/]{43}=$/) });
    expect(TILL_URL).toBe(service.url);
    const { json } = await ask(
      service,
      "/api/v1/create-payment-intent",
      { amount_usdt: 1 },
      bearer(String(TILL_API_KEY)),
    );
    expect(json.success).toBe(true);
    expect(Object.keys(parseEnv(await create())).sort()).toEqual(["TILL_API_KEY", "TILL_URL"]);
  });

  it("refuse what is wrong in a sentence, before anything is touched", async () => {
    const service = running();
    const merchant = await service.createMerchant();
    expect(await refused(service.admin("create-merchant", "--name", "x"))).toMatchObject({
      code: 2,
      said: expect.stringMatching(/^--email is missing\n--password is missing\n--terminal is missing/),
    });
    expect(await refused(service.admin("rotate-key", "--terminal", "7"))).toMatchObject({
      code: 2,
      said: expect.stringMatching(/^--terminal: This is not a valid ID\./),
    });
    expect(await refused(service.admin("tidy-up"))).toMatchObject({ code: 2 });
    const live = ["--environment", "live", "--name", "x", "--email", "x@example.com", "--terminal", "t"];
    expect(await refused(service.admin("create-merchant", ...live, "--password", "long enough one"))).toMatchObject({
      code: 2,
      said: expect.stringContaining("receiving wallet"),
    });
    const url = ["--merchant", merchant.merchant_id, "--url", "http://shop.example/hook", "--environment", "live"];
    expect(await refused(service.admin("create-webhook", ...url))).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^http_in_live: /),
    });
    const unknown = "7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11";
    expect(await refused(service.admin("ping-webhook", "--endpoint", unknown))).toMatchObject({
      code: 1,
      said: "not_found: No such endpoint.\n",
    });
  });

  it("mend what has broken: an endpoint, an account, an encryption key", async () => {
    let status = 410;
    const receiver = await startReceiver((_request, response) => {
      response.statusCode = status;
      response.end();
    });
    const service = await startService({ hasOwnPostgres: true });
    const run = async (...args: string[]) => JSON.parse(await service.admin(...args));
    const email = "owner@example.com";
    const merchant = await run(
      "create-merchant",
      "--name",
      "Shop",
      "--email",
      email,
      "--password",
      "a long password",
      "--terminal",
      "Till 1",
      "--webhook-url",
      receiver.url,
    );
    const key = bearer(merchant.keys.sandbox);
    const since = new Date(Date.now() - 60_000).toISOString();
    await ask(service, "/api/v1/create-payment-intent", { amount_usdt: 1 }, key);
    const endpoint = ["--endpoint", merchant.webhook_endpoint_id];
    const failed = () => run("list-deliveries", ...endpoint, "--status", "failed");
    await waitFor("the endpoint to be given up", async () => (await failed()).deliveries.length === 1);
    status = 200;
    expect(await run("enable-webhook", ...endpoint)).toMatchObject({ enabled: true });
    expect(await run("resend-failed", ...endpoint, "--since", since)).toMatchObject({ resent: 1 });
    await waitFor("the event that had failed", () => receiver.requests.length === 2);

    const { link } = await run("reset-link", "--email", email);
    expect((await fetch(link.replace(/^https?:\/\/[^/]+/, service.url))).status).toBe(200);
    expect(await refused(service.admin("remove-authenticator", "--email", email))).toMatchObject({ code: 1 });
    expect(await run("migrate")).toEqual({ migrated: true });
    await service.end();

    const { ENCRYPTION_KEY: old } = JSON.parse(readFileSync(path.join(service.dataDir, "secrets.json"), "utf8"));
    const keys = { ENCRYPTION_KEY: newEncryptionKey(), ENCRYPTION_KEYS_OLD: old };
    const changed = JSON.parse(await runAdmin(service.dataDir, ["re-encrypt"], keys));
    expect(changed).toEqual({
      re_encrypted: { "users.totp_secret": 0, "webhook_endpoints.secret": 1, "webhook_endpoints.next_secret": 0 },
      left: {},
    });
    const again = await startService({
      dataDir: service.dataDir,
      env: { ENCRYPTION_KEY: keys.ENCRYPTION_KEY },
    });
    await ask(again, "/api/v1/create-payment-intent", { amount_usdt: 1 }, key);
    await waitFor("an event that is signed after the change", () => receiver.requests.length === 3);
  });

  it("tell how the chain is read, and go on after a fork that somebody has looked at", async () => {
    const chain = await startChain({ startsAt: new Date() });
    chain.mineBySelf();
    const proxy = await tronProxy(chain);
    onTestFinished(async () => {
      await proxy.stop();
      await chain.stop();
    });
    const env = { ...chain.env(proxy), TRON_POLL_BUSY_MS: "100", TRON_POLL_IDLE_MS: "100" };
    const service = await startService({ env });
    const run = async (...args: string[]) => JSON.parse(await service.admin(...args));
    await waitFor("the first pass", async () => (await run("chain")).healthy);
    expect(await run("chain")).toMatchObject({ alarms: [], provider: expect.stringMatching(/^127\.0\.0\.1/) });
    expect(await run("clear-alarm", "--kind", "canary")).toEqual({ kind: "canary", cleared: false });
    await chain.mine(3);
    for (const options of [[], ["--new-chain"]]) {
      expect((await run("restart-watching", ...options)).goes_on_from).toBeGreaterThan(0);
    }
    expect(await service.admin("help")).toContain("restart-watching [--new-chain]\n");
    expect(await run("rest-addresses")).toEqual({ addresses: 0 });
    expect(await run("end-access")).toEqual({ sessions: 0, devices: 0, invitations: 0 });
    const { code, said } = await refused(service.admin("clear-alarm", "--kind", "fork"));
    expect([code, said]).toEqual([2, expect.stringMatching(/--kind/)]);
    // the service of a test is at another port than its commands know, which the doctor says too
    const report = await service.admin("doctor").catch((error) => error.stdout);
    expect(report).toMatch(/ok {4}node\s+127\.0\.0\.1:\d+ responds for tron-\d+/);
    expect(report).toMatch(/ok {4}chain\s+tron-\d+ read up to block \d+/);
  });
});
