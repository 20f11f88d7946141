"use client";

import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { newChargeId } from "@/lib/customer/browser/new-charge-id";
import { faceOf } from "@/lib/payments/pos/charge-face";
import {
  advanceCharge,
  type ChargeEffect,
  type ChargeEvent,
  NO_CHARGE,
  type WantedCharge,
} from "@/lib/payments/pos/current-charge";
import type { PosPayment } from "@/lib/payments/pos/present";
import { posMessages } from "@/lib/service/messages/en/pos";
import { cancelPayment, getPayment } from "./call-pos";
import { readStoredCharge, writeStoredCharge } from "./charge-storage";
import { useChargePolls } from "./use-charge-polls";

/**
 * The keypad's current charge. It is stored before it is sent and resent under the same id until the server answers;
 * after a reload or a crash it continues where it was. `onPaid` is called when its payment becomes paid.
 */
export function useCharge(at: string, onPaid: () => void) {
  const [charge, setCharge] = useState(NO_CHARGE);
  const current = useRef(NO_CHARGE);
  const paid = useEffectEvent(onPaid);

  const tell = useCallback(
    function tell(event: ChargeEvent) {
      const [next, effects] = advanceCharge(current.current, event);
      current.current = next;
      setCharge(next);
      for (const effect of effects) run(effect);

      function run(effect: ChargeEffect) {
        if (effect.type === "store") writeStoredCharge(at, effect.stored);
        else if (effect.type === "paid") paid();
        else if (effect.type === "reopen-page") location.reload();
        else void load(effect.id);
      }

      async function load(id: string) {
        const answer = await getPayment(at, id);
        if (answer.ok) tell({ type: "news", payment: answer.body, nowMs: performance.now() });
        else tell({ type: "not-loaded", trouble: answer.trouble });
      }
    },
    [at],
  );

  useEffect(() => tell({ type: "loaded", stored: readStoredCharge(at) }), [at, tell]);
  useChargePolls(at, charge, tell);

  const { stored, payment, secondsLeft, refusal } = charge;
  const paymentId = payment?.id;

  /** Resolves to what the cashier reads when cancelling failed; null when the screen shows the outcome. */
  const cancel = async (): Promise<string | null> => {
    if (paymentId === undefined) return null;
    const answer = await cancelPayment(at, paymentId);
    if (answer.ok) {
      // by now the keypad may show another payment
      tell({ type: "news", payment: answer.body, nowMs: performance.now() });
      return null;
    }
    tell({ type: "not-cancelled", id: paymentId, trouble: answer.trouble });
    return answer.trouble.message || posMessages.refusals.notCancelled;
  };

  return {
    face: faceOf(charge),
    stored,
    payment,
    /** of a pending payment */
    secondsLeft,
    trouble: charge.askTrouble ?? charge.statusTrouble,
    refusal: refusal && {
      text: refusal.status === 404 ? posMessages.refusals.unknownPayment : refusal.message,
      isRateGone: refusal.code === "rate_unavailable",
    },
    begin: (wanted: WantedCharge) => tell({ type: "begin", wanted, ...newCharge() }),
    putBack: () => tell({ type: "put-back" }),
    show: (shown: PosPayment) => tell({ type: "show", payment: shown, nowMs: performance.now(), ...newCharge() }),
    cancel,
    loadAgain: () => tell({ type: "load-again" }),
  };
}

function newCharge() {
  return { chargeId: newChargeId(), madeAtMs: Date.now() };
}

export type KeypadCharge = ReturnType<typeof useCharge>;
