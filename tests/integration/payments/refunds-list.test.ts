import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { MemberContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { type HexAddress, hexFromTron } from "@/lib/base/tron/address";
import { countWaiting } from "@/lib/payments/attention/count-waiting";
import { simulateRefund, simulateRefunds } from "@/lib/payments/attention/simulate-refund";
import { createTestPayment } from "@/lib/payments/intents/create-test";
import { leaveRefundAddress } from "@/lib/payments/intents/leave-refund-address";
import { simulatePayment } from "@/lib/payments/intents/simulate";
import { cancelRefund } from "@/lib/payments/refunds/cancel";
import { clearRefundAddress } from "@/lib/payments/refunds/clear-refund-address";
import { ConfirmRefundsInput, confirmRefunds } from "@/lib/payments/refunds/confirm";
import { totalRefunds } from "@/lib/payments/refunds/count";
import { insertRefund } from "@/lib/payments/refunds/insert";
import { listRefunds } from "@/lib/payments/refunds/list";
import { ListRefundsInput } from "@/lib/payments/refunds/list-filter";
import { listRefundKeys } from "@/lib/payments/refunds/list-refund-keys";
import { PrepareIntentRefundInput, prepareIntentRefund } from "@/lib/payments/refunds/prepare";
import { rejectRefunds } from "@/lib/payments/refunds/reject";
import { moveToSent } from "@/lib/payments/refunds/transition";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { liveMerchant, MAINNET, randomAddresses, setCursor, setKnownBalance, turnLiveOn } from "@/tests/support/live";
import { waitForLocks } from "@/tests/support/locks";
import { auditOf, memberContext } from "@/tests/support/member-context";
import { createRestrictedKey } from "@/tests/support/restricted-keys";

turnLiveOn();

const sql = () => database().sql;
const someAddress = () => randomAddresses(1)[0] as string;
const hexOf = (address: string) => hexFromTron(address) as HexAddress;
const filter = (given: object = {}) => ListRefundsInput.parse(given);

type World = Awaited<ReturnType<typeof open>>;

/** A business with a key, whose payments of 12.50 arrived as 14.50. */
async function open() {
  const merchant = await createMerchantFixture();
  const ctx: MemberContext = await memberContext(merchant);
  const { keyId } = await createRestrictedKey(merchant, { name: "Shop plugin" });
  await sql()`update restricted_keys set refund_limit_micros = 1000000000 where id = ${keyId}`;
  const pay = async () => {
    const { id } = await createTestPayment(ctx, {});
    await simulatePayment(ctx, { id, outcome: "overpaid" });
    return id;
  };
  const byMember = async (amount: string, to: string, intentId?: string) =>
    (
      await prepareIntentRefund(
        ctx,
        PrepareIntentRefundInput.parse({ intentId: intentId ?? (await pay()), amount, to, reason: "returned" }),
      )
    ).refundId;
  const byKey = async (amountMicros: bigint, to: string | null, intentId?: string) => {
    const paid = intentId ?? (await pay());
    const { id } = await sql().begin((tx) =>
      insertRefund(tx, {
        merchantId: ctx.merchantId,
        environment: "sandbox",
        intentId: paid,
        itemId: null,
        amountMicros,
        from: null,
        to: to === null ? null : hexOf(to),
        by: { keyId, idempotencyKey: randomUUID(), requestHash: Buffer.alloc(32, 7) },
        network: null,
      }),
    );
    return id;
  };
  /** A refund that waits for an address, and the one that the customer left. */
  const left = async () => {
    const intentId = await pay();
    const refundId = await byMember("1", "", intentId);
    const to = someAddress();
    expect(await leaveRefundAddress(ctx, { id: intentId, address: to })).toBeNull();
    return { intentId, refundId, to };
  };
  const list = async (given: object = {}) => (await listRefunds(ctx, filter(given))).refunds;
  const ids = async (given: object = {}) => (await list(given)).map(({ id }) => id);
  const confirm = (...refunds: { refundId: string; to: string }[]) => confirmRefunds(ctx, { refunds });
  return { ctx, keyId, pay, byMember, byKey, left, list, ids, confirm };
}

const stateOf = async (id: string) => {
  const [row] = await sql()`
    select status, to_address, confirmed_by, confirmed_at is not null as confirmed from refunds where id = ${id}`;
  return row;
};

const refundAudit = async ({ ctx }: World) =>
  (await auditOf(ctx.merchantId)).filter(({ action }) => /^refund\.(confirmed|withdrawn)$/.test(action));

const fails = (running: Promise<unknown>, code: string, message?: RegExp) =>
  expect(running).rejects.toMatchObject({ code, ...(message && { message: expect.stringMatching(message) }) });

describe("the list of refunds", () => {
  it("shows what waits, who prepared it, and which addresses a person must check", async () => {
    const world = await open();
    const to = someAddress();
    const mine = await world.byMember("2", to);
    const keys = await world.byKey(3_000_000n, someAddress());
    const customers = await world.left();
    const waiting = await world.byMember("1", "");
    const rows = await world.list();
    expect(rows.map(({ id }) => id)).toEqual([waiting, customers.refundId, keys, mine]);
    expect(rows).toMatchObject([
      { status: "waiting_for_address", to: null, isToConfirm: false, isNewAddress: false, isFromCustomer: false },
      { status: "waiting_for_address", to: customers.to, isToConfirm: true, isNewAddress: true, isFromCustomer: true },
      { status: "prepared", isToConfirm: true, isNewAddress: true, preparedBy: { name: "Shop plugin", isKey: true } },
      { to, isToConfirm: false, isConfirmed: true, preparedBy: { isKey: false }, reason: "returned" },
    ]);
    expect(await countWaiting(world.ctx)).toMatchObject({ toConfirm: 2 });
    expect(await totalRefunds(world.ctx, filter())).toEqual({
      count: 4,
      isMore: false,
      amountMicros: 7_000_000n,
      before: 0,
    });
  });

  it("calls an address known once a refund to it was confirmed earlier or is final, and not by one that was cancelled", async () => {
    const world = await open();
    const [known, cancelled, sent] = randomAddresses(3) as [string, string, string];
    const first = await world.byMember("1", known);
    await cancelRefund(world.ctx, { refundId: await world.byMember("1", cancelled) });
    await simulateRefund(world.ctx, { refundId: await world.byMember("1", sent) });
    const asked = [known, cancelled, sent].map((to) => world.byKey(1_000_000n, to));
    const [toKnown, toCancelled, toSent] = await Promise.all(asked);
    // of one that is on its way there is nothing left to check
    const underWay = await world.byMember("1", someAddress());
    await database().sql`update refunds set status = 'sent', sent_at = now() where id = ${underWay}`;
    const marks = new Map((await world.list()).map(({ id, isNewAddress }) => [id, isNewAddress]));
    expect([toKnown, toCancelled, toSent, first, underWay].map((id) => marks.get(id ?? ""))).toEqual([
      false,
      true,
      false,
      true,
      false,
    ]);
  });

  it("is narrowed by status, by who prepared it and by what is confirmed", async () => {
    const world = await open();
    const mine = await world.byMember("2", someAddress());
    const gone = await world.byMember("2", someAddress());
    await cancelRefund(world.ctx, { refundId: gone });
    const keys = await world.byKey(3_000_000n, someAddress());
    const waiting = await world.byKey(1_000_000n, null);
    expect(await world.ids()).toEqual([waiting, keys, mine]);
    expect(await world.ids({ show: "all" })).toEqual([waiting, keys, gone, mine]);
    expect(await world.ids({ status: "cancelled" })).toEqual([gone]);
    expect(await world.ids({ status: ["cancelled", "waiting_for_address"] })).toEqual([waiting, gone]);
    expect(await world.ids({ status: "nonsense" })).toEqual([waiting, keys, mine]);
    expect(await world.ids({ by: "key" })).toEqual([waiting, keys]);
    expect(await world.ids({ by: "member" })).toEqual([mine]);
    expect(await world.ids({ by: world.keyId })).toEqual([waiting, keys]);
    expect(await world.ids({ by: world.ctx.actor.userId })).toEqual([mine]);
    expect(await world.ids({ confirmed: "no" })).toEqual([keys]);
    expect(await world.ids({ confirmed: "yes" })).toEqual([mine]);
    expect(await listRefundKeys(world.ctx)).toEqual([{ id: world.keyId, name: "Shop plugin" }]);
  });

  it("is searched by payment, refund and address, also one that a customer left, and never in another business", async () => {
    const [world, other] = [await open(), await open()];
    const to = someAddress();
    const mine = await world.byMember("2", to);
    await other.byMember("2", to);
    const customers = await world.left();
    const [{ reference }] = await sql()<[{ reference: string }]>`
      select reference from payment_intents where id = ${customers.intentId}`;
    const searched = [mine, mine.slice(0, 9), `${mine.slice(0, 4)}…${mine.slice(-4)}`, to];
    for (const q of searched) expect([q, await world.ids({ q })]).toEqual([q, [mine]]);
    for (const q of [customers.intentId, customers.to, ...(reference ? [reference] : [])]) {
      expect([q, await world.ids({ q })]).toEqual([q, expect.arrayContaining([customers.refundId])]);
    }
    for (const q of ["100%", "_", "nothing like it", someAddress()]) expect(await world.ids({ q })).toEqual([]);
  });

  it("is turned page by page without a gap or a repetition", async () => {
    const world = await open();
    const intentId = await world.pay();
    // all in one moment, as a batch is made
    const prepared = await sql()<{ id: string }[]>`
      insert into refunds (merchant_id, environment, intent_id, status, to_address, amount_micros, prepared_by_key)
      select ${world.ctx.merchantId}, 'sandbox', ${intentId}, 'prepared', ${hexOf(someAddress())}, 1000, ${world.keyId}
        from generate_series(1, 52) returning id`;
    const first = await listRefunds(world.ctx, filter());
    expect(first.refunds).toHaveLength(50);
    const second = await listRefunds(world.ctx, filter({ before: first.next }));
    expect(second).toMatchObject({ refunds: [{}, {}], next: null });
    const all = [...first.refunds, ...second.refunds].map(({ id }) => id);
    expect(new Set(all)).toEqual(new Set(prepared.map(({ id }) => id)));
    expect(await totalRefunds(world.ctx, filter({ before: first.next }))).toMatchObject({ count: 52, before: 50 });
    expect((await listRefunds(world.ctx, filter({ rows: "200" }))).refunds).toHaveLength(52);
  });
});

describe("an address in the list", () => {
  it("stays new after a refund that was cancelled, and no refund that has ended is marked", async () => {
    const world = await open();
    const to = someAddress();
    const gone = await world.byMember("1", to);
    await cancelRefund(world.ctx, { refundId: gone });
    const keys = await world.byKey(1n, to);
    expect(await world.list({ show: "all" })).toMatchObject([
      { id: keys, isNewAddress: true },
      { id: gone, isNewAddress: false },
    ]);
  });

  it("is new in live, whatever was confirmed or counted in the sandbox", async () => {
    const world = await open();
    const to = someAddress();
    await world.byMember("1", to);
    await world.byKey(1n, to);
    const { merchantId } = world.ctx;
    const live: MemberContext = { ...world.ctx, environment: "live" };
    expect(await countWaiting(live)).toMatchObject({ toConfirm: 0 });
    const [terminal] = await sql()<
      [{ id: string }]
    >`select id from terminals where merchant_id = ${merchantId} limit 1`;
    const intentId = randomUUID();
    await sql()`
      insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, received_micros,
                                   receive_address, expires_at)
      values (${intentId}, ${merchantId}, ${terminal.id}, 'live', 9000000, 9000000, ${hexOf(someAddress())},
              now() + interval '1 hour')`;
    const { keyId } = await createRestrictedKey(world.ctx, { environment: "live" });
    const [made] = await sql()<[{ id: string }]>`
      insert into refunds (merchant_id, environment, intent_id, status, to_address, amount_micros, prepared_by_key)
      values (${merchantId}, 'live', ${intentId}, 'prepared', ${hexOf(to)}, 1000, ${keyId}) returning id`;
    expect((await listRefunds(live, filter())).refunds).toMatchObject([{ id: made.id, isNewAddress: true }]);
    expect(await countWaiting(live)).toMatchObject({ toConfirm: 1 });
    expect(await countWaiting(world.ctx)).toMatchObject({ toConfirm: 1 });
  });
});

describe("confirming refunds", () => {
  it("lets what a key prepared and what customers left addresses for be signed, with an entry each", async () => {
    const world = await open();
    const to = someAddress();
    const keys = await world.byKey(3_000_000n, to);
    const customers = await world.left();
    expect(await world.confirm({ refundId: keys, to }, customers)).toEqual({ confirmed: 2 });
    const { userId } = world.ctx.actor;
    expect(await stateOf(keys)).toMatchObject({ status: "prepared", confirmed: true, confirmed_by: userId });
    expect(await stateOf(customers.refundId)).toEqual({
      status: "prepared",
      to_address: hexOf(customers.to),
      confirmed: true,
      confirmed_by: userId,
    });
    expect(await refundAudit(world)).toMatchObject([
      { action: "refund.confirmed", after: { to: expect.any(String) } },
      { action: "refund.confirmed", after: { to: expect.any(String) } },
    ]);
    const events = await sql()`
      select type from events where intent_id = ${customers.intentId} and type like 'refund.%'`;
    expect(events).toEqual([{ type: "refund.prepared" }]);
    expect(await countWaiting(world.ctx)).toMatchObject({ toConfirm: 0 });
    // again: nothing more to confirm, and nothing is recorded twice
    expect(await world.confirm({ refundId: keys, to }, customers)).toEqual({ confirmed: 0 });
    expect(await refundAudit(world)).toHaveLength(2);
  });

  it("is refused as a whole when the address isn't the one that was shown, and says how many", async () => {
    const world = await open();
    const to = someAddress();
    const keys = await world.byKey(3_000_000n, to);
    const customers = await world.left();
    const waiting = await world.byMember("1", "");
    await fails(world.confirm({ refundId: keys, to: someAddress() }, customers), "conflict", /^1 refund has changed/);
    await clearRefundAddress(world.ctx, { intentId: customers.intentId, address: customers.to });
    await fails(
      world.confirm({ refundId: keys, to }, customers, { refundId: waiting, to: someAddress() }),
      "conflict",
      /^2 refunds have changed/,
    );
    const others = someAddress();
    await leaveRefundAddress(world.ctx, { id: customers.intentId, address: others });
    await fails(world.confirm(customers), "conflict", /^1 refund has changed/);
    await fails(world.confirm({ refundId: keys, to: "" }), "conflict");
    for (const id of [keys, customers.refundId, waiting]) expect(await stateOf(id)).toMatchObject({ confirmed: false });
    expect(await refundAudit(world)).toEqual([]);
    expect(await world.confirm({ ...customers, to: others })).toEqual({ confirmed: 1 });
  });

  it("of another business, or of the other environment, is `not_found` and confirms none of the batch", async () => {
    const [world, other] = [await open(), await open()];
    const to = someAddress();
    const [ours, theirs] = [await world.byKey(1_000_000n, to), await other.byKey(1_000_000n, to)];
    await fails(world.confirm({ refundId: ours, to }, { refundId: theirs, to }), "not_found");
    const live = { ...world.ctx, environment: "live" as const };
    await fails(confirmRefunds(live, { refunds: [{ refundId: ours, to }] }), "not_found");
    for (const id of [ours, theirs]) expect(await stateOf(id)).toMatchObject({ confirmed: false });
  });

  it("is refused when the business has come to receive payments at the address", async () => {
    const world = await open();
    const to = someAddress();
    const refundId = await world.byKey(1_000_000n, to);
    await sql()`
      with w as (insert into receiving_wallets (merchant_id, kind) values (${world.ctx.merchantId}, 'list') returning id)
      insert into receive_addresses (merchant_id, wallet_id, address)
      select ${world.ctx.merchantId}, w.id, ${hexOf(to)} from w`;
    await fails(world.confirm({ refundId, to }), "conflict", /receives payments here/);
    expect(await stateOf(refundId)).toMatchObject({ confirmed: false });
  });

  it("goes to an address where another business receives payments, like to any other", async () => {
    const [world, other] = [await open(), await liveMerchant()];
    const [to = ""] = other.addresses;
    const refundId = await world.byKey(1_000_000n, to);
    expect(await world.confirm({ refundId, to })).toEqual({ confirmed: 1 });
  });

  it("is refused once it was confirmed and then cancelled, and changes nothing once it was sent", async () => {
    const world = await open();
    const to = someAddress();
    const [cancelled, sent] = [await world.byKey(1n, to), await world.byKey(1n, to)];
    await world.confirm({ refundId: cancelled, to }, { refundId: sent, to });
    await cancelRefund(world.ctx, { refundId: cancelled });
    await simulateRefund(world.ctx, { refundId: sent, outcome: "sent" });
    await fails(world.confirm({ refundId: cancelled, to }), "conflict", /^1 refund has changed/);
    expect(await world.confirm({ refundId: sent, to })).toEqual({ confirmed: 0 });
    expect(await stateOf(sent)).toMatchObject({ status: "sent" });
  });

  it("and cancelling race: a refund is confirmed and then cancelled, or only cancelled, never confirmed after it", async () => {
    const world = await open();
    const to = someAddress();
    for (let round = 0; round < 6; round += 1) {
      const refundId = await world.byKey(1_000_000n, to);
      const [confirmed, cancelled] = await Promise.allSettled([
        world.confirm({ refundId, to }),
        round % 2 ? cancelRefund(world.ctx, { refundId }) : rejectRefunds(world.ctx, { refundIds: [refundId] }),
      ]);
      expect(cancelled.status).toBe("fulfilled");
      expect(await stateOf(refundId)).toMatchObject({
        status: "cancelled",
        confirmed: confirmed.status === "fulfilled",
      });
    }
  });

  it("twenty at once of the same batch, in any order: each refund is confirmed once", async () => {
    const world = await open();
    const to = someAddress();
    const intentId = await world.pay();
    const refunds: { refundId: string; to: string }[] = [];
    for (let made = 0; made < 5; made += 1) refunds.push({ refundId: await world.byKey(1_000n, to, intentId), to });
    refunds.push(await world.left());
    const racers = Array.from({ length: 20 }, (_, index) =>
      world.confirm(...(index % 2 ? refunds : refunds.toReversed())),
    );
    const counts = (await Promise.all(racers)).map(({ confirmed }) => confirmed);
    expect(counts.toSorted((a, b) => b - a)).toEqual([6, ...Array(19).fill(0)]);
    expect(await refundAudit(world)).toHaveLength(6);
  });

  it("takes a thousand in one call and no more", async () => {
    const world = await open();
    const to = someAddress();
    const intentId = await world.pay();
    const made = await sql()<{ refundId: string }[]>`
      insert into refunds (merchant_id, environment, intent_id, status, to_address, amount_micros, prepared_by_key)
      select ${world.ctx.merchantId}, 'sandbox', ${intentId}, 'prepared', ${hexOf(to)}, 1, ${world.keyId}
        from generate_series(1, 1000) returning id as "refundId"`;
    const refunds = made.map(({ refundId }) => ({ refundId, to }));
    expect(await confirmRefunds(world.ctx, ConfirmRefundsInput.parse({ refunds }))).toEqual({ confirmed: 1_000 });
    expect(await refundAudit(world)).toHaveLength(1_000);
    const tooMany = { refunds: [...refunds, { refundId: randomUUID(), to }] };
    expect(ConfirmRefundsInput.safeParse(tooMany).success).toBe(false);
  });
});

describe("simulating refunds", () => {
  it("sends the confirmed ones, each by itself, and leaves out the others", async () => {
    const world = await open();
    const [ready, unconfirmed, waiting] = [
      await world.byMember("1", someAddress()),
      await world.byKey(1n, someAddress()),
      await world.byMember("1", ""),
    ];
    const refundIds = [ready, ready, unconfirmed, waiting];
    expect(await simulateRefunds(world.ctx, { refundIds })).toEqual({ simulated: 1, leftOut: 2 });
    expect(await stateOf(ready)).toMatchObject({ status: "final" });
    expect(await stateOf(unconfirmed)).toMatchObject({ status: "prepared" });
    expect(await stateOf(waiting)).toMatchObject({ status: "waiting_for_address" });
    await fails(simulateRefunds(world.ctx, { refundIds: [randomUUID()] }), "not_found");
    await fails(simulateRefunds({ ...world.ctx, environment: "live" }, { refundIds }), "invalid_transition");
  });
});

type Ending = (ctx: MemberContext, input: { refundId: string }) => Promise<unknown>;

it.each<[string, Ending]>([
  ["cancelling", cancelRefund],
  ["rejecting", (ctx, { refundId }) => rejectRefunds(ctx, { refundIds: [refundId] })],
])("%s waits for whoever sends the refund at this moment, and is refused then", async (_, end) => {
  const world = await open();
  const refundId = await world.byMember("1", someAddress());
  const held = await sql().reserve();
  await held`begin`;
  await held`update refunds set status = 'sent', sent_at = now() where id = ${refundId}`;
  const ending = end(world.ctx, { refundId }).then(
    () => "ended",
    ({ message }) => message,
  );
  await waitForLocks();
  await held`commit`;
  held.release();
  expect(await ending).toMatch(/was sent/);
  expect(await stateOf(refundId)).toMatchObject({ status: "sent" });
  expect(await refundAudit(world)).toEqual([]);
});

describe("rejecting refunds", () => {
  it("cancels what hasn't left, with an entry and an event each, and leaves the others as they are", async () => {
    const world = await open();
    const keys = await world.byKey(3_000_000n, someAddress());
    const waiting = await world.byMember("1", "");
    const done = await world.byMember("1", someAddress());
    await simulateRefund(world.ctx, { refundId: done });
    const failed = await world.byMember("1", someAddress());
    await simulateRefund(world.ctx, { refundId: failed, outcome: "failed" });
    expect(await rejectRefunds(world.ctx, { refundIds: [failed] })).toEqual({ rejected: 1, kept: 0 });
    expect(await stateOf(failed)).toMatchObject({ status: "cancelled" });
    const refundIds = [keys, waiting, done];
    expect(await rejectRefunds(world.ctx, { refundIds })).toEqual({ rejected: 2, kept: 1 });
    expect(await stateOf(keys)).toMatchObject({ status: "cancelled" });
    expect(await stateOf(waiting)).toMatchObject({ status: "cancelled" });
    expect(await stateOf(done)).toMatchObject({ status: "final" });
    expect((await refundAudit(world)).map(({ action }) => action)).toEqual(Array(3).fill("refund.withdrawn"));
    const events = await sql()`
      select count(*)::int as count from events
       where merchant_id = ${world.ctx.merchantId} and type = 'refund.cancelled'`;
    expect(events).toEqual([{ count: 3 }]);
    await fails(rejectRefunds(world.ctx, { refundIds }), "conflict", /were already cancelled/);
  });

  it("of another business is `not_found` and cancels none of the batch", async () => {
    const [world, other] = [await open(), await open()];
    const [ours, theirs] = [await world.byKey(1n, someAddress()), await other.byKey(1n, someAddress())];
    await fails(rejectRefunds(world.ctx, { refundIds: [ours, theirs] }), "not_found");
    for (const id of [ours, theirs]) expect(await stateOf(id)).toMatchObject({ status: "prepared" });
  });

  it("in live keeps one that was sent and may still arrive, and forgets what was signed and not sent", async () => {
    const merchant = await liveMerchant();
    const { member, merchantId, addresses } = merchant;
    const [at = ""] = addresses;
    await setKnownBalance([hexOf(at)], 20_000_000n);
    const intentId = randomUUID();
    await sql()`
      insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, received_micros,
                                   receive_address, expires_at)
      values (${intentId}, ${merchantId}, ${merchant.terminalId}, 'live', 9000000, 9000000, ${hexOf(at)},
              now() + interval '1 hour')`;
    const prepare = async () =>
      (await prepareIntentRefund(member, PrepareIntentRefundInput.parse({ intentId, amount: "1", to: someAddress() })))
        .refundId;
    const [sent, plain] = [await prepare(), await prepare()];
    const [row] = (await listRefunds(member, filter())).refunds;
    expect(row).toMatchObject({ id: plain, from: at, balanceMicros: 20_000_000n });
    await sql().begin((tx) => moveToSent(tx, [{ id: sent, merchantId }]));
    await sql()`
      insert into sent_transactions (merchant_id, network, tx_hash, refund_id, from_address, to_address, amount_micros,
                                     expires_at, raw_data_hex, signature, sent_by)
      select merchant_id, ${MAINNET}, ${`0x${randomUUID().replaceAll("-", "").repeat(2)}`}, id, from_address, to_address,
             amount_micros, now() + interval '1 hour', '0a02', 'ab', ${member.actor.userId}
        from refunds where id = ${sent}`;
    await setCursor();
    expect(await rejectRefunds(member, { refundIds: [sent, plain] })).toEqual({ rejected: 1, kept: 1 });
    expect(await stateOf(sent)).toMatchObject({ status: "sent" });
    await fails(rejectRefunds(member, { refundIds: [sent] }), "conflict", /was sent, may have been/);
    await setCursor({ passed: 3_600, finalized: 3_600 });
    await fails(rejectRefunds(member, { refundIds: [plain] }), "conflict", /isn't reading the blockchain/);
    await setCursor();
  });

  it("tells a business nothing of an address that another one knows", async () => {
    const [world, other] = [await open(), await open()];
    const to = someAddress();
    await other.byMember("1", to);
    await world.byKey(1n, to);
    expect(await world.list()).toMatchObject([{ isNewAddress: true }]);
  });
});
