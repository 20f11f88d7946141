import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type Environment, publicContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { archiveTerminal, restoreTerminal } from "@/lib/business/terminals/archive";
import { createTerminal } from "@/lib/business/terminals/create";
import { simulatePayment } from "@/lib/payments/intents/simulate";
import { cancelAtTerminal } from "@/lib/payments/pos/cancel";
import { changeShift } from "@/lib/payments/pos/change-shift";
import { ChargeInput, chargeAtTerminal } from "@/lib/payments/pos/charge";
import type { PosContext } from "@/lib/payments/pos/context";
import { getShift, listShifts } from "@/lib/payments/pos/list-shifts";
import { openPosForMember } from "@/lib/payments/pos/open-for-member";
import { shiftSummary } from "@/lib/payments/pos/shift-summary";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { waitForLocks } from "@/tests/support/locks";
import { auditOf, memberContext } from "@/tests/support/member-context";

async function openKeypad(environment: Environment = "sandbox") {
  const merchant = await createMerchantFixture();
  const member = await memberContext(merchant, { environment });
  const pos = await openPosForMember(member, merchant.terminalId, environment);
  if (!pos) throw new Error("the keypad is closed");
  return { merchant, member, pos };
}

const open = (pos: PosContext) => changeShift(pos, { change: "open" });
const close = (pos: PosContext, number: number) => changeShift(pos, { change: "close", number });
const charge = (pos: PosContext, amount: string, tip = "0") =>
  chargeAtTerminal(pos, ChargeInput.parse({ amount, tip, chargeId: randomUUID() }));
const simulate = (id: string, outcome: "paid" | "expired" = "paid") =>
  simulatePayment(publicContext(database()), { id, outcome });

