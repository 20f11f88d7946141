import { randomBytes, randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { MemberContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { createTestPayment } from "@/lib/payments/intents/create-test";
import { simulatePayment } from "@/lib/payments/intents/simulate";
import { REFUND_MOVES, REFUND_STATUSES, type RefundStatus } from "@/lib/payments/refunds/state";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { liveMerchant, makeTransfer, randomHex, turnLiveOn } from "@/tests/support/live";
import { memberContext } from "@/tests/support/member-context";
import { createRestrictedKey } from "@/tests/support/restricted-keys";

turnLiveOn();

const sql = () => database().sql;

const columnsOf = (given: object) => sql()(given as Record<string, string>);

/** What the database says to a statement; null: nothing against it. */
const refusal = (running: Promise<unknown>): Promise<string | null> =>
  running.then(
    () => null,
    ({ message }) => message as string,
  );

/** A sandbox payment of 12.50 that was paid, in time or late, with a key of its business. */
async function paid(outcome: "paid" | "late" = "paid") {
  const ctx: MemberContext = await memberContext(await createMerchantFixture());
  const { id: intentId } = await createTestPayment(ctx, {});
  await simulatePayment(ctx, { id: intentId, outcome });
  const { keyId } = await createRestrictedKey(ctx, {});
  return { ctx, intentId, keyId, merchantId: ctx.merchantId, userId: ctx.actor.userId };
}

type Paid = Awaited<ReturnType<typeof paid>>;

/** The columns of a new refund of a member. */
const row = ({ merchantId, intentId, userId }: Paid) => ({
  merchant_id: merchantId,
  environment: "sandbox",
  intent_id: intentId as string | null,
  status: "prepared",
  to_address: randomHex() as string | null,
  amount_micros: 1_000,
  prepared_by: userId as string | null,
});

async function insert(columns: object): Promise<string> {
  const [made] = await sql()<[{ id: string }]>`insert into refunds ${columnsOf(columns)} returning id`;
  return made.id;
}

/** What a refund says in each status. */
const SAYS: Record<RefundStatus, object> = {
  waiting_for_address: {},
  prepared: {},
  sent: { sent_at: new Date() },
  final: { final_at: new Date(), simulated_tx_hash: "ab" },
  failed: { failed_at: new Date(), failure: "EXPIRED" },
  cancelled: { withdrawn_at: new Date() },
};

const WAY: Record<RefundStatus, RefundStatus[]> = {
  waiting_for_address: [],
  prepared: [],
  sent: ["sent"],
  final: ["final"],
  failed: ["sent", "failed"],
  cancelled: ["cancelled"],
};

const move = (id: string, to: RefundStatus, more: object = {}) => {
  const none = { withdrawn_at: null, final_at: null, simulated_tx_hash: null };
  const set = { status: to, ...none, ...SAYS[to], ...more };
  return sql()`update refunds set ${columnsOf(set)} where id = ${id}`;
};

async function inStatus(world: Paid, status: RefundStatus): Promise<string> {
  const waits = status === "waiting_for_address" ? { status, to_address: null } : {};
  const id = await insert({ ...row(world), ...waits });
  for (const step of WAY[status]) await move(id, step);
  return id;
}

describe("the database", () => {
  it("lets a refund make the moves of the rule, and no other but that of the version before", async () => {
    const world = await paid();
    for (const from of REFUND_STATUSES) {
      for (const to of REFUND_STATUSES.filter((one) => one !== from)) {
        const id = await inStatus(world, from);
        const may = REFUND_MOVES[from].includes(to) || (from === "sent" && to === "cancelled");
        const given = from === "waiting_for_address" ? { to_address: randomHex() } : {};
        const said = await refusal(move(id, to, given));
        expect([from, to, said === null]).toEqual([from, to, may]);
      }
    }
  });

  it("takes a new refund only as one that is prepared or waits, of one maker and of known money", async () => {
    const world = await paid();
    const { keyId } = world;
    for (const wrong of [
      { status: "waiting_for_address" },
      { to_address: null },
      { status: "sent", sent_at: new Date() },
      { withdrawn_at: new Date() },
      { simulated_tx_hash: "ab" },
      { final_at: new Date() },
      { prepared_by_key: keyId },
      { prepared_by: null },
      { intent_id: null },
      { amount_micros: 12_500_001 },
      { reason: "" },
      { reason: "x".repeat(201) },
      { request_hash: Buffer.alloc(31) },
      { environment: "test" },
    ]) {
      expect([wrong, await refusal(insert({ ...row(world), ...wrong }))]).toEqual([wrong, expect.any(String)]);
    }
    expect(await refusal(insert(row(world)))).toBeNull();
    // a member's is confirmed by being prepared, a key's isn't
    const byKey = { ...row(world), prepared_by: null, prepared_by_key: keyId };
    const [mine, keys] = [await insert(row(world)), await insert(byKey)];
    const rows = await sql()`
      select confirmed_at is not null as at, confirmed_by as by from refunds where id in (${mine}, ${keys})
       order by prepared_by_key nulls first`;
    expect([...rows]).toEqual([
      { at: true, by: world.userId },
      { at: false, by: null },
    ]);
    expect(await refusal(move(keys, "sent"))).toMatch(/does not fit/);
  });

  it("keeps what a refund says of the money, whatever its status", async () => {
    const [world, other] = [await paid(), await paid()];
    const [item] = await sql()<[{ id: string }]>`
      insert into attention_items (merchant_id, environment, kind, intent_id, amount_micros)
      values (${world.merchantId}, 'sandbox', 'partial', ${world.intentId}, 5) returning id`;
    for (const status of REFUND_STATUSES) {
      const id = await inStatus(world, status);
      for (const change of [
        { id: randomUUID() },
        { merchant_id: other.merchantId },
        { environment: "live" },
        { intent_id: other.intentId },
        { item_id: item.id },
        { amount_micros: 999 },
        { prepared_by: other.userId },
        { prepared_by_key: world.keyId },
        { created_at: new Date(0) },
        ...(status === "waiting_for_address" ? [] : [{ to_address: randomHex() }]),
      ]) {
        const said = await refusal(sql()`update refunds set ${columnsOf(change)} where id = ${id}`);
        expect([status, change, said]).toEqual([status, change, expect.stringMatching(/^refund .* never changes/)]);
      }
    }
  });

  it("keeps the paying address of what was sent, is final or was cancelled", async () => {
    const world = await paid();
    for (const status of REFUND_STATUSES) {
      const id = await inStatus(world, status);
      const said = await refusal(sql()`update refunds set from_address = ${randomHex()} where id = ${id}`);
      const isFree = ["waiting_for_address", "prepared", "failed"].includes(status);
      expect([status, said === null]).toEqual([status, isFree]);
    }
  });

  it("lets a refund say only what fits its status", async () => {
    const world = await paid();
    const prepared = () => inStatus(world, "prepared");
    const wrong = [
      move(await prepared(), "final", { simulated_tx_hash: null }),
      move(await prepared(), "final", { final_at: null }),
      move(await prepared(), "cancelled", { withdrawn_at: null }),
      sql()`update refunds set final_at = now() where id = ${await prepared()}`,
      move(await prepared(), "sent", { withdrawn_at: new Date() }),
      move(await inStatus(world, "waiting_for_address"), "prepared"),
    ];
    for (const one of wrong) expect(await refusal(one)).toMatch(/^refund .* does not fit/);
    const [id, again] = [await prepared(), await prepared()];
    // the version before sets these alone
    await sql()`update refunds set simulated_tx_hash = 'ab' where id = ${id}`;
    await sql()`update refunds set withdrawn_at = now() where id = ${again}`;
    const rows = await sql()`
      select status, final_at is not null as final from refunds where id in (${id}, ${again}) order by status`;
    expect([...rows]).toEqual([
      { status: "cancelled", final: false },
      { status: "final", final: true },
    ]);
  });

  it("takes a transfer only for a refund that says from where it was paid", async () => {
    const world = await paid();
    const { merchantId } = world;
    const [left] = await sql()<[{ id: string }]>`
      insert into outgoing_transfers (merchant_id, network, tx_hash, log_index, from_address, to_address, amount_micros,
                                      block_number, occurred_at)
      values (${merchantId}, 'tron-mainnet', ${`0x${randomBytes(32).toString("hex")}`}, 0, ${randomHex()}, ${randomHex()},
              1000, 7, now()) returning id`;
    const id = await inStatus(world, "prepared");
    const by = { outgoing_id: left.id, simulated_tx_hash: null };
    expect(await refusal(move(id, "final", by))).toMatch(/refunds_outgoing_from/);
    await sql()`update refunds set from_address = ${randomHex()} where id = ${id}`;
    expect(await refusal(move(id, "final", by))).toBeNull();
  });

  it("deletes and empties none", async () => {
    const world = await paid();
    const id = await inStatus(world, "cancelled");
    expect(await refusal(sql()`delete from refunds where id = ${id}`)).toMatch(/never deleted/);
    expect(await refusal(sql()`truncate refunds cascade`)).toBe("refunds is append-only");
  });

  it("has one refund for an Idempotency-Key of a key", async () => {
    const world = await paid();
    const { keyId } = world;
    const byKey = { ...row(world), prepared_by: null, prepared_by_key: keyId, idempotency_key: "one" };
    await insert(byKey);
    await expect(insert(byKey)).rejects.toMatchObject({ code: "23505" });
    const { keyId: second } = await createRestrictedKey(world.ctx, {});
    expect(await refusal(insert({ ...byKey, prepared_by_key: second }))).toBeNull();
    await expect(sql()`update restricted_keys set refund_limit_micros = 0 where id = ${keyId}`).rejects.toMatchObject({
      code: "23514",
    });
  });

  it("counts late money as received, cancelled refunds not, and of money without a payment what arrived", async () => {
    const world = await paid("late");
    const all = { ...row(world), amount_micros: 12_500_000 };
    const id = await insert(all);
    expect(await refusal(insert({ ...row(world), amount_micros: 1 }))).toMatch(/more than was received/);
    await move(id, "cancelled");
    expect(await refusal(insert(all))).toBeNull();

    const { merchantId, member } = await liveMerchant();
    const transferId = await makeTransfer({ merchantId, address: randomHex(), amountMicros: 7n });
    const [item] = await sql()<[{ id: string }]>`
      insert into attention_items (merchant_id, kind, transfer_id, amount_micros)
      values (${merchantId}, 'unassigned', ${transferId}, 7) returning id`;
    const part = (amount: number) => ({
      merchant_id: merchantId,
      item_id: item.id,
      to_address: randomHex(),
      amount_micros: amount,
      prepared_by: member.actor.userId,
    });
    const first = await insert(part(5));
    expect(await refusal(insert(part(3)))).toMatch(/more than was received/);
    await move(first, "cancelled");
    expect(await refusal(insert(part(7)))).toBeNull();
    expect(await refusal(insert(part(1)))).toMatch(/more than was received/);
  });

  it("takes the payment and the environment of an item's refund from the item", async () => {
    const world = await paid();
    const [item] = await sql()<[{ id: string }]>`
      insert into attention_items (merchant_id, environment, kind, intent_id, amount_micros)
      values (${world.merchantId}, 'sandbox', 'partial', ${world.intentId}, 5) returning id`;
    // as the version before writes it
    const { merchant_id, to_address, amount_micros, prepared_by } = row(world);
    const id = await insert({ merchant_id, to_address, amount_micros, prepared_by, item_id: item.id });
    const [made] = await sql()`select environment, intent_id from refunds where id = ${id}`;
    expect(made).toEqual({ environment: "sandbox", intent_id: world.intentId });
  });
});

describe("refund wallets in the database", () => {
  const wallet = (merchantId: string, userId: string, address = randomHex()) =>
    sql()<[{ id: string }]>`
      insert into refund_wallets (merchant_id, address, set_by) values (${merchantId}, ${address}, ${userId}) returning id`;

  it("are one of a business and one business's at a time, and change only by being removed once", async () => {
    const [one, other] = [await paid(), await paid()];
    const address = randomHex();
    const [{ id }] = await wallet(one.merchantId, one.userId, address);
    await expect(wallet(one.merchantId, one.userId)).rejects.toMatchObject({ code: "23505" });
    await expect(wallet(other.merchantId, other.userId, address)).rejects.toMatchObject({ code: "23505" });
    for (const change of [
      { id: randomUUID() },
      { merchant_id: other.merchantId },
      { address: randomHex() },
      { set_by: other.userId },
      { set_at: new Date(0) },
    ]) {
      const changing = sql()`update refund_wallets set ${columnsOf(change)} where id = ${id}`;
      await expect(changing).rejects.toMatchObject({ code: "23514" });
    }
    await sql()`update refund_wallets set removed_at = now() where id = ${id}`;
    await expect(sql()`update refund_wallets set removed_at = null where id = ${id}`).rejects.toMatchObject({
      code: "23514",
    });
    expect(await refusal(wallet(one.merchantId, one.userId, address))).toBeNull();
    await expect(sql()`delete from refund_wallets where id = ${id}`).rejects.toMatchObject({ code: "23514" });
    for (const table of ["refund_wallets", "refund_wallet_transfers"])
      expect(await refusal(sql()`truncate ${sql()(table)} cascade`)).toBe(`${table} is append-only`);
  });

  it("have one open proposal a refund, each transfer once, and no decision without who made it", async () => {
    const world = await paid();
    const { merchantId, userId } = world;
    const [refund, second] = [await insert(row(world)), await insert(row(world))];
    const transfer = (refundId: string, more: object = {}) => ({
      merchant_id: merchantId,
      refund_id: refundId,
      network: "tron-mainnet",
      tx_hash: `0x${randomBytes(32).toString("hex")}`,
      log_index: 0,
      from_address: randomHex(),
      to_address: randomHex(),
      amount_micros: 5,
      block_number: 7,
      block_hash: "0xb",
      occurred_at: new Date(),
      ...more,
    });
    const propose = (columns: object) => sql()`insert into refund_wallet_transfers ${columnsOf(columns)}`;
    const first = transfer(refund);
    await propose(first);
    await expect(propose(transfer(refund))).rejects.toMatchObject({ code: "23505" });
    await expect(propose({ ...first, refund_id: second })).rejects.toMatchObject({ code: "23505" });
    for (const wrong of [{ amount_micros: 0 }, { decided_at: new Date() }, { decided_by: userId }])
      await expect(propose(transfer(second, wrong))).rejects.toMatchObject({ code: "23514" });
    const change = (columns: object) =>
      sql()`update refund_wallet_transfers set ${columnsOf(columns)} where refund_id = ${refund}`;
    for (const changed of [
      { id: randomUUID() },
      { merchant_id: (await paid()).merchantId },
      { refund_id: second },
      { network: "tron-nile" },
      { tx_hash: `0x${"0".repeat(64)}` },
      { log_index: 1 },
      { from_address: randomHex() },
      { to_address: randomHex() },
      { amount_micros: 6 },
      { block_number: 8 },
      { block_hash: "0xc" },
      { occurred_at: new Date(0) },
    ])
      await expect(change(changed)).rejects.toMatchObject({ code: "23514" });
    await change({ decided_at: new Date(), decided_by: userId });
    await expect(change({ decided_at: null, decided_by: null })).rejects.toMatchObject({ code: "23514" });
    await expect(sql()`delete from refund_wallet_transfers where refund_id = ${refund}`).rejects.toMatchObject({
      code: "23514",
    });
    expect(await refusal(propose(transfer(refund)))).toBeNull();
  });
});
