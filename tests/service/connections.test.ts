import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { attestedByAnyone } from "@/tests/support/attestation";
import { createAuthenticator } from "@/tests/support/authenticator";
import { openBotApi } from "@/tests/support/bot-api-server";
import { startChain } from "@/tests/support/chain/chain";
import { tronProxy } from "@/tests/support/chain/proxy";
import { startCollector } from "@/tests/support/collector";
import { startInngestServer } from "@/tests/support/inngest-server";
import { startMailServer } from "@/tests/support/mail-server";
import { startReceiver } from "@/tests/support/receiver";
import { ask, bearer, newDataDir, startService } from "@/tests/support/service";
import { type Browser, builtActions, signInAt } from "@/tests/support/signed-in";
import { merchantPaths } from "@/tests/support/tenancy";
import { waitFor } from "@/tests/support/wait";

const PASSWORD = "a long password";
/** What a stranger would have the service fetch; reserved for such use. */
const ELSEWHERE = "http://elsewhere.invalid";

type Connection = { how: string; to: string; stack: string };

/** Has each process of a service write what it connects to into a file. */
function recorder() {
  const folder = mkdtempSync(path.join(tmpdir(), "till-connections-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, "connections");
  return {
    env: { CONNECTIONS: file, NODE_OPTIONS: `--import ${process.cwd()}/tests/support/record-connections.mjs` },
    read: (): Connection[] =>
      readFileSync(file, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
  };
}

/** Everything that can be configured, on this machine. */
async function startEverything() {
  const chain = await startChain({ startsAt: new Date() });
  chain.mineBySelf();
  const [node, bot, inngest] = [await tronProxy(chain), await openBotApi(), await startInngestServer()];
  onTestFinished(async () => {
    await Promise.all([node.stop(), bot.close(), inngest.close()]);
    await chain.stop();
  });
  const [mail, collector, limits] = [
    await startMailServer(),
    await startCollector(),
    await startReceiver((_request, response) => response.writeHead(500).end("{}")),
  ];
  return {
    ...chain.env(node),
    ...bot.env,
    ...collector.env,
    SMTP_URL: mail.url,
    MAIL_FROM: "till@shop.example",
    UPSTASH_REDIS_REST_URL: new URL(limits.url).origin,
    UPSTASH_REDIS_REST_TOKEN: "rest-token",
    JOBS_DRIVER: "both",
    INNGEST_BASE_URL: inngest.url,
    INNGEST_EVENT_KEY: "events",
    INNGEST_SIGNING_KEY: `signkey-test-${"12".repeat(32)}`,
    TRON_POLL_IDLE_MS: "100",
  };
}

const LISTED: Record<string, string> = {
  TRON_RPC_URLS: "TRON node",
  TELEGRAM_API_URL: "Telegram",
  OTEL_EXPORTER_OTLP_ENDPOINT: "collector of traces",
  SMTP_URL: "mail server",
  UPSTASH_REDIS_REST_URL: "shared limits",
  INNGEST_BASE_URL: "Inngest",
};

/** Where the embedded PostgreSQL listens: a socket, and a port for folders whose path is too long for one. */
function databaseIn(dataDir: string): string[] {
  const port = readFileSync(path.join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[3];
  return [path.join(dataDir, `postgres/.s.PGSQL.${port}`), `127.0.0.1:${port}`];
}

function act(browser: Browser, name: string, ...args: unknown[]) {
  const action = builtActions().find((one) => one.name === name);
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
  return browser.act(action?.id ?? "", args).then(({ result }) => result as any);
}

/** Sends an action as if the service were elsewhere, which a browser can't, and as a stranger. */
async function forge(service: { url: string }, name: string, args: unknown[]): Promise<void> {
  const id = builtActions().find((one) => one.name === name)?.id ?? "";
  const [{ hostname, port }, { host }] = [new URL(service.url), new URL(ELSEWHERE)];
  const headers = {
    host,
    origin: ELSEWHERE,
    "x-forwarded-host": host,
    "x-forwarded-proto": "http",
    "next-action": id,
    "content-type": "text/plain;charset=UTF-8",
  };
  const request = http.request({ hostname, port, method: "POST", path: "/dashboard", headers });
  request.end(JSON.stringify(args));
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  await text(response);
}

it("connects only to what its operator and its members have set, whatever a stranger sends", async () => {
  const [recorded, set, dataDir] = [recorder(), await startEverything(), newDataDir()];
  const shop = await startReceiver((_request, response) => response.end("thanks"));
  const service = await startService({ dataDir, env: { ...set, ...recorded.env } });
  const list: Record<string, string> = {
    ...Object.fromEntries(
      Object.entries(LISTED).map(([name, what]) => [new URL(set[name as keyof typeof set]).host, what]),
    ),
    ...Object.fromEntries(databaseIn(dataDir).map((to) => [to, "database"])),
    [`127.0.0.1:${shop.port}`]: "webhook endpoint",
    // Next passes an action that was sent to another page on to that of its own, and fetches the page that one
    // redirects to
    [new URL(service.url).host]: "the service itself",
  };

  const email = "owner@example.com";
  const options = ["--name", "Shop", "--email", email, "--password", PASSWORD, "--terminal", "Till 1"];
  const merchant = JSON.parse(await service.admin("create-merchant", ...options, "--webhook-url", shop.url));
  const { json } = await ask(
    service,
    "/api/v1/create-payment-intent",
    { amount_usdt: 1, return_url: `${ELSEWHERE}/return` },
    { ...bearer(merchant.keys.sandbox), referer: `${ELSEWHERE}/`, "x-forwarded-host": "elsewhere.invalid" },
  );
  await ask(service, "/api/v1/simulate-payment", { id: json.intent.id });
  const owner = await signInAt(service, email, PASSWORD);
  const pages = merchantPaths().filter((parts) => parts.at(-1) !== "feed" && !parts.some((part) => part.includes("[")));
  for (const parts of pages) await owner.get(["/dashboard", merchant.merchant_id, "sandbox", ...parts].join("/"));
  for (const address of [
    "/",
    "/docs/api",
    "/api/v1/openapi.json",
    "/account",
    "/account/security",
    `/pay/${json.intent.id}`,
    `/_next/image?url=${encodeURIComponent(`${ELSEWHERE}/picture.png`)}&w=640&q=75`,
    `/api/auth/signin?callbackUrl=${encodeURIComponent(ELSEWHERE)}`,
  ]) {
    await owner.get(address);
  }
  const dashboard = { merchant: merchant.merchant_id, environment: "sandbox" };
  expect(await act(owner, "startTelegram", dashboard, {})).toMatchObject({ ok: true });
  expect(await act(owner, "requestPasswordReset", { email })).toMatchObject({ ok: true });
  const { data } = await act(owner, "beginPasskey", {}, PASSWORD);
  const attested = { attest: attestedByAnyone(`${ELSEWHERE}/revoked.crl`) };
  const response = createAuthenticator(service.url).create(data.options, attested);
  const answer = JSON.stringify({ challengeId: data.challengeId, response });
  expect(await act(owner, "addPasskey", { name: "Laptop", answer })).toMatchObject({ code: "passkey_refused" });

  for (const [name, ...args] of [["changeName", { name: "x" }], ["requestPasswordReset", { email }], ["signOut"]]) {
    await forge(service, name as string, args);
  }

  const reached = () => new Set(recorded.read().flatMap(({ to }) => list[to] ?? []));
  const names = new Set(Object.values(list));
  await waitFor("a connection to everything on the list", () => reached().size === names.size);
  expect(await service.end()).toBe(0);
  expect(recorded.read().filter(({ to }) => !(to in list))).toEqual([]);
});