describe("a shift", () => {
  it("is opened once by twenty who try at once, and closed once; numbers have no gaps", async () => {
    const { pos, member } = await openKeypad();
    const atOnce = async (change: () => Promise<unknown>) => {
      const results = await Promise.allSettled(Array.from({ length: 20 }, change));
      const refused = results.filter((result) => result.status === "rejected");
      expect(refused.map(({ reason }) => reason.code)).toEqual(Array(19).fill("invalid_transition"));
    };
    for (const number of [1, 2, 3]) {
      await atOnce(() => open(pos));
      await atOnce(() => close(pos, number));
    }
    const { shifts } = await listShifts(member, { terminalId: pos.terminalId, before: null });
    expect(shifts.map(({ number, closedAt }) => [number, closedAt !== null])).toEqual([
      [3, true],
      [2, true],
      [1, true],
    ]);
    const log = (await auditOf(pos.merchantId)).filter(({ action }) => action.startsWith("shift."));
    expect(log.map(({ action }) => action)).toEqual(Array(3).fill(["shift.opened", "shift.closed"]).flat());
    expect(log[0]).toMatchObject({ actor_type: "user", address: "203.0.113.7", target_id: shifts[2]?.id });
  });

  it("reports what ended while it was open, with tips, and what was still pending", async () => {
    const { pos, member } = await openKeypad();
    const before = await charge(pos, "100", "10");
    await simulate(before.id);
    const early = await charge(pos, "7");
    const { number } = await open(pos);
    await simulate(early.id);
    for (const [amount, tip] of [
      ["12.5", "1.25"],
      ["20", "0"],
    ] as const) {
      await simulate((await charge(pos, amount, tip)).id);
    }
    await simulate((await charge(pos, "50")).id, "expired");
    const cancelled = await charge(pos, "60");
    await cancelAtTerminal(pos, { id: cancelled.id });
    const pending = await charge(pos, "3.000001");
    await close(pos, number);
    const figures = {
      paidCount: 3n,
      paidMicros: 40_750_000n,
      tipMicros: 1_250_000n,
      expiredCount: 1n,
      cancelledCount: 1n,
      pendingCount: 1n,
      pendingMicros: 3_000_001n,
    };
    expect(await getShift(member, pos.terminalId, number)).toMatchObject(figures);
    await simulate(pending.id);
    expect(await getShift(member, pos.terminalId, number)).toMatchObject(figures);
    expect((await shiftSummary(pos)).shift).toBeNull();
  });

  it("loses and doubles no payment that is paid while one shift closes and the next opens", async () => {
    const { pos, member } = await openKeypad();
    await open(pos);
    const payments = await Promise.all(Array.from({ length: 24 }, () => charge(pos, "1")));
    const [, next] = await Promise.all([
      Promise.all(payments.map(({ id }) => simulate(id))),
      close(pos, 1).then(() => open(pos)),
    ]);
    await close(pos, next.number);
    const [first, second] = [
      await getShift(member, pos.terminalId, 1),
      await getShift(member, pos.terminalId, next.number),
    ];
    const between = (second?.paidCountBefore ?? 0n) - (first?.paidCount ?? 0n);
    expect(between).toBeGreaterThanOrEqual(0n);
    expect((first?.paidCount ?? 0n) + between + (second?.paidCount ?? 0n)).toBe(24n);
  });

  it("stays as it was: the database refuses to change or delete one, and to open a second", async () => {
    const { pos } = await openKeypad();
    const { sql } = database();
    await open(pos);
    const refused = { code: "23514" };
    const own = sql`merchant_id = ${pos.merchantId}`;
    await expect(sql`update shifts set opened_by = 'x' where ${own}`).rejects.toMatchObject(refused);
    await expect(sql`update shifts set closed_at = now() where ${own}`).rejects.toMatchObject(refused);
    await close(pos, 1);
    for (const change of [sql`paid_micros = 5`, sql`closed_by = 'x'`, sql`number = 2`]) {
      await expect(sql`update shifts set ${change} where ${own}`).rejects.toMatchObject(refused);
    }
    await expect(sql`delete from shifts where ${own}`).rejects.toMatchObject(refused);
    await open(pos);
    const second = sql`
      insert into shifts (merchant_id, terminal_id, environment, number, opened_by, paid_count_before, paid_micros_before,
                          tip_micros_before, expired_count_before, cancelled_count_before)
      values (${pos.merchantId}, ${pos.terminalId}, 'sandbox', 3, 'x', 0, 0, 0, 0, 0)`;
    await expect(second).rejects.toMatchObject({ constraint_name: "shifts_open" });
  });

  it("keeps its terminal from being archived while it is open, in either environment, and the refusal says where", async () => {
    const { pos, member } = await openKeypad();
    const live = { ...pos, environment: "live" as const };
    const archive = () => archiveTerminal(member, pos);
    const refused = (where: string) => ({
      code: "conflict",
      message: `A shift is still open in ${where}. Close it at this terminal's keypad, under Takings, then archive the terminal.`,
    });
    await open(pos);
    await open(live);
    await expect(archive()).rejects.toMatchObject(refused("live and in the sandbox"));
    await close(live, 1);
    await expect(archive()).rejects.toMatchObject(refused("the sandbox"));
    expect(await openPosForMember(member, pos.terminalId, "sandbox")).not.toBeNull();
    await close(pos, 1);
    await archive();
  });

  it("isn't opened at a terminal that is archived at the same moment, and one left open there can be closed", async () => {
    const { pos, member } = await openKeypad();
    const { sql } = database();
    const racing = await sql.begin(async (tx) => {
      await tx`select from terminals where id = ${pos.terminalId} for no key update`;
      const archiving = archiveTerminal(member, pos);
      await waitForLocks(1);
      const opening = open(pos).catch(({ code }) => code);
      await waitForLocks(2);
      return { archiving, opening };
    });
    await racing.archiving;
    expect(await racing.opening).toBe("conflict");
    expect((await shiftSummary(pos)).shift).toBeNull();
    await restoreTerminal(member, pos);
    await open(pos);
    // as versions before left it
    await sql`update terminals set archived_at = now() where id = ${pos.terminalId}`;
    await restoreTerminal(member, pos);
    await close(pos, 1);
    await archiveTerminal(member, pos);
  });

  it("belongs to one terminal in one environment, and is seen by those who see the terminal", async () => {
    const { pos, member, merchant } = await openKeypad();
    const bar = await createTerminal(merchant.ctx, { name: "Bar" });
    await open(pos);
    for (const other of [
      { ...pos, terminalId: bar.id },
      { ...pos, environment: "live" as const },
    ]) {
      expect((await shiftSummary(other)).shift).toBeNull();
      await expect(close(other, 1)).rejects.toMatchObject({ code: "invalid_transition" });
      expect(await open(other)).toEqual({ number: 1 });
    }
    expect((await shiftSummary(pos)).shift).toMatchObject({ number: 1, openedBy: pos.chargedBy });
    const cashier = await memberContext(merchant, { role: "cashier", terminalIds: [bar.id] });
    const foreign = await memberContext(await createMerchantFixture());
    for (const ctx of [cashier, foreign]) {
      expect(await getShift(ctx, pos.terminalId, 1)).toBeNull();
      expect(await listShifts(ctx, { terminalId: pos.terminalId, before: null })).toEqual({ shifts: [], next: null });
    }
    expect(await getShift(member, pos.terminalId, 1)).toMatchObject({ number: 1, closedAt: null });
  });
});
