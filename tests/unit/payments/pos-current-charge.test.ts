import type { Arbitrary } from "fast-check";
import { describe, expect, it } from "vitest";
import type { Trouble } from "@/lib/customer/browser/call";
import { type ChargeFace, faceOf, pollsOf } from "@/lib/payments/pos/charge-face";
import {
  advanceCharge,
  type ChargeEffect,
  type ChargeEvent,
  type CurrentCharge,
  NO_CHARGE,
  wantedAgain,
} from "@/lib/payments/pos/current-charge";
import type { PosPayment } from "@/lib/payments/pos/present";
import { chargedAmounts, type StoredCharge } from "@/lib/payments/pos/stored-charge";
import { fc } from "@/tests/support/property";

const WANTED = { unit: "USDT", amount: "11.00", tip: "1.00", tipPercent: 9.1, reference: "Table 4" };
const FIRST: StoredCharge = { ...WANTED, chargeId: "charge 1", madeAtMs: 7, paymentId: null };
const FIRST_MADE: StoredCharge = { ...FIRST, paymentId: "A" };

const OFFLINE: Trouble = { kind: "offline", status: 0, code: "", message: "" };
const AWAY: Trouble = { kind: "away", status: 503, code: "api_error", message: "No address is free." };
const LIMITED: Trouble = { kind: "limited", status: 429, code: "rate_limited", message: "Too many requests." };
const REFUSED: Trouble = { kind: "refused", status: 400, code: "invalid_amount", message: "Too much." };
const CLOSED: Trouble = { kind: "refused", status: 401, code: "", message: "" };

function payment(id: string, changes: Partial<PosPayment> = {}): PosPayment {
  const isPending = (changes.status ?? "pending") === "pending";
  return {
    id,
    status: "pending",
    flags: 0,
    amount: "12.00",
    tip: "1.00",
    received: null,
    missing: null,
    confirming: null,
    send: isPending ? { address: "T", amount: "12.00", network: "TRON (TRC20)" } : null,
    reference: "Table 4",
    createdAt: "2026-03-01T10:00:00.000Z",
    expiresAt: "2026-03-01T10:30:00.000Z",
    endedAt: isPending ? null : "2026-03-01T10:20:00.000Z",
    secondsLeft: isPending ? 1_800 : 0,
    checkoutUri: `till:${id}`,
    checkoutUrl: `https://till.example/pay/${id}`,
    again: { amount: "11.00", tip: "1.00", reference: "Table 4" },
    ...changes,
  };
}

const PENDING = payment("A");
const PAID = payment("A", { status: "paid", received: "12.00" });
const CANCELLED = payment("A", { status: "cancelled" });
const CONFIRMING = { confirmations: 3, required: 19, amount: "4.00" };
const SIGHTED = payment("A", { confirming: { ...CONFIRMING, amount: "12.00" }, send: null });

const IN_EUROS = { unit: "EUR", amount: "10.10", tip: "0.92", tipPercent: 9.1, reference: "Table 4" };
const EUROS = { total: "11.02 €", tip: "0.92 €", again: { currency: "EUR", amount: "10.10", tip: "0.92" } };

const begin = (chargeId = "charge 1", wanted = WANTED): ChargeEvent => ({
  type: "begin",
  wanted,
  chargeId,
  madeAtMs: 7,
});
const answered = (said = PENDING, chargeId = "charge 1", nowMs = 0): ChargeEvent => ({
  type: "answered",
  chargeId,
  payment: said,
  nowMs,
});
const unanswered = (trouble = OFFLINE, chargeId = "charge 1"): ChargeEvent => ({
  type: "unanswered",
  chargeId,
  trouble,
});
const refused = (trouble = REFUSED, chargeId = "charge 1"): ChargeEvent => ({ type: "refused", chargeId, trouble });
const show = (shown = PENDING, chargeId = "charge 2", nowMs = 0): ChargeEvent => ({
  type: "show",
  payment: shown,
  nowMs,
  chargeId,
  madeAtMs: 9,
});
const putBack: ChargeEvent = { type: "put-back" };
const news = (said: PosPayment, nowMs = 0): ChargeEvent => ({ type: "news", payment: said, nowMs });
const heard = (status: PosPayment["status"], secondsLeft: number | null = 1_800, nowMs = 0, id = "A"): ChargeEvent => ({
  type: "status",
  id,
  status,
  secondsLeft,
  nowMs,
});
const tick = (nowMs: number, sleptMs = 0): ChargeEvent => ({ type: "tick", nowMs, sleptMs });
const notCancelled = (trouble = OFFLINE, id = "A"): ChargeEvent => ({ type: "not-cancelled", id, trouble });

