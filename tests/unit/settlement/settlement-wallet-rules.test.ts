import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type HexAddress, hexFromTron } from "@/lib/base/tron/address";
import { transferCommand } from "@/lib/base/tron/command-lines";
import { type Cursor, judgeWatcher } from "@/lib/chain/nodes/health";
import {
  addressesFor,
  capacityText,
  getCapacity,
  POOL_LABELS,
  poolParts,
  poolText,
  poolUse,
} from "@/lib/chain/wallets/capacity";
import { COOLDOWNS, cooldownSeconds, MIN_COOLDOWN_SECONDS } from "@/lib/chain/wallets/cooldown";
import { GRACE_SECONDS, wasInTime } from "@/lib/payments/attention/was-in-time";
import { whatHappened } from "@/lib/payments/attention/what-happened";
import { ON_TIME_GRACE_SECONDS } from "@/lib/payments/intents/state";
import { walletHelp, walletMessages } from "@/lib/service/messages/en/wallet";
import { formatCost, sweepPlan } from "@/lib/settlement/funds/sweep";

const NOW = new Date("2026-03-01T12:00:00.000Z");
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);

describe("the watcher", () => {
  const clockToleranceMs = 30_000;
  const cursor = (passed: number, finalized: number, clocks: Partial<Cursor> = {}): Cursor => ({
    blockNumber: 1,
    finalizedNumber: 2,
    headNumber: 20,
    provider: "node.example",
    failure: null,
    failures: 0,
    blockTime: ago(finalized + 6),
    passedAt: ago(passed),
    finalizedTime: ago(finalized),
    headTime: ago(passed),
    clockSkewSeconds: null,
    ...clocks,
  });

  it.each([
    ["all is well", cursor(0, 57), false, null],
    ["the pass is as late as it may be", cursor(180, 57), false, null],
    ["the pass is later", cursor(180.001, 57), false, "passes_late"],
    ["the chain is as late as it may be", cursor(0, 300), false, null],
    ["the chain is later", cursor(0, 300.001), false, "chain_late"],
    ["both are late", cursor(181, 301), false, "passes_late"],
    ["nothing was read yet", null, false, "never_ran"],
    ["a final block changed", cursor(0, 57), true, "fork"],
    ["the database's clock is ahead", cursor(0, 301, { clockSkewSeconds: -244 }), false, "clock_skew"],
    ["the database's clock is behind", cursor(0, 57, { clockSkewSeconds: 31 }), false, "clock_skew"],
    ["that clock was put back by a minute since the last pass", cursor(-60, -3), false, "clock_skew"],
    ["the newest block is from the future by no more than is tolerated", cursor(-30, 27), false, null],
  ] as const)("when %s", (_, given, isForked, reason) => {
    const health = judgeWatcher({ cursor: given, isForked, now: NOW, idleMs: 60_000, clockToleranceMs });
    expect([health.isHealthy, health.reason, health.reasonText === null]).toEqual([
      reason === null,
      reason,
      reason === null,
    ]);
  });

  it("is as far behind as the last block in the books is old", () => {
    const lag = (given: Cursor | null) =>
      judgeWatcher({ cursor: given, isForked: false, now: NOW, idleMs: 1, clockToleranceMs }).lagSeconds;
    expect([lag(cursor(0, 57)), lag(cursor(0, -60)), lag(null)]).toEqual([63, 0, null]);
  });
});

const TOKEN = hexFromTron("TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t") as HexAddress;
const [FROM, SECOND, TO] = [
  "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH",
  "TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK",
  "TYJPRrdB5APNeRs4R7fYZSwW3TcrTKw2gx",
].map((one) => hexFromTron(one) as HexAddress) as [HexAddress, HexAddress, HexAddress];

it("a transfer is one line of wallet-cli", () => {
  expect(transferCommand({ token: TOKEN, from: FROM, to: TO, amountMicros: 12_500_000n })).toBe(
    'TriggerContract TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t transfer(address,uint256) "TYJPRrdB5APNeRs4R7fYZSwW3TcrTKw2gx",12500000 false 30000000 0 0 #',
  );
});

