import { describe, expect, it } from "vitest";
import { growBlockRange, halveBlockRange, MAX_BLOCK_RANGE } from "@/lib/chain/nodes/block-range";
import { finalNumber } from "@/lib/chain/nodes/finality";
import { RpcError } from "@/lib/chain/nodes/rpc-error";
import { firstSince } from "@/lib/chain/nodes/scan";
import { cooldownSeconds, MIN_COOLDOWN_SECONDS } from "@/lib/chain/wallets/cooldown";
import { uncountedKind } from "@/lib/payments/intents/state";
import { attributeTransfer } from "@/lib/settlement/ledger/attribute-transfer";
import { needsAgreement } from "@/lib/settlement/ledger/needs-agreement";

describe("whose a transfer is", () => {
  const leases = [
    { intentId: "first", afterBlock: 1_000 },
    { intentId: "second", afterBlock: 2_000 },
  ];

  it.each([
    ["long before the first lease", 1, null],
    ["in the newest block at the first lease", 1_000, null],
    ["in the very next block", 1_001, "first"],
    ["after it ended, in the newest block at the next lease", 2_000, "first"],
    ["in the block after that", 2_001, "second"],
    ["long after", 9_000, "second"],
  ])("%s", (_when, block, whose) => {
    expect(attributeTransfer(leases, block)?.intentId ?? null).toBe(whose);
  });

  it("the later one's, where the chain stood still between two leases", () => {
    const leases = ["first", "second"].map((intentId) => ({ intentId, afterBlock: 1_000 }));
    expect([1_000, 1_001].map((block) => attributeTransfer(leases, block)?.intentId)).toEqual([undefined, "second"]);
  });

  it("nobody's, where nothing was ever leased", () => {
    expect(attributeTransfer([], 1_000)).toBeNull();
  });
});

describe("rest of an address", () => {
  it("is an hour after a payment, a day without one, and half an hour at the least", () => {
    expect([cooldownSeconds(true), cooldownSeconds(false), MIN_COOLDOWN_SECONDS]).toEqual([3_600, 86_400, 1_800]);
  });
});

describe("what a second provider must confirm", () => {
  const to = (address: string, amountMicros: bigint) => ({ to: address, amountMicros });
  const none = new Map<string, bigint>();

  it.each([
    ["nothing below the threshold", [to("a", 999n)], none, []],
    ["from the threshold up", [to("a", 1_000n), to("b", 999n)], none, [0]],
    ["several to one address that reach it together", [to("a", 400n), to("b", 400n), to("a", 600n)], none, [0, 2]],
    ["what reaches it with money from before", [to("a", 1n), to("b", 1n)], new Map([["a", 999n]]), [0]],
  ])("%s", (_what, transfers, received, wanted) => {
    expect(needsAgreement(transfers, received, 1_000n)).toEqual(wanted.map((index) => transfers[index]));
  });

  it("everything, with a threshold of nothing", () => {
    expect(needsAgreement([to("a", 1n)], none, 0n)).toHaveLength(1);
  });
});

describe("how far one question reaches", () => {
  it("is halved down to one block and grows back slowly, never beyond the limit", () => {
    const limits = { blocks: MAX_BLOCK_RANGE };
    let halved = 0;
    while (halveBlockRange(limits)) halved++;
    expect([limits.blocks, halved]).toEqual([1, 13]);
    growBlockRange(limits);
    expect(limits.blocks).toBe(2);
    for (let n = 0; n < 100; n++) growBlockRange(limits);
    expect(limits.blocks).toBe(MAX_BLOCK_RANGE);
  });
});

it("the first block of ours is found among any number of addresses", () => {
  const many = Array.from({ length: 200_000 }, (_, n) => ({ since: 200_000 - n }));
  expect([firstSince(many), firstSince([])]).toEqual([1, Number.POSITIVE_INFINITY]);
});

describe("the last final block", () => {
  const block = { number: 100, hash: "0x", time: new Date(0) };
  it("is the node's word, else 27 below the head, and never a guess after another error", () => {
    expect(finalNumber({ value: block }, 200)).toBe(100);
    expect(finalNumber({ error: new RpcError("no_finalized_tag", "") }, 200)).toBe(173);
    expect(finalNumber({ error: new RpcError("no_finalized_tag", "") }, 5)).toBe(0);
    expect(() => finalNumber({ error: new RpcError("unavailable", "away") }, 200)).toThrow("away");
  });
});

describe("what did not count", () => {
  it.each([
    ["pending", "late"],
    ["expired", "late"],
    ["cancelled", "after_cancel"],
    ["paid", "after_paid"],
  ] as const)("money for an intent that is %s needs a person as %s", (status, kind) => {
    expect(uncountedKind(status)).toBe(kind);
  });
});