function run(events: readonly ChargeEvent[], from = NO_CHARGE) {
  let charge = from;
  const effects: ChargeEffect[] = [];
  for (const event of events) {
    const [next, more] = advanceCharge(charge, event);
    charge = next;
    effects.push(...more);
  }
  return { charge, effects };
}

/** What one event does after others. */
function last(events: readonly ChargeEvent[]) {
  const before = run(events.slice(0, -1)).charge;
  return { before, ...run(events.slice(-1), before) };
}

const ASKED = [begin()];
const WAITING = [begin(), answered()];

describe("a charge on its way to the server", () => {
  it("is stored before it is sent, and asked for until it is answered", () => {
    const { charge, effects } = run(ASKED);
    expect(effects).toEqual([{ type: "store", stored: FIRST }]);
    expect(faceOf(charge)).toBe("asking");
    expect(pollsOf(charge)).toEqual({ charge: FIRST, status: null, end: null });
    const away = run([unanswered(AWAY), unanswered(OFFLINE)], charge);
    expect(away.charge.askTrouble).toBe(OFFLINE);
    expect(away.effects).toEqual([]);
    // the same object, so that it isn't asked for a second time beside the first
    expect(pollsOf(away.charge).charge).toBe(charge.stored);
  });

  it("is stored with its payment once that is known, and its payment is watched", () => {
    const { charge, effects } = last([begin(), unanswered(), answered()]);
    expect(effects).toEqual([{ type: "store", stored: FIRST_MADE }]);
    expect(charge).toMatchObject({ payment: PENDING, secondsLeft: 1_800, askTrouble: null });
    expect(pollsOf(charge)).toEqual({ charge: null, status: "A", end: null });
  });

  it.each([
    ["a second press", [begin(), begin("charge 2")]],
    ["a press while its payment is shown", [...WAITING, begin("charge 2")]],
    ["a second reading of the storage", [begin(), { type: "loaded", stored: { ...FIRST, chargeId: "charge 2" } }]],
    ["an answer about another charge", [begin(), answered(payment("B"), "charge 2")]],
    ["trouble with another charge", [begin(), unanswered(AWAY, "charge 2")]],
    ["a refusal of another charge", [begin(), refused(REFUSED, "charge 2")]],
    ["a second answer", [...WAITING, answered(payment("B"))]],
    ["an answer after it was put back", [begin(), putBack, answered()]],
    ["a refusal after it was answered", [...WAITING, refused()]],
  ] satisfies [string, ChargeEvent[]][])("%s changes nothing", (_what, events) => {
    const { before, charge, effects } = last(events);
    expect(charge).toBe(before);
    expect(effects).toEqual([]);
  });

  it("continues after a reload: sent again under its id, or loaded once its payment is known", () => {
    const unsent = run([{ type: "loaded", stored: FIRST }]);
    expect(unsent.effects).toEqual([]);
    expect([faceOf(unsent.charge), pollsOf(unsent.charge).charge]).toEqual(["asking", FIRST]);
    const made = run([{ type: "loaded", stored: FIRST_MADE }]);
    expect([faceOf(made.charge), pollsOf(made.charge).charge]).toEqual(["asking", FIRST_MADE]);
    const { charge, effects } = run([answered(PAID)], made.charge);
    expect(faceOf(charge)).toBe("paid");
    // it was paid while nobody looked
    expect(effects).toEqual([{ type: "store", stored: FIRST_MADE }]);
    expect(run([{ type: "loaded", stored: null }]).charge).toBe(NO_CHARGE);
  });

  it("is dropped with the reason when it is refused, which the next charge clears", () => {
    const { charge, effects } = last([begin(), unanswered(), refused()]);
    expect(charge).toEqual({ ...NO_CHARGE, refusal: REFUSED });
    expect(effects).toEqual([{ type: "store", stored: null }]);
    expect(run([begin("charge 2")], charge).charge.refusal).toBeNull();
    expect(run([putBack], charge).charge.refusal).toBeNull();
  });

  it("stays stored when access has ended, and the page is opened again", () => {
    const { before, charge, effects } = last([begin(), refused(CLOSED)]);
    expect(charge).toBe(before);
    expect(effects).toEqual([{ type: "reopen-page" }]);
  });

  it("leaves nothing behind when it is put back, and is charged again under a new id", () => {
    const { charge, effects } = last([...WAITING, notCancelled(), putBack]);
    expect(charge).toEqual(NO_CHARGE);
    expect(effects).toEqual([{ type: "store", stored: null }]);
    const again = run([begin("charge 2")], charge);
    expect(again.effects).toEqual([{ type: "store", stored: { ...FIRST, chargeId: "charge 2" } }]);
    expect(faceOf(again.charge)).toBe("asking");
  });
});

