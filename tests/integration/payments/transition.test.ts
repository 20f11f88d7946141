import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Tenant } from "@/lib/base/context/context";
import { database, type Transaction } from "@/lib/base/db/client";
import {
  endSamples,
  moveDueToExpired,
  moveToCancelled,
  moveToExpired,
  moveToPaid,
} from "@/lib/payments/intents/transition";
import { createMerchantFixture } from "@/tests/support/fixtures";

type Status = "pending" | "paid" | "expired" | "cancelled";

/**
 * Runs in a transaction in which no trigger guards the table, so that the statement alone holds; nothing of it is kept.
 */
async function withoutGuards<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  let result: T | undefined;
  const undone = new Error("undone");
  await database()
    .sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      result = await work(tx as unknown as Transaction);
      throw undone;
    })
    .catch((error) => {
      if (error !== undone) throw error;
    });
  return result as T;
}

async function intentIn(tx: Transaction, status: Status) {
  const { merchantId, terminalId } = await createMerchantFixture();
  const id = randomUUID();
  await tx`
    insert into payment_intents (id, merchant_id, terminal_id, environment, status, amount_micros, expires_at,
                                 paid_at, expired_at, cancelled_at)
    values (${id}, ${merchantId}, ${terminalId}, 'sandbox', ${status}, 5000000, now() + interval '1 hour',
            ${status === "paid" ? tx`now()` : null}, ${status === "expired" ? tx`now()` : null},
            ${status === "cancelled" ? tx`now()` : null})`;
  return id;
}

const statusOf = async (tx: Transaction, id: string) => {
  const [row] = await tx<[{ status: Status }]>`select status from payment_intents where id = ${id}`;
  return row.status;
};

it.each(["expired", "cancelled", "paid"] as const)("the statement itself leaves what is %s", async (status) => {
  const after = await withoutGuards(async (tx) => {
    const id = await intentIn(tx, status);
    const paid = await moveToPaid(tx, [{ id, transferId: randomUUID() }]);
    const expired = await moveToExpired(tx, [id]);
    return { moved: paid.length + expired.length, status: await statusOf(tx, id) };
  });
  expect(after).toEqual({ moved: 0, status });
});

it("what is pending becomes paid, once", async () => {
  const after = await withoutGuards(async (tx) => {
    const id = await intentIn(tx, "pending");
    const moved = [
      await moveToPaid(tx, [{ id, transferId: randomUUID() }]),
      await moveToPaid(tx, [{ id, transferId: randomUUID() }]),
    ];
    return { moved: moved.map((rows) => rows.length), status: await statusOf(tx, id) };
  });
  expect(after).toEqual({ moved: [1, 0], status: "paid" });
});

it("each move touches the named payments alone, and names the terminal of each", async () => {
  const after = await withoutGuards(async (tx) => {
    const all = [await pendingIn(tx), await pendingIn(tx), await pendingIn(tx), await pendingIn(tx)] as const;
    for (const [n, { terminalId }] of all.entries()) {
      await tx`update terminals set name = ${`Till ${n}`} where id = ${terminalId}`;
    }
    const [paid, expired, cancelled, left] = all;
    const { merchantId, terminalId } = cancelled;
    await tx`update payment_intents set merchant_id = ${merchantId}, terminal_id = ${terminalId} where id = ${left.id}`;
    const moved = [
      ...(await moveToPaid(tx, [{ id: paid.id, transferId: randomUUID() }])),
      ...(await moveToExpired(tx, [expired.id])),
      await moveToCancelled(tx, cancelled.id, cancelled.tenant),
    ];
    const statuses: Status[] = [];
    for (const { id } of all) statuses.push(await statusOf(tx, id));
    return { names: moved.map((one) => one?.terminalName), statuses };
  });
  expect(after.names).toEqual(["Till 0", "Till 1", "Till 2"]);
  expect(after.statuses).toEqual(["paid", "expired", "cancelled", "pending"]);
});

