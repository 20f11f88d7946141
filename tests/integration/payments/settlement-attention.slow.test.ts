import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { timelineEntries } from "@/components/payments/timeline-entries";
import type { MemberContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { type HexAddress, hexFromTron, tronFromHex } from "@/lib/base/tron/address";
import type { ItemKind } from "@/lib/base/values/attention-kinds";
import { updateDailyCap } from "@/lib/business/merchants/update";
import { archiveTerminal } from "@/lib/business/terminals/archive";
import { AcceptInput, acceptItem } from "@/lib/payments/attention/accept";
import {
  countAttention,
  countOpen,
  ListAttentionInput,
  listAttention,
  totalAttention,
} from "@/lib/payments/attention/attention-list";
import { getAttention } from "@/lib/payments/attention/get-attention";
import { reopenItems } from "@/lib/payments/attention/items";
import { PrepareRefundInput, prepareRefund } from "@/lib/payments/attention/prepare-refund";
import { cancelIntent } from "@/lib/payments/intents/cancel";
import { requestRemaining } from "@/lib/payments/intents/request-remaining";
import { moveToExpired, moveToPaid } from "@/lib/payments/intents/transition";
import { getCheckout } from "@/lib/payments/page/get-checkout";
import { cancelRefund } from "@/lib/payments/refunds/cancel";
import { attention } from "@/lib/payments/reports/attention";
import { paymentTimeline } from "@/lib/payments/timeline/timeline";
import { planSweep, SweepInput } from "@/lib/settlement/funds/plan-sweep";
import { recordTransfers } from "@/lib/settlement/ledger/record";
import { outcome } from "@/tests/support/accounts";
import { call } from "@/tests/support/api";
import {
  type LiveMerchant,
  liveMerchant,
  MAINNET,
  makeTransfer,
  randomAddresses,
  randomHex,
  setCursor,
  setKnownBalance,
  turnLiveOn,
  USDT,
} from "@/tests/support/live";
import { waitForLocks } from "@/tests/support/locks";
import { auditOf, memberContext } from "@/tests/support/member-context";

turnLiveOn();

const listed = (ctx: MemberContext, given: object = {}) => listAttention(ctx, ListAttentionInput.parse(given));
const refundInput = (given: object) => PrepareRefundInput.parse(given);

type Made = { itemId: string; intentId: string | null; transferId: string | null; txHash: string; address: HexAddress };

const randomTxHash = () => `0x${randomUUID().replaceAll("-", "").padEnd(64, "9")}`;

/** A live intent that a customer paid `paid` of ten for before it expired, as the watcher leaves it. */
async function partial(merchant: LiveMerchant, paid = 4_000_000n, body: object = {}): Promise<Made> {
  const { json } = await call("create-payment-intent", { amount_usdt: 10, ...body }, { key: merchant.liveKey });
  const intentId: string = json.intent.id;
  const address = await addressOf(intentId);
  const txHash = `0x${randomUUID().replaceAll("-", "").padEnd(64, "0")}`;
  const money = { ...merchant, address, intentId, amountMicros: paid, counted: true, txHash };
  const transferId = await makeTransfer(money);
  await database().sql`
    update payment_intents set received_micros = ${paid}, status = 'expired', expired_at = now() where id = ${intentId}`;
  await database().sql`update address_leases set released_at = now() where intent_id = ${intentId}`;
  const itemId = await item(merchant, { kind: "partial", intentId, amountMicros: 10_000_000n - paid });
  return { itemId, intentId, transferId, txHash, address };
}

/** Money that came to an address that nobody was using, another one than `besides`. */
async function unassigned(merchant: LiveMerchant, amountMicros = 7_000_000n, besides?: HexAddress): Promise<Made> {
  const address = merchant.addresses.map(hexFromTron).find((one) => one !== besides) as HexAddress;
  const txHash = `0x${randomUUID().replaceAll("-", "").padEnd(64, "1")}`;
  const transferId = await makeTransfer({ ...merchant, address, amountMicros, txHash });
  const itemId = await item(merchant, { kind: "unassigned", transferId, amountMicros });
  return { itemId, intentId: null, transferId, txHash, address };
}

async function addressOf(intentId: string): Promise<HexAddress> {
  const [row] = await database().sql<[{ address: HexAddress }]>`
    select receive_address as address from payment_intents where id = ${intentId}`;
  return row.address;
}

type Draft = { kind: ItemKind; amountMicros: bigint; intentId?: string; transferId?: string; disputed?: object };

async function item({ merchantId }: { merchantId: string }, draft: Draft): Promise<string> {
  const [row] = await database().sql<[{ id: string }]>`
    insert into attention_items (merchant_id, kind, intent_id, transfer_id, amount_micros, disputed)
    values (${merchantId}, ${draft.kind}, ${draft.intentId ?? null}, ${draft.transferId ?? null}, ${draft.amountMicros},
            ${draft.disputed ? JSON.stringify(draft.disputed) : null}::text::jsonb) returning id`;
  return row.id;
}

async function disputed(merchant: LiveMerchant, txHash = `0x${randomUUID().replaceAll("-", "").padEnd(64, "d")}`) {
  const address = hexFromTron(merchant.addresses[0] ?? "");
  return item(merchant, {
    kind: "disputed",
    amountMicros: 2_000_000_000n,
    disputed: {
      network: MAINNET,
      txHash,
      logIndex: 3,
      address,
      from: randomHex(),
      blockNumber: 9,
      amountMicros: "2000000000",
      blockHash: "0xe",
      occurredAt: "2026-03-01T12:00:00.000Z",
    },
  });
}

const actions = async (merchantId: string) => (await auditOf(merchantId)).map((entry) => entry.action);

describe("the list", () => {
  it("has the open ones newest first, all of them when asked, by kind, by intent and by transaction", async () => {
    const merchant = await liveMerchant({ wallet: randomAddresses(5) });
    const { member } = merchant;
    const [first, second] = [await partial(merchant, undefined, { reference: "order-7" }), await unassigned(merchant)];
    const third = await disputed(merchant, `0x${"d".repeat(64)}`);
    const ids = async (given: object) => (await listed(member, given)).items.map((row) => row.id);
    expect(await ids({})).toEqual([third, second.itemId, first.itemId]);
    expect((await listed(member)).items.at(-1)).toMatchObject({
      kind: "partial",
      amountMicros: 6_000_000n,
      intentId: first.intentId,
      reference: "order-7",
      terminalName: "Front desk",
      resolution: null,
      txHash: first.txHash,
      moreTransfers: 0,
    });
    await acceptItem(member, { itemId: second.itemId, note: "Known customer." });
    expect(await ids({})).toEqual([third, first.itemId]);
    expect(await ids({ show: "all" })).toEqual([third, second.itemId, first.itemId]);
    expect(await ids({ kind: "disputed" })).toEqual([third]);
    expect(await ids({ q: first.intentId?.toUpperCase() })).toEqual([first.itemId]);
    expect(await ids({ q: first.txHash })).toEqual([first.itemId]);
    expect(await ids({ q: ` ${second.txHash.slice(2).toUpperCase()} `, show: "all" })).toEqual([second.itemId]);
    expect(await ids({ q: "d".repeat(64) })).toEqual([third]);
    const short = (text = "") => `${text.slice(0, 4)}…${text.slice(-4)}`;
    for (const q of [
      "ORDER-7",
      "der-",
      first.intentId?.slice(0, 8),
      short(first.intentId ?? ""),
      "6.00 usdt",
      "6,00",
      "10",
    ])
      expect(await ids({ q })).toEqual([first.itemId]);
    expect(await ids({ q: short(second.txHash.slice(2)), show: "all" })).toEqual([second.itemId]);
    for (const q of ["order_7", "order%", "\\", randomUUID(), "0".repeat(64), "'; drop table x"])
      expect(await ids({ q })).toEqual([]);
    const totals = (given: object) => totalAttention(member, ListAttentionInput.parse(given));
    expect(await totals({})).toEqual({
      count: 2,
      isMore: false,
      before: 0,
      remainingMicros: 6_000_000n,
      overpaidMicros: 0n,
      unappliedMicros: 2_000_000_000n,
    });
    expect(await totals({ show: "all" })).toMatchObject({ count: 3, unappliedMicros: 2_007_000_000n });
    expect(await totals({ q: "order-7" })).toMatchObject({
      count: 1,
      remainingMicros: 6_000_000n,
      unappliedMicros: 0n,
    });
    expect(await totals({ kind: "over" })).toMatchObject({ count: 0, remainingMicros: 0n });
    expect(await countOpen(member)).toBe(2);
    expect(await countAttention(member)).toEqual([
      { kind: "partial", count: 1, isMore: false },
      { kind: "disputed", count: 1, isMore: false },
    ]);
  });

  it("turns its pages without losing or repeating one, also of the same moment", async () => {
    const merchant = await liveMerchant();
    await database().sql`
      insert into attention_items (merchant_id, kind, amount_micros, created_at)
      select ${merchant.merchantId}, 'late', n, now() - (n / 40) * interval '1 microsecond' from generate_series(1, 130) n`;
    const seen: bigint[] = [];
    let before: string | undefined;
    do {
      const page = await listed(merchant.member, { before });
      const totals = await totalAttention(merchant.member, ListAttentionInput.parse({ before }));
      expect(totals).toMatchObject({ count: 130, before: seen.length, unappliedMicros: 8_515n });
      seen.push(...page.items.map((row) => row.amountMicros));
      before = page.next ?? undefined;
    } while (before);
    expect(seen).toHaveLength(130);
    expect(new Set(seen).size).toBe(130);
  });

  it("is on the live overview, and not on the sandbox's", async () => {
    const merchant = await liveMerchant();
    await unassigned(merchant);
    expect((await attention(merchant.member)).money).toEqual([{ kind: "unassigned", count: 1, isMore: false }]);
    expect((await attention({ ...merchant.member, environment: "sandbox" })).money).toEqual([]);
  });
});

describe("a partially paid item in the list", () => {
  it("names the last transaction that was applied, and how many more there are", async () => {
    const merchant = await liveMerchant();
    const made = await partial(merchant);
    const txHash = `0x${"e".repeat(64)}`;
    const later = { ...merchant, address: made.address, intentId: made.intentId ?? "", amountMicros: 1n };
    const occurredAt = new Date(Date.now() + 60_000);
    await makeTransfer({ ...later, counted: true, txHash, occurredAt });
    await makeTransfer({ ...later, counted: false, txHash: `0x${"f".repeat(64)}`, occurredAt });
    expect((await listed(merchant.member)).items).toMatchObject([{ id: made.itemId, txHash, moreTransfers: 1 }]);
  });
});

describe("an item", () => {
  it("tells what happened, by which transfers, and what can be done", async () => {
    const merchant = await liveMerchant();
    const made = await partial(merchant);
    const found = await getAttention(merchant.member, made);
    expect(found).toMatchObject({
      id: made.itemId,
      kind: "partial",
      amountMicros: 6_000_000n,
      intentId: made.intentId,
      resolution: null,
      what: "The payment expired with 4.00 of 10.00 USDT received. Remaining: 6.00 USDT.",
      intent: { id: made.intentId, status: "expired", receivedMicros: 4_000_000n, endedAt: expect.any(Date) },
      address: tronFromHex(made.address),
      transfers: [
        {
          id: made.transferId,
          txHash: made.txHash,
          amountMicros: 4_000_000n,
          counted: true,
          blockNumber: 1_001,
          to: tronFromHex(made.address),
          from: expect.stringMatching(/^T/),
          network: MAINNET,
        },
      ],
      refunds: [],
      refundableMicros: 4_000_000n,
      actions: ["accept", "ask", "refund"],
      rest: null,
    });
    const nobodys = await unassigned(merchant);
    expect(await getAttention(merchant.member, nobodys)).toMatchObject({
      intent: null,
      terminalId: null,
      txHash: nobodys.txHash,
      actions: ["accept", "refund"],
      refundableMicros: 7_000_000n,
    });
  });

  it("that providers disagree about shows what one of them said, and can be decided by nobody for a day", async () => {
    const merchant = await liveMerchant();
    const itemId = await disputed(merchant);
    expect(await getAttention(merchant.member, { itemId })).toMatchObject({
      actions: [],
      refundableMicros: 0n,
      address: null,
      transfers: [
        { id: null, amountMicros: 2_000_000_000n, to: merchant.addresses[0], counted: false, blockNumber: 9 },
      ],
    });
    const to = randomAddresses(1)[0];
    for (const decide of [
      () => acceptItem(merchant.member, { itemId, note: "x" }),
      () => requestRemaining(merchant.member, { itemId }),
      () => prepareRefund(merchant.member, refundInput({ itemId, to, amount: "1" })),
    ]) {
      await expect(decide()).rejects.toMatchObject({
        code: "conflict",
        message: expect.stringMatching(/Nodes disagree/),
      });
    }
  });

  it("of another merchant is not there, for every verb, and stays as it is", async () => {
    const [ours, theirs] = [await liveMerchant(), await liveMerchant()];
    const made = await partial(theirs);
    const to = randomAddresses(1)[0] ?? "";
    const refund = await prepareRefund(theirs.member, refundInput({ itemId: made.itemId, to, amount: "1" }));
    const state = () => database().sql`select * from attention_items where id = ${made.itemId}`;
    const before = await state();
    for (const { itemId } of [made, { itemId: randomUUID() }]) {
      const refused = { code: "not_found", message: "No such item." };
      await expect(getAttention(ours.member, { itemId })).rejects.toMatchObject(refused);
      await expect(acceptItem(ours.member, { itemId, note: "x" })).rejects.toMatchObject(refused);
      await expect(requestRemaining(ours.member, { itemId })).rejects.toMatchObject(refused);
      const asked = refundInput({ itemId, to, amount: "1" });
      await expect(prepareRefund(ours.member, asked)).rejects.toMatchObject(refused);
    }
    for (const refundId of [refund.refundId, randomUUID()]) {
      const refused = { code: "not_found", message: "No such refund." };
      await expect(cancelRefund(ours.member, { refundId })).rejects.toMatchObject(refused);
    }
    expect((await listed(ours.member, { show: "all" })).items).toEqual([]);
    expect((await listed(ours.member, { show: "all", q: made.txHash })).items).toEqual([]);
    expect(await countOpen(ours.member)).toBe(0);
    expect(await state()).toEqual(before);
  });
});

describe("accepting", () => {
  it("keeps the note and who wrote it, tells the endpoints once, and moves no status: twenty ask, one does", async () => {
    const merchant = await liveMerchant();
    const made = await partial(merchant);
    const done = await Promise.all(
      Array.from({ length: 20 }, () =>
        outcome(acceptItem(merchant.member, { itemId: made.itemId, note: "Paid cash." })),
      ),
    );
    expect(done.toSorted()).toEqual([...Array.from({ length: 19 }, () => "conflict"), "done"]);
    expect(await getAttention(merchant.member, made)).toMatchObject({
      resolution: "accepted",
      note: "Paid cash.",
      resolvedBy: expect.stringContaining("@"),
      actions: ["refund"],
      intent: { status: "expired" },
    });
    const events = await database().sql<{ type: string; body: string }[]>`
      select type, body from events where merchant_id = ${merchant.merchantId} and type like 'attention%'`;
    expect(events.map(({ type }) => type)).toEqual(["attention.resolved"]);
    expect(JSON.parse(events[0]?.body ?? "")).toMatchObject({ item_id: made.itemId, resolution: "accepted" });
    expect((await actions(merchant.merchantId)).filter((one) => one === "attention.accepted")).toHaveLength(1);
  });

  it("wants a note", () => {
    for (const note of ["", "  ", "x".repeat(1_001), "a\u0000b", null]) {
      expect(AcceptInput.safeParse({ itemId: randomUUID(), note }).success).toBe(false);
    }
  });
});

describe("asking for the rest", () => {
  it("makes one new live intent for what is missing, with all that the first had: twenty ask, one does", async () => {
    const merchant = await liveMerchant({ wallet: randomAddresses(9) });
    const body = { reference: "order-7", metadata: { cart: "8" }, success_url: "https://shop.example/ok" };
    const made = await partial(merchant, 4_000_000n, body);
    const asked = await Promise.allSettled(Array.from({ length: 20 }, () => requestRemaining(merchant.member, made)));
    const [rest, ...more] = asked.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(more).toEqual([]);
    expect(rest).toMatchObject({
      amountMicros: 6_000_000n,
      checkoutUrl: `http://localhost:3000/pay/${rest?.intentId}`,
    });
    expect(await getCheckout(merchant.member, rest?.intentId ?? "")).toMatchObject({ isForRemaining: true });
    expect(await getCheckout(merchant.member, made.intentId ?? "")).toMatchObject({ isForRemaining: false });
    const rows = await database().sql`
      select id, terminal_id, amount_micros, reference, metadata, success_url, status, receive_address is not null as leased
        from payment_intents where merchant_id = ${merchant.merchantId} and id <> ${made.intentId}`;
    expect(rows).toEqual([
      {
        id: rest?.intentId,
        terminal_id: merchant.terminalId,
        amount_micros: 6_000_000n,
        reference: "order-7",
        metadata: { cart: "8", rest_of: made.intentId },
        success_url: body.success_url,
        status: "pending",
        leased: true,
      },
    ]);
    expect(await getAttention(merchant.member, made)).toMatchObject({
      resolution: "asked",
      rest: { intentId: rest?.intentId, status: "pending" },
      actions: ["refund"],
      intent: { status: "expired" },
    });
    expect((await actions(merchant.merchantId)).filter((one) => one === "attention.rest_asked")).toHaveLength(1);
  });

  it("waits for a change of its business before it holds the item", async () => {
    const merchant = await liveMerchant({ wallet: randomAddresses(9) });
    const { sql } = database();
    await updateDailyCap(merchant.member, { cap: "100" });
    const made = await partial(merchant);
    const asking = await sql.begin(async (tx) => {
      await tx`select from merchants where id = ${merchant.merchantId} for no key update`;
      const asking = outcome(requestRemaining(merchant.member, made));
      await waitForLocks(1);
      await tx`select from attention_items where id = ${made.itemId} for update nowait`;
      return [asking];
    });
    expect(await Promise.all(asking)).toEqual(["done"]);
  });

  it("that cannot be leaves everything as it was: no address, the cap, an unread chain, an archived terminal", async () => {
    const merchant = await liveMerchant({ wallet: randomAddresses(1) });
    const made = await partial(merchant);
    const refused = (code: string) => expect(requestRemaining(merchant.member, made)).rejects.toMatchObject({ code });
    await refused("api_error");
    await database().sql`update receive_addresses set rests_until = null where merchant_id = ${merchant.merchantId}`;
    await updateDailyCap(merchant.member, { cap: "5.999999" });
    await refused("daily_cap_exceeded");
    await updateDailyCap(merchant.member, { cap: "" });
    await setCursor({ passed: 500 });
    await refused("api_error");
    await setCursor();
    await archiveTerminal(merchant.member, merchant);
    await refused("conflict");
    expect(await getAttention(merchant.member, made)).toMatchObject({ resolution: null, rest: null });
    const [count] = await database().sql`
      select count(*)::int as n from payment_intents where merchant_id = ${merchant.merchantId}`;
    expect(count?.n).toBe(1);
  });

  it.each(["expired", "cancelled"] as const)("%s opens the item again, with its money, once", async (end) => {
    const merchant = await liveMerchant({ wallet: randomAddresses(9) });
    const { member } = merchant;
    const made = await partial(merchant);
    const rest = await requestRemaining(member, made);
    const { sql } = database();
    if (end === "expired") await sql.begin((tx) => moveToExpired(tx, [rest.intentId]));
    else await cancelIntent(member, { id: rest.intentId }, null);
    expect(await getAttention(member, made)).toMatchObject({
      resolution: null,
      resolvedAt: null,
      resolvedBy: null,
      actions: ["accept", "ask", "refund"],
      refundableMicros: 4_000_000n,
      rest: { intentId: rest.intentId, status: end },
    });
    expect(await countOpen(member)).toBe(1);
    const told = await sql<{ type: string; body: string }[]>`
      select type, body from events where intent_id = ${made.intentId} and type like 'attention%' order by created_at`;
    expect(told.map(({ type, body }) => [type, JSON.parse(body).item_id])).toEqual([
      ["attention.resolved", made.itemId],
      ["attention.opened", made.itemId],
    ]);
    expect(await actions(merchant.merchantId)).toContain("attention.reopened");
    const tape = timelineEntries(await paymentTimeline(member, made.intentId ?? ""));
    expect(tape.flatMap((entry) => (entry.kind === "attention" ? [[entry.event.type, entry.isAgain]] : []))).toEqual([
      ["attention.resolved", false],
      ["attention.opened", true],
    ]);
    const again = await requestRemaining(member, made);
    expect(await getAttention(member, made)).toMatchObject({ resolution: "asked", rest: { intentId: again.intentId } });
  });

  it("that is partially paid itself leaves one remaining amount, requested from its own item, for as many payments as it takes", async () => {
    const merchant = await liveMerchant({ wallet: randomAddresses(9) });
    const { member } = merchant;
    const { sql } = database();
    const receive = (intentId: string, micros: bigint) => sql`
      update payment_intents set received_micros = ${micros} where id = ${intentId}`;
    const expire = (intentId: string) => sql.begin((tx) => moveToExpired(tx, [intentId]));
    const itemOf = async (intentId: string) => {
      const [row] = await sql<[{ id: string }]>`select id from attention_items where intent_id = ${intentId}`;
      return { itemId: row.id };
    };
    const remaining = async () => {
      const { count, remainingMicros } = await totalAttention(member, ListAttentionInput.parse({}));
      return { count, remainingMicros };
    };
    const first = await partial(merchant);
    const { intentId: paidInPart } = await requestRemaining(member, first);
    await receive(paidInPart, 2_000_000n);
    await expire(paidInPart);
    const second = await itemOf(paidInPart);
    expect(await remaining()).toEqual({ count: 2, remainingMicros: 4_000_000n });
    expect(await getAttention(member, first)).toMatchObject({
      amountMicros: 0n,
      actions: ["accept", "refund"],
      refundableMicros: 4_000_000n,
      what: expect.stringMatching(/what remains is in that payment's item/),
    });
    await expect(requestRemaining(member, first)).rejects.toMatchObject({ code: "conflict" });
    // requested, unpaid, and requested again
    for (let times = 0; times < 2; times++) {
      const lapsing = await requestRemaining(member, second);
      expect(lapsing.amountMicros).toBe(4_000_000n);
      expect(await remaining()).toEqual({ count: 0, remainingMicros: 0n });
      expect(await getAttention(member, first)).toMatchObject({ resolution: "asked", rest: { intentId: paidInPart } });
      expect(await getAttention(member, second)).toMatchObject({ rest: { intentId: lapsing.intentId } });
      await expire(lapsing.intentId);
      expect(await remaining()).toEqual({ count: 2, remainingMicros: 4_000_000n });
    }
    const third = await requestRemaining(member, second);
    await receive(third.intentId, 1_000_000n);
    await expire(third.intentId);
    expect(await remaining()).toEqual({ count: 3, remainingMicros: 3_000_000n });
    const last = await requestRemaining(member, await itemOf(third.intentId));
    expect(last.amountMicros).toBe(3_000_000n);
    await sql`
      update payment_intents set status = 'paid', paid_at = now(), received_micros = amount_micros where id = ${last.intentId}`;
    expect(await remaining()).toEqual({ count: 0, remainingMicros: 0n });
  });

  it("is no deadlock with recording that a refund of it left: neither holds the address while it waits for the item", async () => {
    const merchant = await liveMerchant({ wallet: randomAddresses(9) });
    const { sql } = database();
    const made = await partial(merchant);
    const [to = ""] = randomAddresses(1);
    await prepareRefund(merchant.member, refundInput({ itemId: made.itemId, to, amount: "4" }));
    const left = {
      network: MAINNET,
      txHash: `0x${"d".repeat(64)}`,
      logIndex: 0,
      from: made.address,
      amountMicros: 4_000_000n,
      to: hexFromTron(to) as HexAddress,
      blockNumber: 1_021,
      blockHash: "0xf",
      occurredAt: new Date(),
    };
    const recording = await sql.begin(async (tx) => {
      await tx`select from attention_items where id = ${made.itemId} for no key update`;
      const recording = outcome(sql.begin((own) => recordTransfers(own, MAINNET, [left])));
      await waitForLocks(1);
      await tx`select from receive_addresses where address = ${made.address} for update nowait`;
      return [recording];
    });
    expect(await Promise.all(recording)).toEqual(["done"]);
    expect(await getAttention(merchant.member, made)).toMatchObject({ resolution: "refunded" });
  });

  it("that is paid leaves the item resolved, and what a person decided is not opened by a late end", async () => {
    const merchant = await liveMerchant({ wallet: randomAddresses(9) });
    const { member } = merchant;
    const { sql } = database();
    const [paid, decided] = [await partial(merchant), await partial(merchant)];
    const rest = await requestRemaining(member, paid);
    const address = await addressOf(rest.intentId);
    const money = { ...merchant, address, intentId: rest.intentId, amountMicros: 6_000_000n, counted: true };
    const transferId = await makeTransfer(money);
    await sql.begin((tx) => moveToPaid(tx, [{ id: rest.intentId, transferId }]));
    expect(await getAttention(member, paid)).toMatchObject({ resolution: "asked", rest: { status: "paid" } });
    const unpaid = await requestRemaining(member, decided);
    await sql.begin((tx) => moveToExpired(tx, [unpaid.intentId]));
    await acceptItem(member, { itemId: decided.itemId, note: "Paid cash." });
    await sql.begin((tx) => reopenItems(tx, [unpaid.intentId]));
    expect(await getAttention(member, decided)).toMatchObject({ resolution: "accepted", note: "Paid cash." });
  });

  it("that ends unpaid after everything was refunded leaves the item resolved, as refunded", async () => {
    const merchant = await liveMerchant({ wallet: randomAddresses(9) });
    const { member } = merchant;
    const { sql } = database();
    const [whole, part] = [await partial(merchant), await partial(merchant)];
    const [to = ""] = randomAddresses(1);
    const refund = async ({ itemId, address }: Made, amount: bigint, logIndex: number) => {
      await prepareRefund(member, refundInput({ itemId, to, amount: String(amount) }));
      const left = {
        network: MAINNET,
        txHash: `0x${"c".repeat(64)}`,
        logIndex,
        from: address,
        amountMicros: amount * 1_000_000n,
        to: hexFromTron(to) as HexAddress,
        blockNumber: 1_021,
        blockHash: "0xf",
        occurredAt: new Date(),
      };
      await sql.begin((tx) => recordTransfers(tx, MAINNET, [left]));
    };
    const rests = [await requestRemaining(member, whole), await requestRemaining(member, part)];
    await refund(whole, 4n, 0);
    await refund(part, 3n, 1);
    await sql.begin((tx) =>
      moveToExpired(
        tx,
        rests.map((rest) => rest.intentId),
      ),
    );
    expect(await getAttention(member, whole)).toMatchObject({ resolution: "refunded", actions: [] });
    expect(await getAttention(member, part)).toMatchObject({ resolution: null, refundableMicros: 1_000_000n });
    expect(await countOpen(member)).toBe(1);
    const told = await sql<{ type: string; body: string }[]>`
      select type, body from events where intent_id = ${whole.intentId} and type like 'attention%' order by created_at`;
    expect(told.map(({ type, body }) => [type, JSON.parse(body).resolution])).toEqual([
      ["attention.resolved", "asked"],
      ["attention.resolved", "refunded"],
    ]);
  });

  it("is refused while a refund of what was paid is prepared or sent, and offered again once it is cancelled", async () => {
    const merchant = await liveMerchant({ wallet: randomAddresses(9) });
    const { member } = merchant;
    const made = await partial(merchant);
    const [to = ""] = randomAddresses(1);
    const prepare = () => prepareRefund(member, refundInput({ itemId: made.itemId, to, amount: "1" }));
    const { refundId } = await prepare();
    expect(await getAttention(member, made)).toMatchObject({ actions: ["accept", "refund"] });
    await expect(requestRemaining(member, made)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringMatching(/A refund of this payment was prepared/),
    });
    await cancelRefund(member, { refundId });
    expect(await getAttention(member, made)).toMatchObject({ actions: ["accept", "ask", "refund"] });
    expect((await requestRemaining(member, made)).amountMicros).toBe(6_000_000n);
  });

  it("is refused after a refund of a payment before, whose remaining amount this one was", async () => {
    const merchant = await liveMerchant({ wallet: randomAddresses(9) });
    const { member } = merchant;
    const { sql } = database();
    const first = await partial(merchant);
    const { intentId } = await requestRemaining(member, first);
    await sql`update payment_intents set received_micros = 2000000 where id = ${intentId}`;
    await sql.begin((tx) => moveToExpired(tx, [intentId]));
    const [{ itemId }] = await sql<[{ itemId: string }]>`
      select id as "itemId" from attention_items where intent_id = ${intentId}`;
    expect((await getAttention(member, { itemId })).actions).toContain("ask");
    await prepareRefund(member, refundInput({ itemId: first.itemId, to: randomAddresses(1)[0], amount: "4" }));
    expect((await getAttention(member, { itemId })).actions).not.toContain("ask");
    await expect(requestRemaining(member, { itemId })).rejects.toMatchObject({ code: "conflict" });
  });

  it("is for part payments only", async () => {
    const merchant = await liveMerchant();
    const made = await unassigned(merchant);
    await expect(requestRemaining(merchant.member, made)).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("a refund", () => {
  const prepare = (merchant: LiveMerchant, given: object) => prepareRefund(merchant.member, refundInput(given));

  it("is prepared for an address that somebody typed, as a line for wallet-cli and the bare address", async () => {
    const merchant = await liveMerchant();
    const made = await partial(merchant);
    const [to = ""] = randomAddresses(1);
    const refund = await prepare(merchant, { itemId: made.itemId, to: ` ${to} `, amount: "2.5" });
    const from = tronFromHex(made.address);
    expect(refund).toEqual({
      refundId: expect.any(String),
      from,
      to,
      amountMicros: 2_500_000n,
      amount: "2.5",
      payTo: to,
      command: `TriggerContract ${from} ${USDT} transfer(address,uint256) "${to}",2500000 false 30000000 0 0 #`,
    });
    const found = await getAttention(merchant.member, made);
    expect(found).toMatchObject({ resolution: null, refundableMicros: 1_500_000n });
    expect(found.refunds).toMatchObject([{ state: "waiting", to, amountMicros: 2_500_000n, command: refund.command }]);
    expect(await actions(merchant.merchantId)).toContain("refund.prepared");
  });

  it("is never for more than arrived, whoever prepares at the same time, and again after one was withdrawn", async () => {
    const merchant = await liveMerchant();
    const made = await partial(merchant);
    const [to = ""] = randomAddresses(1);
    const one = (amount: string) => prepare(merchant, { itemId: made.itemId, to, amount });
    await expect(one("4.000001")).rejects.toMatchObject({ code: "invalid_request", extra: { field: "amount" } });
    const raced = await Promise.allSettled(Array.from({ length: 20 }, () => one("1")));
    const done = raced.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    expect(done).toHaveLength(4);
    await expect(one("0.000001")).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringMatching(/nothing left/),
    });
    const refundId = done[0]?.refundId ?? "";
    const withdrawn = await Promise.all(
      Array.from({ length: 5 }, () => outcome(cancelRefund(merchant.member, { refundId }))),
    );
    expect(withdrawn.toSorted()).toEqual(["conflict", "conflict", "conflict", "conflict", "done"]);
    await expect(one("1.000001")).rejects.toMatchObject({ code: "invalid_request" });
    expect(await one("1")).toMatchObject({ amountMicros: 1_000_000n });
  });

  it.each([
    ["no address", "somewhere", /valid TRON address/],
    ["a wrong checksum", "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdJ", /valid TRON address/],
    ["hexadecimal", "0xa614f803b6fd780986a42c78ec9c7f77e6ded13c", /valid TRON address/],
    ["the token's contract", USDT, /lost/],
    ["the zero address", "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb", /lost/],
  ])("to %s is refused", async (_, to, words) => {
    const merchant = await liveMerchant();
    const made = await unassigned(merchant);
    await expect(prepare(merchant, { itemId: made.itemId, to, amount: "1" })).rejects.toMatchObject({
      code: "invalid_request",
      message: expect.stringMatching(words),
      extra: { field: "to" },
    });
  });

  it("to one's own receiving address is refused, and to another business's is like any, so that it isn't told", async () => {
    const [merchant, other] = [await liveMerchant(), await liveMerchant()];
    const made = await unassigned(merchant);
    const refund = (to: string | undefined) => prepare(merchant, { itemId: made.itemId, to, amount: "1" });
    await expect(refund(merchant.addresses[1])).rejects.toMatchObject({
      code: "invalid_request",
      extra: { field: "to" },
    });
    for (const to of [other.addresses[0], randomAddresses(1)[0]]) {
      expect(await refund(to)).toMatchObject({ to, amountMicros: 1_000_000n });
    }
  });

  it("of money on a former network is neither offered nor prepared, since it would be paid with this network's", async () => {
    const merchant = await liveMerchant();
    const { member } = merchant;
    const { network } = member.settings;
    const onNile = { ...member, settings: { ...member.settings, network: network && { ...network, id: "tron-nile" } } };
    const [to = ""] = randomAddresses(1);
    for (const made of [await partial(merchant), await unassigned(merchant)]) {
      await acceptItem(member, AcceptInput.parse({ itemId: made.itemId, note: "A test." }));
      expect(await getAttention(member, made)).toMatchObject({ actions: ["refund"] });
      expect(await getAttention(onNile, made)).toMatchObject({
        actions: [],
        refundableMicros: 0n,
        suggestedMicros: 0n,
        address: tronFromHex(made.address),
      });
      await expect(prepareRefund(onNile, refundInput({ itemId: made.itemId, to, amount: "1" }))).rejects.toMatchObject({
        code: "conflict",
        message: expect.stringMatching(/another network/),
      });
    }
  });

  /** The balance that the chain has from then on; the ledger keeps what it knows. */
  const readBalance = (address: HexAddress, micros: bigint, ago = "0 hours") => database().sql`
    update receive_addresses set balance_micros = ${micros}, balance_at = now() - ${ago}::interval where address = ${address}`;

  it("of money that a sweep took is refused: a sweep takes what a resolved item brought", async () => {
    const merchant = await liveMerchant();
    const { itemId, address } = await unassigned(merchant);
    await setKnownBalance([address], 7_000_000n);
    await acceptItem(merchant.member, { itemId, note: "Delivered." });
    const [to = "", customer = ""] = randomAddresses(2);
    const { rows } = await planSweep(merchant.member, SweepInput.parse({ to, threshold: "1" }));
    expect(rows).toMatchObject([{ from: tronFromHex(address), amountMicros: 6_999_999n }]);
    const swept = {
      network: MAINNET,
      txHash: randomTxHash(),
      logIndex: 0,
      from: address,
      amountMicros: 6_999_999n,
      to: hexFromTron(to) as HexAddress,
      blockNumber: 1_021,
      blockHash: "0xf",
      occurredAt: new Date(),
    };
    await database().sql.begin((tx) => recordTransfers(tx, MAINNET, [swept]));
    await readBalance(address, 1n);
    expect(await getAttention(merchant.member, { itemId })).toMatchObject({
      refundableMicros: 7_000_000n,
      payableMicros: 1n,
    });
    await expect(prepare(merchant, { itemId, to: customer, amount: "7" })).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringMatching(
        /^Only 0\.000001 USDT is left at the address, .*Set a refund wallet under Settlement/,
      ),
    });
    expect((await getAttention(merchant.member, { itemId })).refunds).toEqual([]);
    expect(await prepare(merchant, { itemId, to: customer, amount: "0.000001" })).toMatchObject({ amountMicros: 1n });
  });

  it.each<[string, (address: HexAddress) => Promise<unknown>]>([
    ["was never read", async () => {}],
    [
      "was read before the last recorded transfer",
      (address) => database().sql`
      update receive_addresses set balance_micros = 0, balance_at = null where address = ${address}`,
    ],
    ["was read days ago", (address) => readBalance(address, 0n, "49 hours")],
    [
      "was read and never compared",
      async (address) => {
        await readBalance(address, 0n);
        await database().sql`update address_ledgers set opening_micros = null where address = ${address}`;
      },
    ],
    [
      "is lower than the ledger says, since a transfer that left isn't recorded yet",
      (address) => readBalance(address, 0n),
    ],
  ])("is prepared where the balance isn't known: it %s", async (what, make) => {
    const merchant = await liveMerchant();
    const { itemId, address } = await unassigned(merchant);
    if (!what.includes("never read")) await setKnownBalance([address], 7_000_000n);
    await make(address);
    const [to = ""] = randomAddresses(1);
    expect(await prepare(merchant, { itemId, to, amount: "7" })).toMatchObject({ amountMicros: 7_000_000n });
    expect(await getAttention(merchant.member, { itemId })).toMatchObject({
      refunds: [{ shortfall: null, command: expect.stringContaining("TriggerContract") }],
    });
  });

  it("is seen when it leaves, settles its item, and cannot be withdrawn any more", async () => {
    const merchant = await liveMerchant();
    const made = await unassigned(merchant);
    const [to = ""] = randomAddresses(1);
    const { refundId } = await prepare(merchant, { itemId: made.itemId, to, amount: "7" });
    const left = {
      network: MAINNET,
      txHash: `0x${"f".repeat(64)}`,
      logIndex: 0,
      from: made.address,
      amountMicros: 7_000_000n,
      to: hexFromTron(to) as HexAddress,
      blockNumber: 1_021,
      blockHash: "0xf",
      occurredAt: new Date(),
    };
    await database().sql.begin((tx) => recordTransfers(tx, MAINNET, [left]));
    await expect(cancelRefund(merchant.member, { refundId })).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringMatching(/already sent/),
    });
    expect(await getAttention(merchant.member, made)).toMatchObject({
      resolution: "refunded",
      refundableMicros: 0n,
      actions: [],
      refunds: [{ state: "left", txHash: left.txHash, command: null }],
    });
  });
});