describe("a payment that is shown again", () => {
  it("is charged again at its price, not at what that was quoted at", () => {
    const priced = payment("A", { price: EUROS });
    const wanted = { unit: "EUR", amount: "10.10", tip: "0.92", reference: "Table 4" };
    expect(wantedAgain(priced)).toEqual(wanted);
    expect(wantedAgain(PENDING)).toEqual({ ...PENDING.again, unit: "USDT" });
    const { effects } = last([show(priced)]);
    const stored = { ...wanted, chargeId: "charge 2", madeAtMs: 9, paymentId: "A" };
    expect(effects).toEqual([{ type: "store", stored }]);
  });

  it("is stored under a new id, shown at once, and loaded beside it", () => {
    const { charge, effects } = run([show(payment("A", { secondsLeft: 30 }))]);
    const stored = { ...PENDING.again, unit: "USDT", chargeId: "charge 2", madeAtMs: 9, paymentId: "A" };
    expect(effects).toEqual([{ type: "store", stored }]);
    expect(charge).toMatchObject({ stored, secondsLeft: 30 });
    expect([faceOf(charge), pollsOf(charge)]).toEqual(["waiting", { charge: stored, status: "A", end: null }]);
    expect(run([answered(SIGHTED, "charge 2")], charge).charge.payment).toBe(SIGHTED);
  });

  it("has no code if its time was up in the list", () => {
    expect(faceOf(run([show(payment("A", { secondsLeft: 0 }))]).charge)).toBe("closing");
  });

  it("stays ended when the answer to the first question comes late", () => {
    const { charge, effects } = run([show(), heard("paid"), answered(PENDING, "charge 2")]);
    expect(faceOf(charge)).toBe("paid");
    expect(effects.filter(({ type }) => type === "paid")).toHaveLength(1);
    expect(pollsOf(charge).charge).toBeNull();
  });
});

