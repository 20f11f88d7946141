import { describe, expect, it } from "vitest";
import { directUrl } from "@/lib/base/db/client";
import { freePort } from "@/scripts/lib/free-port.mjs";
import { newEncryptionKey } from "@/tests/support/encryption-keys";
import { hasPgBouncer, startPgBouncer } from "@/tests/support/pgbouncer";
import { ask, bearer, newDataDir, runAdmin, startRefused, startService } from "@/tests/support/service";

const failed = (running: Promise<string>) =>
  running.then(
    () => "it worked",
    (error) => `${error.stdout}${error.stderr}`,
  );

/** What the service, a command and the doctor say under a URL. */
async function said(url: string): Promise<string[]> {
  const [env, dataDir] = [{ DATABASE_URL: url, ENCRYPTION_KEY: newEncryptionKey() }, newDataDir()];
  const started = await startRefused(env, dataDir);
  expect(started.code).toBe(1);
  const command = await failed(runAdmin(dataDir, ["backup"], env));
  return [started.output, command, await failed(runAdmin(dataDir, ["doctor"], env))];
}

describe("the service, a command and the doctor say in one sentence, without a stack", () => {
  const own = () => new URL(directUrl());
  it.each([
    [
      "that nothing answers",
      async () => `postgres://till@127.0.0.1:${await freePort()}/till`,
      /DATABASE_URL: no database accepts connections at 127\.0\.0\.1:\d+\./,
    ],
    [
      "that the password is wrong",
      async () => Object.assign(own(), { password: "wrong" }).href,
      /DATABASE_URL: the login is refused/,
    ],
    [
      "that the database isn't there",
      async () => Object.assign(own(), { pathname: "/none" }).href,
      /DATABASE_URL: the database isn't there/,
    ],
    [
      "which parameter they don't know",
      async () => `${own().href}?shard=1`,
      /DATABASE_URL has the parameter shard, which Till doesn't know\. Remove it\./,
    ],
  ])("%s", async (_case, url, words) => {
    for (const text of await said(await url())) {
      expect(text).toMatch(words);
      expect(text).not.toMatch(/^\s+at /m);
    }
  });
});

it.skipIf(!hasPgBouncer())(
  "works through PgBouncer as it is installed, with a hoster's parameters in the URL",
  async () => {
    const pooled = `${await startPgBouncer(directUrl(), "session")}?sslmode=prefer&pgbouncer=true&connection_limit=5&schema=public`;
    const env = { DATABASE_URL: pooled, DATABASE_POOL: "5", ENCRYPTION_KEY: newEncryptionKey() };
    const service = await startService({ env });
    expect(service.output()).toMatch(/DATABASE_URL: without effect here: pgbouncer, connection_limit, schema/);
    const merchant = await service.createMerchant();
    const made = await ask(service, "/api/v1/create-payment-intent", { amount_usdt: 1 }, bearer(merchant.keys.sandbox));
    expect(made.status).toBe(200);
    expect(await service.end()).toBe(0);
  },
);

it.skipIf(!hasPgBouncer())("says that a pooler in transaction mode needs PostgreSQL's own URL too", async () => {
  for (const text of await said(await startPgBouncer(directUrl()))) {
    expect(text).toMatch(/DATABASE_URL is the URL of a pooler in transaction mode\. Set DATABASE_DIRECT_URL to/);
  }
});
