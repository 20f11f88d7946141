import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { systemContext } from "@/lib/base/context/context";
import { networkFrom } from "@/lib/base/context/network";
import { database } from "@/lib/base/db/client";
import { type Env, EnvError, resetEnv } from "@/lib/base/process/env";
import { openService } from "@/lib/service/server/boot";
import { requireSameNetwork } from "@/lib/settlement/watcher/require-same-network";
import { call } from "@/tests/support/api";
import { newFolder } from "@/tests/support/backups";
import { liveMerchant, MAINNET, randomHex, setCursor, turnLiveOn } from "@/tests/support/live";

turnLiveOn();

/** What a start with this network says; null: it goes on. */
async function startOn(name: "mainnet" | "nile" | null): Promise<string | null> {
  const ctx = systemContext(database(), "start");
  const variables = { TRON_RPC_URLS: ["http://127.0.0.1:9"], TRON_HTTP_URLS: [], TRON_NETWORK: name ?? "mainnet" };
  const network = name && networkFrom(variables as unknown as Env);
  return requireSameNetwork({ ...ctx, settings: { ...ctx.settings, network } }).then(
    () => null,
    (error) => {
      if (error instanceof EnvError) return error.message;
      throw error;
    },
  );
}

let shop: Awaited<ReturnType<typeof liveMerchant>>;
beforeEach(async () => {
  await database().sql`delete from chain_cursors`;
  shop = await liveMerchant();
});

/** A pending live payment, until the test ends. */
async function pendingPayment() {
  const { json } = await call("create-payment-intent", { amount_usdt: 5 }, { key: shop.liveKey });
  const cancel = () => call("cancel-payment-intent", { id: json.intent.id }, { key: shop.liveKey });
  onTestFinished(async () => void (await cancel()));
  return cancel;
}

describe("a start with another network than the one that live payments were on", () => {
  it("is possible before the first block was read, and when nothing is unfinished", async () => {
    expect([await startOn("nile"), await startOn("mainnet"), await startOn(null)]).toEqual([null, null, null]);
    await pendingPayment();
    await database().sql`delete from chain_cursors`;
    expect(await startOn("nile")).toBeNull();
  });

  it("is refused while a payment is pending, and possible once it was cancelled", async () => {
    const cancel = await pendingPayment();
    const refused = await startOn("nile");
    expect(refused).toContain(`live payments were on ${MAINNET} until now`);
    expect(refused).toContain("from there: pending live payments (1). Start");
    expect([await startOn("mainnet"), await startOn(null)]).toEqual([null, null]);
    expect((await cancel()).status).toBe(200);
    expect(await startOn("nile")).toBeNull();
    await pendingPayment();
    // the new network has been read since
    await setCursor({ passed: -1, network: "tron-nile" });
    expect(await startOn("nile")).toBeNull();
  });

  it("is refused while money received there awaits a decision, a refund or a signed transaction", async () => {
    const { sql } = database();
    const { merchantId, member } = shop;
    const [from, to] = [randomHex(), randomHex()];
    const [item] = await sql<[{ id: string }]>`
      with t as (
        insert into transfers (merchant_id, network, tx_hash, log_index, amount_micros, occurred_at, counted)
        values (${merchantId}, ${MAINNET}, ${`0x${"cd".repeat(32)}`}, 0, 5, now(), false) returning id)
      insert into attention_items (merchant_id, kind, amount_micros, transfer_id)
      select ${merchantId}, 'unassigned', 5, id from t returning id`;
    const [refund] = await sql<[{ id: string }]>`
      insert into refunds (merchant_id, item_id, from_address, to_address, amount_micros, prepared_by)
      values (${merchantId}, ${item.id}, ${from}, ${to}, 5, ${member.actor.userId}) returning id`;
    await sql`
      insert into sent_transactions (merchant_id, network, tx_hash, refund_id, from_address, to_address, amount_micros,
                                     expires_at, sent_by)
      values (${merchantId}, ${MAINNET}, ${`0x${"ab".repeat(32)}`}, ${refund.id}, ${from}, ${to}, 5,
              now() + interval '1 hour', ${member.actor.userId})`;
    expect(await startOn("nile")).toContain(
      "items under Needs attention (1), refunds that haven't left (1), signed transactions under way (1). Start",
    );
    await sql`update attention_items set resolved_at = now(), resolution = 'accepted' where merchant_id = ${merchantId}`;
    await sql`update refunds set withdrawn_at = now() where merchant_id = ${merchantId}`;
    expect(await startOn("nile")).toContain("from there: signed transactions under way (1). Start");
    // a chain that nobody reads any more can't say what became of it
    await sql`update sent_transactions set expires_at = now() - interval '25 hours' where merchant_id = ${merchantId}`;
    expect(await startOn("nile")).toBeNull();
  });

  it("is refused by the service, and not by a command", async () => {
    await pendingPayment();
    vi.stubEnv("TRON_NETWORK", "nile");
    vi.stubEnv("DATA_DIR", newFolder());
    resetEnv();
    onTestFinished(() => {
      vi.unstubAllEnvs();
      resetEnv();
    });
    await expect(openService(".", { create: true, migrate: true })).rejects.toThrow("pending live payments (1)");
    expect(await openService(".", { create: false, migrate: false })).toMatchObject({ embedded: false });
  });
});