describe("news of a payment", () => {
  it.each([
    ["paid, by its status", heard("paid"), "paid", ["paid"]],
    ["paid, loaded", news(PAID), "paid", ["paid"]],
    ["cancelled", news(CANCELLED), "ended", []],
    ["expired, by its status", heard("expired", 0), "ended", []],
    ["partly paid", news(payment("A", { received: "4.00", missing: "8.00" })), "waiting", []],
    ["enough is on its way", news(SIGHTED), "waiting", []],
  ] satisfies [string, ChargeEvent, ChargeFace, string[]][])("%s", (_what, event, face, effects) => {
    const told = last([...WAITING, event]);
    expect(faceOf(told.charge)).toBe(face);
    expect(told.effects.map(({ type }) => type)).toEqual(effects);
  });

  it.each([
    ["of another payment", [...WAITING, news(payment("B", { status: "paid" }))]],
    ["of another payment's status", [...WAITING, heard("paid", 0, 0, "B")]],
    ["of trouble with another payment", [...WAITING, { type: "status-unanswered", id: "B", trouble: OFFLINE }]],
    ["from before its end", [...WAITING, news(PAID), news(PENDING)]],
    ["of another end", [...WAITING, news(CANCELLED), news(PAID)]],
    ["of its status after its end", [...WAITING, news(PAID), heard("paid")]],
    ["of trouble after its end", [...WAITING, news(PAID), { type: "status-unanswered", id: "A", trouble: OFFLINE }]],
    ["of a payment that was put back", [...WAITING, putBack, news(PAID)]],
    ["of a tick after its end", [...WAITING, news(PAID), tick(9_000_000)]],
  ] satisfies [string, ChargeEvent[]][])("%s changes nothing", (_what, events) => {
    const { before, charge, effects } = last(events);
    expect(charge).toBe(before);
    expect(effects).toEqual([]);
  });

  it("an end that only its status told is loaded, with the time of the end", () => {
    const told = run([...WAITING, heard("paid")]).charge;
    expect(pollsOf(told)).toEqual({ charge: null, status: null, end: "A" });
    expect(pollsOf(run([news(PAID)], told).charge)).toEqual({ charge: null, status: null, end: null });
  });

  it("the payment is loaded at every second answer about its status, and after a simulation", () => {
    const load = { type: "load", id: "A" };
    let { charge } = run(WAITING);
    const loads = [heard("pending"), heard("pending"), heard("pending"), news(SIGHTED), heard("pending")].map(
      (event) => {
        const told = run([event], charge);
        charge = told.charge;
        return told.effects;
      },
    );
    expect(loads).toEqual([[], [load], [], [], [load]]);
    expect(run([{ type: "load-again" }], charge).effects).toEqual([load]);
    expect(run([{ type: "load-again" }]).effects).toEqual([]);
  });

  it("trouble with its status lasts until it is answered, and isn't taken to the next charge", () => {
    const troubled = run([...WAITING, { type: "status-unanswered", id: "A", trouble: LIMITED }]).charge;
    expect(troubled.statusTrouble).toBe(LIMITED);
    expect(run([news(SIGHTED)], troubled).charge.statusTrouble).toBe(LIMITED);
    for (const event of [heard("pending"), heard("paid"), news(PAID), show(payment("B")), putBack])
      expect(run([event], troubled).charge.statusTrouble).toBeNull();
  });

  it("a load that fails changes nothing, and opens the page again where access has ended", () => {
    const { before, charge, effects } = last([...WAITING, { type: "not-loaded", trouble: AWAY }]);
    expect([charge === before, effects]).toEqual([true, []]);
    const closed = last([...WAITING, { type: "not-loaded", trouble: CLOSED }]);
    expect([closed.charge === closed.before, closed.effects]).toEqual([true, [{ type: "reopen-page" }]]);
  });
});