const DUE = { limit: 1, heldBackSeconds: 0 };

it("only sandbox payments that are pending and overdue expire by the database's clock", async () => {
  const after = await withoutGuards(async (tx) => {
    const make = async (change: (id: string) => Promise<unknown>) => {
      const { id } = await pendingIn(tx);
      await tx`update payment_intents set expires_at = now() where id = ${id}`;
      await change(id);
      return id;
    };
    const ids = [
      await make(async () => {}),
      await make((id) => tx`update payment_intents set environment = 'live' where id = ${id}`),
      await make((id) => tx`update payment_intents set expires_at = now() + interval '1 ms' where id = ${id}`),
      await make(
        (id) => tx`
        update payment_intents set status = 'cancelled', cancelled_at = now(), expires_at = now() - interval '1 hour'
         where id = ${id}`,
      ),
    ];
    // of the same business, about another payment
    const [one] = await tx<[{ merchantId: string }]>`
      select merchant_id as "merchantId" from payment_intents where id = ${ids[0] ?? null}`;
    for (let n = 0; n < 2; n++) await item(tx, { ...one, id: randomUUID() });
    await tx`update payment_intents set received_micros = 1`;
    const counts = [await moveDueToExpired(tx, DUE), await moveDueToExpired(tx, DUE)];
    const statuses: Status[] = [];
    for (const id of ids) statuses.push(await statusOf(tx, id));
    const partial = await tx<{ id: string; amountMicros: bigint }[]>`
      select intent_id as id, amount_micros as "amountMicros" from attention_items where kind = 'partial'`;
    return { counts, statuses, partial: partial.map((of) => [ids.indexOf(of.id), of.amountMicros]) };
  });
  expect(after).toEqual({
    counts: [1, 0],
    statuses: ["expired", "pending", "pending", "cancelled"],
    partial: [[0, 4_999_999n]],
  });
});

it("samples end as planned if they are the business's own, in the sandbox and pending", async () => {
  const after = await withoutGuards(async (tx) => {
    const [own, live, ended, foreign] = [
      await pendingIn(tx),
      await pendingIn(tx),
      await pendingIn(tx),
      await pendingIn(tx),
    ];
    const { merchantId } = own;
    await tx`update payment_intents set merchant_id = ${merchantId} where id = any(${[live.id, ended.id]}::uuid[])`;
    await tx`update payment_intents set environment = 'live' where id = ${live.id}`;
    await tx`update payment_intents set status = 'cancelled', cancelled_at = now() where id = ${ended.id}`;
    const ids = [own.id, live.id, ended.id, foreign.id];
    const end = { status: "expired" as const, receivedMicros: 0n, transferId: null, endedAt: new Date() };
    await endSamples(
      tx,
      merchantId,
      ids.map((id) => ({ id, ...end })),
    );
    const statuses: Status[] = [];
    for (const id of ids) statuses.push(await statusOf(tx, id));
    return statuses;
  });
  expect(after).toEqual(["expired", "pending", "cancelled", "pending"]);
});

type Pending = { id: string; merchantId: string; terminalId: string; tenant: Tenant };

async function pendingIn(tx: Transaction): Promise<Pending> {
  const id = await intentIn(tx, "pending");
  const [{ merchantId, terminalId }] = await tx<[Pick<Pending, "merchantId" | "terminalId">]>`
    select merchant_id as "merchantId", terminal_id as "terminalId" from payment_intents where id = ${id}`;
  return { id, merchantId, terminalId, tenant: { merchantId, environment: "sandbox", terminalIds: null } };
}

const item = (
  tx: Transaction,
  one: Pick<Pending, "id" | "merchantId">,
  change: { disputed?: null; resolution?: "accepted" } = {},
) => tx`
  insert into attention_items (merchant_id, kind, intent_id, amount_micros, disputed, resolution, resolved_at)
  values (${one.merchantId}, 'disputed', ${one.id}, 5,
          ${change.disputed === null ? null : tx`jsonb_build_object('txHash', ${randomUUID()}::text)`},
          ${change.resolution ?? null}, ${change.resolution ? tx`now()` : null})`;

