import type { Trouble } from "@/lib/customer/browser/call";
import { deadlineFrom, secondsUntil } from "@/lib/customer/checkout/clock";
import type { PosPayment } from "@/lib/payments/pos/present";
import type { StoredCharge } from "@/lib/payments/pos/stored-charge";
import { USDT } from "@/lib/payments/pos/unit";

/** What a keypad knows of its one charge, and how each event changes it. Pure, for browsers. */
export type CurrentCharge = {
  stored: StoredCharge | null;
  /** the server is still to be asked about the stored charge */
  isAsking: boolean;
  /** why it hasn't answered yet */
  askTrouble: Trouble | null;
  /** why it refused the last charge */
  refusal: Trouble | null;
  /** what the server said last */
  payment: PosPayment | null;
  /** when a pending payment's time is up */
  deadlineMs: number | null;
  secondsLeft: number;
  /** a cancellation was sent and not answered, and the payment wasn't loaded since */
  isUnsure: boolean;
  /** why a pending payment's status isn't known */
  statusTrouble: Trouble | null;
  /** how often its status was answered */
  statusAnswers: number;
};

export const NO_CHARGE: CurrentCharge = {
  stored: null,
  isAsking: false,
  askTrouble: null,
  refusal: null,
  payment: null,
  deadlineMs: null,
  secondsLeft: 0,
  isUnsure: false,
  statusTrouble: null,
  statusAnswers: 0,
};

export type WantedCharge = Pick<StoredCharge, "unit" | "amount" | "tip" | "tipPercent" | "reference">;
type NewCharge = Pick<StoredCharge, "chargeId" | "madeAtMs">;

/** `nowMs`: by `performance.now()`, so that a device whose clock is wrong, or without a network, is right too. */
export type ChargeEvent =
  /** read from the device's storage */
  | { type: "loaded"; stored: StoredCharge | null }
  | ({ type: "begin"; wanted: WantedCharge } & NewCharge)
  /** the server was asked about the stored charge, by sending it or by its payment's id */
  | { type: "answered"; chargeId: string; payment: PosPayment; nowMs: number }
  | { type: "unanswered"; chargeId: string; trouble: Trouble }
  | { type: "refused"; chargeId: string; trouble: Trouble }
  /** a payment of the list is shown again */
  | ({ type: "show"; payment: PosPayment; nowMs: number } & NewCharge)
  | { type: "put-back" }
  /** `secondsLeft`: null where the server didn't say its time */
  | { type: "status"; id: string; status: PosPayment["status"]; secondsLeft: number | null; nowMs: number }
  | { type: "status-unanswered"; id: string; trouble: Trouble }
  /** a payment was loaded, or its cancellation answered */
  | { type: "news"; payment: PosPayment; nowMs: number }
  | { type: "not-loaded"; trouble: Trouble }
  | { type: "not-cancelled"; id: string; trouble: Trouble }
  /** the payment has probably changed */
  | { type: "load-again" }
  /** `sleptMs`: how long the device slept since the last tick or deadline, which `performance.now()` left out */
  | { type: "tick"; nowMs: number; sleptMs: number };

export type ChargeEffect =
  | { type: "store"; stored: StoredCharge | null }
  /** asks for a payment once; the answer is news */
  | { type: "load"; id: string }
  /** the payment became paid while it was shown */
  | { type: "paid" }
  /** access has ended: the reopened page says so, and continues the stored charge once access is back */
  | { type: "reopen-page" };

type Advance = readonly [CurrentCharge, readonly ChargeEffect[]];

/** The charge after an event, the same object if nothing changed, and what is to be done, in this order. */
export function advanceCharge(charge: CurrentCharge, event: ChargeEvent): Advance {
  switch (event.type) {
    case "loaded":
      if (charge.stored !== null || event.stored === null) return [charge, []];
      return [{ ...charge, stored: event.stored, isAsking: true }, []];
    case "begin": {
      if (charge.stored !== null) return [charge, []];
      const { wanted, chargeId, madeAtMs } = event;
      return store(NO_CHARGE, { ...wanted, chargeId, madeAtMs, paymentId: null });
    }
    case "answered":
      return isAskedFor(charge, event) ? answer(charge, charge.stored, event.payment, event.nowMs) : [charge, []];
    case "unanswered":
      return isAskedFor(charge, event) ? [{ ...charge, askTrouble: event.trouble }, []] : [charge, []];
    case "refused":
      if (!isAskedFor(charge, event)) return [charge, []];
      if (isClosed(event.trouble)) return [charge, [{ type: "reopen-page" }]];
      return store({ ...NO_CHARGE, refusal: event.trouble }, null);
    case "show": {
      const { payment, chargeId, madeAtMs } = event;
      const [shown, effects] = store(charge, { ...wantedAgain(payment), chargeId, madeAtMs, paymentId: payment.id });
      return after(effects, showPayment(shown, payment, event.nowMs));
    }
    case "put-back":
      return store(NO_CHARGE, null);
    case "status":
      return hearStatus(charge, event);
    case "status-unanswered":
      if (!isPending(charge, event.id)) return [charge, []];
      return [{ ...charge, statusTrouble: event.trouble }, []];
    case "news":
      return isNews(charge.payment, event.payment) ? showPayment(charge, event.payment, event.nowMs) : [charge, []];
    case "not-loaded":
      return [charge, isClosed(event.trouble) ? [{ type: "reopen-page" }] : []];
    case "not-cancelled":
      return notCancelled(charge, event.id, event.trouble);
    case "load-again":
      return [charge, charge.payment ? [{ type: "load", id: charge.payment.id }] : []];
    case "tick":
      if (charge.deadlineMs === null) return [charge, []];
      return [countDown(charge, charge.deadlineMs - event.sleptMs, event.nowMs), []];
  }
}