describe("the time left", () => {
  const SHORT = [begin(), answered(payment("A", { secondsLeft: 10 }), "charge 1", 5_000)];

  it("counts down from the answer, and hides the code at 0", () => {
    const seen = [5_250, 6_250, 14_500, 15_000, 900_000].map((nowMs) => {
      const { charge } = run([...SHORT, tick(nowMs)]);
      return [charge.secondsLeft, faceOf(charge)];
    });
    expect(seen).toEqual([
      [10, "waiting"],
      [9, "waiting"],
      [1, "waiting"],
      [0, "closing"],
      [0, "closing"],
    ]);
  });

  it("ends earlier by what the device slept, even if its clock stood still", () => {
    const slept = run([...SHORT, tick(6_000, 4_000)]).charge;
    expect(slept).toMatchObject({ deadlineMs: 11_000, secondsLeft: 5 });
    expect(faceOf(run([tick(6_250, 601_000)], slept).charge)).toBe("closing");
    // an answer that was given before the sleep, and read after it
    expect(faceOf(run([...SHORT, heard("pending", 9, 6_000), tick(6_000, 601_000)]).charge)).toBe("closing");
  });

  it("a tick within the same second is the same charge", () => {
    const { before, charge } = last([...SHORT, tick(5_250), tick(5_500)]);
    expect(charge).toBe(before);
  });

  it("ignores the rounding of what the server says, and corrects anything more", () => {
    expect(run([...SHORT, heard("pending", 10.9, 5_100)]).charge.deadlineMs).toBe(15_000);
    expect(run([...SHORT, news(payment("A", { secondsLeft: 9 }), 5_100)]).charge.deadlineMs).toBe(15_000);
    expect(run([...SHORT, heard("pending", 5, 5_100)]).charge).toMatchObject({ deadlineMs: 10_100, secondsLeft: 5 });
    expect(run([...SHORT, heard("pending", null, 5_100)]).charge.deadlineMs).toBe(15_000);
  });

  it("shows the code again if the server says that there is time left, as after a clock was set forward", () => {
    const over = run([...SHORT, tick(900_000)]).charge;
    expect(faceOf(over)).toBe("closing");
    expect(faceOf(run([heard("pending", 4, 900_100)], over).charge)).toBe("waiting");
  });

  it.each([
    ["enough is on its way", { confirming: CONFIRMING, send: null }, "waiting"],
    ["a part is on its way", { confirming: CONFIRMING }, "closing"],
    ["in the sandbox, where there is no address", { send: null }, "closing"],
  ] satisfies [string, Partial<PosPayment>, ChargeFace][])("when it is up and %s", (_what, changes, face) => {
    const { charge } = run([begin(), answered(payment("A", { ...changes, secondsLeft: 0 }))]);
    expect(faceOf(charge)).toBe(face);
  });

  it("isn't taken to another payment", () => {
    const { charge } = run([...SHORT, show(payment("B", { secondsLeft: 11 }), "charge 2", 5_000)]);
    expect(charge).toMatchObject({ deadlineMs: 16_000, secondsLeft: 11 });
  });
});

describe("a cancellation", () => {
  it.each([OFFLINE, AWAY, LIMITED])("without an answer hides the code and loads the payment: %j", (trouble) => {
    const { charge, effects } = last([...WAITING, notCancelled(trouble)]);
    expect(faceOf(charge)).toBe("unsure");
    expect(effects).toEqual([{ type: "load", id: "A" }]);
  });

  it("that was refused leaves the code and loads the payment", () => {
    const { before, charge, effects } = last([...WAITING, notCancelled(REFUSED)]);
    expect(charge).toBe(before);
    expect(effects).toEqual([{ type: "load", id: "A" }]);
    expect(last([...WAITING, notCancelled(CLOSED)]).effects[0]).toEqual({ type: "reopen-page" });
  });

  it("stays unsure until the payment is loaded, whatever else is heard", () => {
    const unsure = run([...WAITING, notCancelled()]).charge;
    for (const event of [tick(1_000), heard("pending"), news(payment("B")), unanswered(), notCancelled()])
      expect(faceOf(run([event], unsure).charge), event.type).toBe("unsure");
    expect(faceOf(run([news(PENDING)], unsure).charge)).toBe("waiting");
    expect(faceOf(run([news(CANCELLED)], unsure).charge)).toBe("ended");
    expect(faceOf(run([heard("cancelled")], unsure).charge)).toBe("ended");
    expect(faceOf(run([tick(1_800_000)], unsure).charge)).toBe("closing");
  });

  it("of an earlier payment that isn't answered hides no other code", () => {
    const { before, charge } = last([...WAITING, show(payment("B")), notCancelled(OFFLINE, "A")]);
    expect(charge).toBe(before);
  });
});

