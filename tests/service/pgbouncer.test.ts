import { expect, it, onTestFinished } from "vitest";
import { directUrl } from "@/lib/base/db/client";
import { startChain } from "@/tests/support/chain/chain";
import { tronProxy } from "@/tests/support/chain/proxy";
import { hasPgBouncer, startPgBouncer } from "@/tests/support/pgbouncer";
import { startReceiver } from "@/tests/support/receiver";
import { ask, bearer, startService } from "@/tests/support/service";
import { waitFor } from "@/tests/support/wait";

if (!hasPgBouncer()) console.warn("SKIPPED: no pgbouncer on this machine, so Till was not tried behind one.");

const ROUNDS = 5;

it.skipIf(!hasPgBouncer())("everything works through PgBouncer in transaction mode", async () => {
  const chain = await startChain({ startsAt: new Date() });
  chain.mineBySelf();
  const node = await tronProxy(chain);
  onTestFinished(async () => {
    await node.stop();
    await chain.stop();
  });
  const receiver = await startReceiver((_request, response) => response.end("thanks"));
  const pooled = await startPgBouncer(directUrl());
  const service = await startService({
    env: {
      DATABASE_URL: pooled,
      DATABASE_DIRECT_URL: directUrl(),
      ...chain.env(node),
      TRON_POLL_BUSY_MS: "100",
      TRON_POLL_IDLE_MS: "100",
      RATE_LIMIT_CREATE_PER_SECOND: "0",
      RATE_LIMIT_SIMULATE_PER_MINUTE: "0",
    },
  });
  const merchant = await service.createMerchant(receiver.url);
  const post = (path: string, body: unknown) => ask(service, path, body, bearer(merchant.keys.sandbox));

  const paid: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const created = await Promise.all(
      Array.from({ length: 40 }, () => post("/api/v1/create-payment-intent", { amount_usdt: 3 })),
    );
    const ids: string[] = created.map(({ json }) => json.intent.id).slice(0, 20);
    const answers = await Promise.all(ids.map((id) => post("/api/v1/simulate-payment", { id })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    paid.push(...ids);
  }
  await waitFor("an event for each creation and payment", () => receiver.requests.length === 60 * ROUNDS);
  const told = receiver.requests.map(({ body }) => JSON.parse(body));
  expect(
    told
      .filter(({ event }) => event === "payment.success")
      .map(({ intent_id }) => intent_id)
      .sort(),
  ).toEqual(paid.sort());

  const command = async (...args: string[]) => JSON.parse(await service.admin(...args));
  await waitFor("the chain to be read", async () => (await command("chain")).healthy);
  expect(await command("migrate")).toEqual({ migrated: true });
  expect((await command("backup")).rows).toBeGreaterThan(100);
  expect(await service.admin("doctor").catch(({ stdout }) => stdout)).toMatch(/ok {4}database\s+PostgreSQL/);
  expect(await service.end(), service.output().slice(-4_000)).toBe(0);
  expect(service.output()).not.toMatch(/prepared statement|"level":"?(error|50)/);
});