/** The charge of a payment, in the unit in which it was made. */
export function wantedAgain({ again, price }: PosPayment): WantedCharge {
  if (!price) return { ...again, unit: USDT.code };
  const { currency: unit, amount, tip } = price.again;
  return { unit, amount, tip, reference: again.reference };
}

/** A charge is stored before it is sent; a new or changed one has no trouble yet. */
function store(charge: CurrentCharge, stored: StoredCharge | null): Advance {
  return [{ ...charge, stored, isAsking: stored !== null, askTrouble: null }, [{ type: "store", stored }]];
}

function after(effects: readonly ChargeEffect[], [charge, more]: Advance): Advance {
  return [charge, [...effects, ...more]];
}

type Asking = CurrentCharge & { stored: StoredCharge };

/** An answer about another charge may come late. */
function isAskedFor(charge: CurrentCharge, { chargeId }: { chargeId: string }): charge is Asking {
  return charge.isAsking && charge.stored?.chargeId === chargeId;
}

function answer(charge: CurrentCharge, stored: StoredCharge, payment: PosPayment, nowMs: number): Advance {
  const [known, effects] = store(charge, { ...stored, paymentId: payment.id });
  const answered = { ...known, isAsking: false };
  // a payment that is shown again may have ended since the request
  const isOlder = answered.payment?.id === payment.id && !isNews(answered.payment, payment);
  return isOlder ? [answered, effects] : after(effects, showPayment(answered, payment, nowMs));
}

/** What is said of the payment that is shown, and not before its end. */
function isNews(shown: PosPayment | null, said: PosPayment): boolean {
  return shown?.id === said.id && (shown.status === "pending" || shown.status === said.status);
}

function isPending({ payment }: CurrentCharge, id: string): boolean {
  return payment?.id === id && payment.status === "pending";
}

function showPayment(charge: CurrentCharge, payment: PosPayment, nowMs: number): Advance {
  const wasPending = isPending(charge, payment.id);
  const staysPending = wasPending && payment.status === "pending";
  const shown: CurrentCharge = {
    ...charge,
    payment,
    isUnsure: false,
    statusTrouble: staysPending ? charge.statusTrouble : null,
    statusAnswers: staysPending ? charge.statusAnswers : 0,
  };
  if (payment.status !== "pending") {
    const ended = { ...shown, deadlineMs: null, secondsLeft: 0 };
    return [ended, wasPending && payment.status === "paid" ? [{ type: "paid" }] : []];
  }
  return [hearSecondsLeft(wasPending ? shown : { ...shown, deadlineMs: null }, payment.secondsLeft, nowMs), []];
}

/** The status endpoint omits partial payments, so at every second answer the payment itself is loaded. */
const LOAD_EVERY_ANSWERS = 2;

function hearStatus(charge: CurrentCharge, event: Extract<ChargeEvent, { type: "status" }>): Advance {
  const { id, status, secondsLeft, nowMs } = event;
  const { payment } = charge;
  if (payment === null || !isPending(charge, id)) return [charge, []];
  if (status !== "pending") return showPayment(charge, { ...payment, status }, nowMs);
  const heard = { ...charge, statusTrouble: null, statusAnswers: charge.statusAnswers + 1 };
  return [
    secondsLeft === null ? heard : hearSecondsLeft(heard, secondsLeft, nowMs),
    heard.statusAnswers % LOAD_EVERY_ANSWERS === 0 ? [{ type: "load", id }] : [],
  ];
}

function hearSecondsLeft(charge: CurrentCharge, secondsLeft: number, nowMs: number): CurrentCharge {
  return countDown(charge, deadlineFrom(charge.deadlineMs, nowMs, secondsLeft), nowMs);
}

function countDown(charge: CurrentCharge, deadlineMs: number, nowMs: number): CurrentCharge {
  const secondsLeft = secondsUntil(deadlineMs, nowMs);
  if (deadlineMs === charge.deadlineMs && secondsLeft === charge.secondsLeft) return charge;
  return { ...charge, deadlineMs, secondsLeft };
}

/** Unless the server refused, the payment may be cancelled all the same. It is loaded to find out. */
function notCancelled(charge: CurrentCharge, id: string, trouble: Trouble): Advance {
  const isUnsure = trouble.kind !== "refused" && charge.payment?.id === id;
  return [
    isUnsure ? { ...charge, isUnsure } : charge,
    [...(isClosed(trouble) ? [{ type: "reopen-page" } as const] : []), { type: "load", id }],
  ];
}

function isClosed({ status }: Trouble): boolean {
  return status === 401;
}