describe("whatever happens, in any order", () => {
  const id = fc.constantFrom("A", "B");
  const chargeId = fc.constantFrom("charge 1", "charge 2", "charge 3");
  const trouble = fc.constantFrom(OFFLINE, AWAY, LIMITED, REFUSED, CLOSED);
  const status = fc.constantFrom("pending", "pending", "paid", "expired", "cancelled");
  const nowMs = fc.nat(40_000);
  const said = fc
    .record({ id, status, secondsLeft: fc.nat(20), isPriced: fc.boolean() })
    .map(({ id, status, secondsLeft, isPriced }) =>
      payment(id, {
        status,
        secondsLeft: status === "pending" ? secondsLeft : 0,
        endedAt: null,
        ...(isPriced && { price: EUROS }),
      }),
    );
  const event: Arbitrary<ChargeEvent> = fc.oneof(
    fc.tuple(chargeId, fc.constantFrom(WANTED, IN_EUROS)).map(([one, wanted]) => begin(one, wanted)),
    fc.record({ type: fc.constant("answered"), chargeId, payment: said, nowMs }),
    fc.record({ type: fc.constant("unanswered"), chargeId, trouble }),
    fc.record({ type: fc.constant("refused"), chargeId, trouble }),
    fc.record({ type: fc.constant("show"), payment: said, nowMs, chargeId, madeAtMs: fc.constant(9) }),
    fc.constant(putBack),
    fc.record({ type: fc.constant("status"), id, status, secondsLeft: fc.option(fc.nat(20)), nowMs }),
    fc.record({ type: fc.constant("status-unanswered"), id, trouble }),
    fc.record({ type: fc.constant("news"), payment: said, nowMs }),
    fc.record({ type: fc.constant("not-cancelled"), id, trouble }),
    fc.constantFrom<ChargeEvent>({ type: "load-again" }, { type: "not-loaded", trouble: AWAY }),
    fc.record({ type: fc.constant("tick"), nowMs, sleptMs: fc.constantFrom(0, 0, 7_000) }),
  );

  /** Calls `see` after each event, with the charge before and after it. */
  function eachStep(see: (before: CurrentCharge, after: CurrentCharge, effects: readonly ChargeEffect[]) => void) {
    const sequence = fc.array(event, { maxLength: 30 });
    fc.assert(
      fc.property(sequence, (events) => {
        let charge = NO_CHARGE;
        for (const one of events) {
          const [next, effects] = advanceCharge(charge, one);
          see(charge, next, effects);
          charge = next;
        }
      }),
      { numRuns: 1_000 },
    );
  }

  it("what is stored is the charge in hand, and only a stored one is sent", () => {
    eachStep((before, after, effects) => {
      const stores = effects.filter((effect) => effect.type === "store");
      const stored = stores.at(-1);
      expect(stored ? stored.stored : before.stored).toBe(after.stored);
      expect(after.payment === null || after.stored !== null).toBe(true);
      expect(pollsOf(after).charge ?? after.stored).toBe(after.stored);
    });
  });

  it("a charge keeps its amounts and their unit, whatever its payment says", () => {
    const amounts = ({ stored }: CurrentCharge) => stored && chargedAmounts(stored);
    const known = [chargedAmounts(WANTED), chargedAmounts(IN_EUROS)];
    // of a charge that began here; one that is shown again has those of its payment
    const begun = ({ stored }: CurrentCharge) => (stored?.madeAtMs === 7 ? stored.chargeId : null);
    eachStep((before, after) => {
      expect([null, ...known]).toContainEqual(amounts(after));
      const isSame = begun(before) !== null && begun(before) === begun(after);
      expect(isSame ? amounts(after) : null).toEqual(isSame ? amounts(before) : null);
    });
  });

  it("a payment is told to be paid only as it changes from pending to paid on the screen", () => {
    eachStep((before, after, effects) => {
      const isPaidNow =
        before.payment?.id === after.payment?.id &&
        before.payment?.status === "pending" &&
        after.payment?.status === "paid";
      const told = effects.filter(({ type }) => type === "paid");
      expect(told).toHaveLength(isPaidNow ? 1 : 0);
    });
  });

  it("a code is shown only of a pending payment with time left, or with enough on its way", () => {
    eachStep((_before, after) => {
      const { payment: shown, secondsLeft, deadlineMs, isUnsure } = after;
      const hasCode = faceOf(after) === "waiting";
      expect(hasCode).toBe(shown?.status === "pending" && secondsLeft > 0 && !isUnsure);
      expect(deadlineMs !== null).toBe(shown?.status === "pending");
    });
  });
});