describe("a refund that someone cancels while another person sends it from their own wallet", () => {
  const MINUTE_MS = 60_000;

  const preparedAtBlock = (refundId: string, block: number) =>
    database().sql`update refunds set head_block = ${block} where id = ${refundId}`;

  /** A cancelled refund of seven, and the transfer that leaves so long after the cancellation; negative: before it. */
  async function sentBeside({ afterMs = -30_000, preparedAt = 1_020 } = {}) {
    const merchant = await liveMerchant();
    const { itemId, address } = await unassigned(merchant);
    const [to = ""] = randomAddresses(1);
    const { refundId } = await prepareRefund(merchant.member, refundInput({ itemId, to, amount: "7" }));
    await cancelRefund(merchant.member, { refundId });
    await preparedAtBlock(refundId, preparedAt);
    const leave = () =>
      database().sql.begin((tx) =>
        recordTransfers(tx, MAINNET, [
          {
            network: MAINNET,
            txHash: `0x${randomUUID().replaceAll("-", "").padEnd(64, "c")}`,
            logIndex: 0,
            from: address,
            to: hexFromTron(to) as HexAddress,
            amountMicros: 7_000_000n,
            blockNumber: 1_025,
            blockHash: "0xf",
            occurredAt: new Date(Date.now() + afterMs),
          },
        ]),
      );
    return { merchant, itemId, refundId, to, leave, seen: () => getAttention(merchant.member, { itemId }) };
  }

  it("has left: its item is settled, and nothing can be refunded again", async () => {
    const { merchant, itemId, refundId, to, leave, seen } = await sentBeside();
    expect(await seen()).toMatchObject({ refundableMicros: 7_000_000n, refunds: [{ state: "withdrawn" }] });
    await leave();
    expect(await seen()).toMatchObject({
      resolution: "refunded",
      refundableMicros: 0n,
      actions: [],
      refunds: [{ id: refundId, state: "left", txHash: expect.stringMatching(/^0x/) }],
    });
    await expect(prepareRefund(merchant.member, refundInput({ itemId, to, amount: "7" }))).rejects.toMatchObject({
      code: "conflict",
    });
  });

  it("has left beside a refund prepared after it, which stays to be cancelled", async () => {
    const { merchant, itemId, to, leave, seen } = await sentBeside();
    const second = await prepareRefund(merchant.member, refundInput({ itemId, to, amount: "7" }));
    await preparedAtBlock(second.refundId, 1_030);
    await leave();
    expect(await seen()).toMatchObject({
      resolution: null,
      refundableMicros: 0n,
      refunds: [{ state: "left" }, { state: "waiting" }],
    });
  });

  it("can't be cancelled while the chain isn't read", async () => {
    const merchant = await liveMerchant();
    const { itemId } = await unassigned(merchant);
    const given = refundInput({ itemId, to: randomAddresses(1)[0], amount: "7" });
    const { refundId } = await prepareRefund(merchant.member, given);
    const { sql } = database();
    const unread = [
      () => setCursor({ passed: 600 }),
      () => sql`delete from chain_cursors where network = ${MAINNET}`,
      async () => {
        await setCursor();
        await sql`insert into chain_alarms (network, kind, message) values (${MAINNET}, 'fork', 'A block has changed.')`;
      },
    ];
    for (const happen of unread) {
      await happen();
      await expect(cancelRefund(merchant.member, { refundId })).rejects.toMatchObject({
        code: "conflict",
        message: expect.stringMatching(/isn't reading the blockchain/),
      });
    }
    await sql`delete from chain_alarms where kind = 'fork'`;
    await cancelRefund(merchant.member, { refundId });
  });

  it.each([
    { what: "long after the cancellation", given: { afterMs: 3 * MINUTE_MS } },
    { what: "before the refund was prepared", given: { preparedAt: 1_030 } },
  ])("is another transfer, if it leaves $what", async ({ given }) => {
    const { leave, seen } = await sentBeside(given);
    await leave();
    expect(await seen()).toMatchObject({ resolution: null, refunds: [{ state: "withdrawn" }] });
  });
});

describe("a sweep", () => {
  const FULL = 20_000_000n;

  /** The plan for a merchant whose addresses hold twenty each and wait for nobody. */
  async function sweepOf(merchant: LiveMerchant) {
    await setKnownBalance(
      merchant.addresses.map((address) => hexFromTron(address) as HexAddress),
      FULL,
    );
    const plan = await planSweep(merchant.member, SweepInput.parse({ to: randomAddresses(1)[0], threshold: "1" }));
    return {
      plan,
      from: (address: HexAddress) => plan.rows.find((row) => row.from === tronFromHex(address))?.amountMicros,
    };
  }

  it("leaves the money of open items and of prepared refunds where it is, and says so", async () => {
    const merchant = await liveMerchant({ wallet: randomAddresses(4) });
    const part = await partial(merchant);
    const made = await unassigned(merchant, 7_000_000n, part.address);
    expect(await sweepOf(merchant)).toMatchObject({
      plan: { reserved: { micros: 11_000_000n, refunds: 0, items: 2 } },
    });
    const [to = ""] = randomAddresses(1);
    await prepareRefund(merchant.member, refundInput({ itemId: made.itemId, to, amount: "7" }));
    await acceptItem(merchant.member, { itemId: made.itemId, note: "A refund is prepared." });
    const { plan, from } = await sweepOf(merchant);
    expect(plan.reserved).toEqual({ micros: 11_000_000n, refunds: 1, items: 1 });
    expect([from(made.address), from(part.address)]).toEqual([12_999_999n, 15_999_999n]);
    expect(plan.totalMicros + plan.leftMicros).toBe(4n * FULL);
  });

  it("leaves nothing back once the refund has left, was withdrawn, or the item was accepted", async () => {
    const merchant = await liveMerchant({ wallet: randomAddresses(3) });
    const made = await unassigned(merchant);
    const [to = ""] = randomAddresses(1);
    const prepare = (amount: string) =>
      prepareRefund(merchant.member, refundInput({ itemId: made.itemId, to, amount }));
    const { refundId } = await prepare("3");
    await cancelRefund(merchant.member, { refundId });
    await prepare("5");
    const left = {
      network: MAINNET,
      txHash: `0x${"e".repeat(64)}`,
      logIndex: 0,
      from: made.address,
      amountMicros: 5_000_000n,
      to: hexFromTron(to) as HexAddress,
      blockNumber: 1_021,
      blockHash: "0xf",
      occurredAt: new Date(),
    };
    expect((await sweepOf(merchant)).from(made.address)).toBe(12_999_999n);
    await database().sql.begin((tx) => recordTransfers(tx, MAINNET, [left]));
    const { plan, from } = await sweepOf(merchant);
    expect([from(made.address), plan.reserved]).toEqual([FULL - 1n, null]);
  });

  it("takes what is recorded beside a transfer that nodes disagree about, whether that arrived or not", async () => {
    const merchant = await liveMerchant({ wallet: randomAddresses(3) });
    await disputed(merchant);
    const address = hexFromTron(merchant.addresses[0] ?? "") as HexAddress;
    const { from } = await sweepOf(merchant);
    expect(from(address)).toBeUndefined();
    const { sql } = database();
    await sql`update receive_addresses set balance_micros = ${FULL + 2_000_000_000n} where address = ${address}`;
    const input = SweepInput.parse({ to: randomAddresses(1)[0], threshold: "1" });
    const { rows, reserved } = await planSweep(merchant.member, input);
    expect(rows.find((row) => row.from === tronFromHex(address))?.amountMicros).toBe(FULL - 1n);
    expect(reserved).toEqual({ micros: 2_000_000_000n, refunds: 0, items: 1 });
  });

  it("waits for the payment of the remaining amount too: should it end unpaid, the item is open again", async () => {
    const merchant = await liveMerchant({ wallet: randomAddresses(3) });
    const part = await partial(merchant);
    await requestRemaining(merchant.member, part);
    expect(await sweepOf(merchant)).toMatchObject({ plan: { reserved: { micros: 4_000_000n, refunds: 0, items: 1 } } });
  });

  it("waits for a second such payment with the money of all payments before it", async () => {
    const merchant = await liveMerchant({ wallet: randomAddresses(9) });
    const { member } = merchant;
    const first = await partial(merchant);
    const { intentId } = await requestRemaining(member, first);
    const { sql } = database();
    await sql`update payment_intents set received_micros = 2000000 where id = ${intentId}`;
    await sql.begin((tx) => moveToExpired(tx, [intentId]));
    const [second] = await sql<
      [{ itemId: string }]
    >`select id as "itemId" from attention_items where intent_id = ${intentId}`;
    await requestRemaining(member, second);
    expect(await countOpen(member)).toBe(0);
    const { plan, from } = await sweepOf(merchant);
    expect(plan.reserved).toEqual({ micros: 6_000_000n, refunds: 0, items: 2 });
    expect(from(first.address)).toBe(15_999_999n);
  });
});

it("every verb is the matter of owners and managers, and of no terminal", async () => {
  const merchant = await liveMerchant();
  const made = await unassigned(merchant);
  const manager = await memberContext(merchant, { role: "manager", environment: "live" });
  await acceptItem(manager, { itemId: made.itemId, note: "Seen." });
  expect(await countOpen(manager)).toBe(0);
});
