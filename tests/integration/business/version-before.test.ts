import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { database } from "@/lib/base/db/client";
import { readKey } from "@/lib/business/keys/key";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { createRestrictedKey } from "@/tests/support/restricted-keys";

/*
 * While an installation is updated, processes of the version before work on the new schema. That version knows no
 * scopes and gives a key that it finds every power.
 */

/** How the version before restricted keys finds the key of a call. */
async function findAsBefore(key: string) {
  const hash = readKey(key)?.hash.toString("hex") ?? "";
  const rows = await database().sql<{ merchantId: string; terminalId: string }[]>`
    select k.key_hash as hash, k.id as "keyId", k.merchant_id as "merchantId", k.terminal_id as "terminalId",
           k.environment, t.name as "terminalName", t.intent_life_seconds as "intentLifeSeconds"
      from api_keys k join terminals t on t.id = k.terminal_id
     where k.key_hash = any(array(select decode(h, 'hex') from unnest(${[hash]}::text[]) h))
       and (k.ends_at is null or k.ends_at > now())
       and t.archived_at is null`;
  return rows.map(({ merchantId, terminalId }) => ({ merchantId, terminalId }));
}

it("the version before knows a terminal's key, and no restricted one", async () => {
  const merchant = await createMerchantFixture();
  const { merchantId, terminalId } = merchant;
  expect(await findAsBefore(merchant.keys.sandbox)).toEqual([{ merchantId, terminalId }]);
  for (const options of [{}, { terminalId }, { scopes: ["intents:read"] as const }, { environment: "live" as const }]) {
    expect(await findAsBefore((await createRestrictedKey(merchant, options)).key)).toEqual([]);
  }
});

it("an event that the version before writes can be numbered like any other", async () => {
  const { merchantId, terminalId } = await createMerchantFixture();
  const id = randomUUID();
  const { sql } = database();
  const written = await sql.begin(async (tx) => {
    await tx`
      insert into events (id, merchant_id, terminal_id, intent_id, environment, type, body, created_at)
      values (${id}, ${merchantId}, ${terminalId}, null, 'sandbox', 'intent.created', '{}', now())`;
    const [row] = await tx<[{ xid: string }]>`select pg_current_xact_id()::text as xid`;
    return row.xid;
  });
  expect(await sql`select xid::text as xid from events where id = ${id}`).toEqual([{ xid: written }]);
});