describe("a sweep", () => {
  const plan = (balances: bigint[], more: { isToFunded?: boolean; thresholdMicros?: bigint; to?: HexAddress } = {}) =>
    sweepPlan({
      token: TOKEN,
      to: TO,
      isToFunded: true,
      thresholdMicros: 10_000_000n,
      ...more,
      addresses: balances.map((balanceMicros, i) => ({ address: [FROM, SECOND][i] ?? FROM, balanceMicros })),
    });

  it.each([
    ["nothing", [], {}, [], 0n, 0],
    ["what is below the threshold stays", [9_999_999n, 10_000_000n], {}, [9_999_999n], 10_000_000n, 64_285],
    ["a millionth stays at each", [50_000_000n, 70_000_000n], {}, [49_999_999n, 69_999_999n], 2n, 128_570],
    [
      "the first to an empty one costs more",
      [50_000_000n, 70_000_000n],
      { isToFunded: false },
      [49_999_999n, 69_999_999n],
      2n,
      194_570,
    ],
    ["a bare millionth is never sent", [1n, 2n], { thresholdMicros: 0n }, [1n], 2n, 64_285],
    ["nothing is sent to itself", [50_000_000n], { to: FROM }, [], 50_000_000n, 0],
  ] as const)("%s", (_, balances, more, amounts, leftMicros, energy) => {
    const made = plan([...balances], more);
    expect(made.rows.map((row) => row.amountMicros)).toEqual(amounts);
    expect([made.leftMicros, made.energy, made.lines.length]).toEqual([leftMicros, energy, amounts.length]);
    expect(made.totalMicros + made.leftMicros).toBe(balances.reduce((sum, one) => sum + one, 0n));
  });

  it("says what it would burn, and what it assumes", () => {
    const made = plan([50_000_000n, 70_000_000n]);
    expect(made.estimateTrx).toBe("13.547");
    expect(formatCost(made)).toMatch(
      /13\.547 TRX .* 2 transfers: 128,570 energy at 100 sun .* may change these prices/,
    );
    const many = plan(Array.from({ length: 200 }, () => 50_000_000n));
    expect(many.estimateTrx).toBe("1,354.70");
    expect(formatCost(many)).toContain("1,354.70 TRX");
    expect(formatCost(plan([]))).toBe("Nothing to transfer, so no fee.");
    const dear = sweepPlan({
      token: TOKEN,
      to: TO,
      isToFunded: true,
      thresholdMicros: 0n,
      sunPerEnergy: 210,
      addresses: [{ address: FROM, balanceMicros: 5n }],
    });
    expect(dear.estimateSun).toBe(64_285n * 210n + 345_000n);
    const unused = sweepPlan({
      token: TOKEN,
      to: TO,
      isToFunded: true,
      thresholdMicros: 10n,
      addresses: [
        { address: FROM, balanceMicros: 50n, isUnused: true },
        { address: SECOND, balanceMicros: 5n, isUnused: true },
      ],
    });
    expect(unused.estimateSun).toBe(64_285n * 100n + 345_000n + 1_100_000n);
    expect(formatCost(unused)).toMatch(/It includes 1\.1 TRX for 1 address that may have no account yet/);
  });
});