describe("a cancellation", () => {
  it.each<[string, (one: Pending) => Partial<Tenant>, boolean]>([
    ["is the tenant's", () => ({}), true],
    ["is that of a member of the terminal", (one) => ({ terminalIds: [one.terminalId] }), true],
    ["isn't another business's", () => ({ merchantId: randomUUID() }), false],
    ["isn't the other environment's", () => ({ environment: "live" }), false],
    ["isn't that of a member of other terminals", () => ({ terminalIds: [randomUUID()] }), false],
    ["isn't that of a member of none", () => ({ terminalIds: [] }), false],
  ])("%s", async (_, change, succeeds) => {
    const moved = await withoutGuards(async (tx) => {
      const one = await pendingIn(tx);
      return moveToCancelled(tx, one.id, { ...one.tenant, ...change(one) });
    });
    expect(moved !== null).toBe(succeeds);
  });

  const sighting = (tx: Transaction, intentId: string) => tx`
    insert into chain_sightings (network, tx_hash, log_index, intent_id, amount_micros, block_number, block_hash)
    values ('nile', ${randomUUID()}, 0, ${intentId}, 5, 1, 'x')`;
  const lease = async (tx: Transaction, one: Pending, differs: boolean) => {
    const address = `0x${randomUUID().replaceAll("-", "")}00000000`;
    await tx`
      with made as (
        insert into receive_addresses (merchant_id, wallet_id, address, differs_at)
        values (${one.merchantId}, gen_random_uuid(), ${address}, ${differs ? tx`now()` : null}) returning id)
      insert into address_leases (address_id, intent_id, leased_at_block) select id, ${one.id}, 1 from made`;
  };
  const other = (one: Pending) => ({ ...one, id: randomUUID() });

  it.each<[string, (tx: Transaction, one: Pending) => PromiseLike<unknown>, boolean]>([
    ["received money", (tx, { id }) => tx`update payment_intents set received_micros = 1 where id = ${id}`, false],
    ["a transfer in sight", (tx, { id }) => sighting(tx, id), false],
    ["another payment's transfer in sight", (tx) => sighting(tx, randomUUID()), true],
    ["a transfer that isn't recorded and awaits a decision", (tx, one) => item(tx, one), false],
    ["one that was decided", (tx, one) => item(tx, one, { resolution: "accepted" }), true],
    ["another item that awaits a decision", (tx, one) => item(tx, one, { disputed: null }), true],
    ["another payment's", (tx, one) => item(tx, other(one)), true],
    ["an address that holds what isn't recorded", (tx, one) => lease(tx, one, true), false],
    ["an address that holds what is recorded", (tx, one) => lease(tx, one, false), true],
    [
      "another payment's address that does",
      async (tx, one) => [await lease(tx, one, false), await lease(tx, other(one), true)],
      true,
    ],
  ])("with %s", async (_, plant, succeeds) => {
    const moved = await withoutGuards(async (tx) => {
      const one = await pendingIn(tx);
      await plant(tx, one);
      return moveToCancelled(tx, one.id, one.tenant);
    });
    expect(moved !== null).toBe(succeeds);
  });

  it.each(["paid", "expired", "cancelled"] as const)("leaves what is %s", async (status) => {
    const moved = await withoutGuards(async (tx) => {
      const { merchantId, terminalId } = await createMerchantFixture();
      const id = await intentIn(tx, status);
      await tx`update payment_intents set merchant_id = ${merchantId}, terminal_id = ${terminalId} where id = ${id}`;
      return moveToCancelled(tx, id, { merchantId, environment: "sandbox", terminalIds: null });
    });
    expect(moved).toBeNull();
  });
});