describe("what happened", () => {
  const intent = { amountMicros: 10_000_000n, receivedMicros: 4_000_000n, expiresAt: ago(7_200) };
  const secondsLate = (seconds: number) => new Date(intent.expiresAt.getTime() + seconds * 1_000);

  it.each([
    ["partial", 6_000_000n, null, "The payment expired with 4.00 of 10.00 USDT received. Remaining: 6.00 USDT."],
    ["over", 1_000_000n, null, "The customer sent 4.00 USDT for 10.00 USDT due. Overpaid by 1.00 USDT."],
    ["late", 1_000_000n, secondsLate(61), /1\.00 USDT arrived after the payment expired, /],
    ["late", 1_000_000n, secondsLate(600), /arrived 10 minutes after the payment expired/],
    ["late", 1_000_000n, secondsLate(10_800), /arrived 3 hours after/],
    ["late", 1_000_000n, secondsLate(864_000), /arrived 10 days after/],
    ["after_cancel", 1_000_000n, null, /after the payment was cancelled/],
    ["after_paid", 1_000_000n, null, /after the payment was paid in full/],
    ["unassigned", 1_000_000n, null, /at an address that no payment was using/],
    ["disputed", 1_000_000n, null, /Two nodes disagree about a transfer of 1\.00 USDT/],
    ["unreadable", 1_000_000n, null, /A transfer of 1\.00 USDT .* isn't recorded/],
    ["unreadable", 0n, null, /A transaction that may have moved USDT/],
  ] as const)("%s", (kind, amountMicros, occurredAt, words) => {
    const said = whatHappened({ kind, amountMicros, intent, occurredAt });
    expect(said).toEqual(typeof words === "string" ? words : expect.stringMatching(words));
  });
});

describe("what happened to money that came after the expiry, or was found after it", () => {
  const expiresAt = ago(7_200);
  const about = { intent: { amountMicros: 10_000_000n, receivedMicros: 4_000_000n, expiresAt }, occurredAt: expiresAt };

  it.each([
    [
      { kind: "late", amountMicros: 6_000_000n, wasInTime: true },
      /^Found late, was in time: 6\.00 USDT arrived before/,
    ],
    [
      { kind: "partial", amountMicros: 0n, lateMicros: 6_000_000n },
      /4\.00 of 10\.00 USDT received\. 6\.00 USDT more arrived after that, .* Nothing remains\.$/,
    ],
    [
      { kind: "partial", amountMicros: 1_000_000n, lateMicros: 5_000_000n, wasInTime: true },
      /Found late, was in time: 5\.00 USDT more arrived before that.* Remaining: 1\.00 USDT\.$/,
    ],
    [
      { kind: "unreadable", amountMicros: 6_000_000n, isHidden: true },
      /address holds 6\.00 USDT more than is recorded/,
    ],
  ] as const)("%o", (state, words) => {
    expect(whatHappened({ ...about, ...state })).toMatch(words);
  });

  it("goes by the rule that payments are applied by, and only for what is on the chain", () => {
    expect(GRACE_SECONDS).toBe(ON_TIME_GRACE_SECONDS);
    const after = (seconds: number) => new Date(expiresAt.getTime() + seconds * 1_000);
    const at = (seconds: number, blockNumber: number | null = 1) => ({ occurredAt: after(seconds), blockNumber });
    expect([at(-1), at(60), at(61), at(-1, null)].map((one) => wasInTime(expiresAt, one))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe("what a page says of a dispute", () => {
  const about = { kind: "disputed", amountMicros: 1_000_000n, intent: null, occurredAt: null } as const;

  it.each([
    [{ isHeld: true }, /It will count once a second node confirms it/],
    [{ resolution: null }, /It will count once both confirm it/],
    [{ resolution: "accepted" }, /It wasn't recorded/],
  ] as const)("%o", (state, words) => {
    expect(whatHappened({ ...about, ...state })).toMatch(words);
  });
});

describe("the capacity of a list", () => {
  it.each([
    [6, 1_800, 6],
    [7, 1_800, 7],
    [1, 1_800, 1],
    [6, 300, 10],
    [40, 3_600, 26],
    [1, 86_400, 0],
    [0, 1_800, 0],
  ])("%i addresses, payments of %i s: %i an hour", (addresses, lifeSeconds, perHour) => {
    expect(getCapacity({ addresses, lifeSeconds, neverReuse: false })).toEqual({ atOnce: addresses, perHour });
  });

  it("is in all, where no address is used twice", () => {
    const once = getCapacity({ addresses: 6, lifeSeconds: 1_800, neverReuse: true });
    expect([once, capacityText(once)]).toEqual([{ atOnce: 6, perHour: null }, "6 payments in total, one per address"]);
  });

  it.each([
    ["nothing in use", 6, 6, 6, false, false],
    ["four of six in use", 6, 2, 2, false, false],
    ["five of six", 6, 1, 1, true, false],
    ["two of three: the next payment takes the last one", 3, 1, 1, true, false],
    ["half of two", 2, 1, 1, true, false],
    ["a single one that is free", 1, 1, 1, false, false],
    ["all resting, and four rested enough", 6, 0, 4, true, false],
    ["all in use", 6, 0, 0, true, true],
    ["none at all", 0, 0, 0, true, true],
  ])("warns before it runs out: %s", (_, usable, free, available, isLow, isEmpty) => {
    expect(poolUse({ kind: "list", usable, free, available })).toMatchObject({ isLow, isEmpty });
    expect(poolUse({ kind: "xpub", usable, free, available })).toEqual({ use: null, isLow: false, isEmpty: false });
  });
});

describe("the sentences about a pool", () => {
  const counts = { free: 2, leased: 7, resting: 3, reserve: 1, used: 0, frozen: 1, differs: 1 };

  it("count every address once, in the words of the bar", () => {
    const parts = poolParts(counts);
    expect(parts.reduce((sum, { count }) => sum + count, 0)).toBe(14);
    expect(poolText(counts)).toBe(
      "2 of 14 addresses are available (7 in use, 2 in cooldown, 1 reusable if needed, 1 frozen by the issuer, 1 to check).",
    );
    for (const { part, count } of parts.filter((each) => each.count > 0))
      expect(poolText(counts)).toContain(part === "free" ? `${count} of` : `${count} ${POOL_LABELS[part]}`);
  });

  it.each([
    [{ free: 1 }, "1 of 1 address is available."],
    [{ free: 0, leased: 6 }, "0 of 6 addresses are available (6 in use)."],
    [{ free: 1, leased: 4, resting: 1 }, "1 of 6 addresses is available (4 in use, 1 in cooldown)."],
  ])("%o", (some, text) => {
    const none = { leased: 0, resting: 0, reserve: 0, used: 0, frozen: 0, differs: 0 };
    expect(poolText({ ...none, ...some })).toBe(text);
  });

  it("say that a pool is empty only where none is available or reusable", () => {
    const none = { free: 0, leased: 4, resting: 2, used: 0, frozen: 0, differs: 0 };
    for (const reserve of [0, 1, 2]) {
      const { isEmpty } = poolUse({ kind: "list", usable: 6, free: 0, available: reserve });
      expect(isEmpty).toBe(!poolText({ ...none, reserve }).includes(POOL_LABELS.reserve));
    }
  });
});

describe("the sentences about cooldowns and capacity", () => {
  const guide = readFileSync("docs/settlement.md", "utf8").replaceAll(/\s+/g, " ");

  it("have the lengths of the rule", () => {
    expect(COOLDOWNS).toEqual({ paid: "1 hour", unpaid: "24 hours", minimum: "30 minutes" });
    expect([cooldownSeconds(true), cooldownSeconds(false), MIN_COOLDOWN_SECONDS]).toEqual([3_600, 86_400, 1_800]);
    const { description, empty } = walletMessages.pool;
    expect(description).toContain(`for ${COOLDOWNS.paid} if it was paid and ${COOLDOWNS.unpaid} if not`);
    expect(description).toContain(`${COOLDOWNS.minimum} is enough`);
    expect(empty.text).toContain(COOLDOWNS.minimum);
  });

  it("are the same in the guide", () => {
    expect(guide).toContain(`cools down for ${COOLDOWNS.paid}, or for ${COOLDOWNS.unpaid} if the payment wasn't paid`);
    expect(guide).toContain(`a cooldown of ${COOLDOWNS.minimum} is enough`);
    expect(guide).toContain(`(payment lifetime + ${COOLDOWNS.minimum})`);
  });

  it("recommend as many addresses as carry the payments", () => {
    const wanted = { perHour: 30, lifeSeconds: 1_800 };
    const addresses = addressesFor(wanted);
    expect(getCapacity({ ...wanted, addresses, neverReuse: false }).perHour).toBe(30);
    expect(getCapacity({ ...wanted, addresses: addresses - 1, neverReuse: false }).perHour).toBeLessThan(30);
    expect(walletHelp.howMany).toContain(`use at least ${addresses}.`);
    expect(guide).toContain(`needs at least ${addresses} addresses`);
  });
});
