"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { Trouble } from "@/lib/customer/browser/call";
import { newChargeId } from "@/lib/customer/browser/new-charge-id";
import type { PosPayment } from "@/lib/payments/pos/present";
import { posMessages } from "@/lib/service/messages/en/pos";
import { cancelPayment, getPayment, type PosAnswer, sendCharge } from "./call-pos";
import { type HeldCharge, readHeldCharge, writeHeldCharge } from "./held-charge";
import { keepAsking } from "./keep-asking";
import { useWatchedPayment } from "./use-watched-payment";

/** The server recognises a repeated charge for 24 hours. An unanswered charge is resent only well within that time. */
const SENT_AGAIN_FOR_MS = 20 * 3_600_000;

export type Wanted = Pick<HeldCharge, "amount" | "tip" | "tipPercent" | "reference">;

/**
 * The keypad's current charge. It is stored before it is sent and resent under the same id until the server answers;
 * after a reload or a crash it continues where it was.
 */
export function useCharge(at: string, onPaid: () => void) {
  const [held, setHeld] = useState<HeldCharge | null>(null);
  const [payment, setPayment] = useState<PosPayment | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  /** the payment whose cancellation was sent and not answered, until it is loaded again */
  const [unsureOf, setUnsureOf] = useState<string | null>(null);
  const inHand = useRef<HeldCharge | null>(null);

  const hold = useCallback(
    (next: HeldCharge | null) => {
      inHand.current = next;
      writeHeldCharge(at, next);
      setHeld(next);
      setTrouble(null);
      if (next === null) setPayment(null);
    },
    [at],
  );

  useEffect(() => {
    const found = readHeldCharge(at);
    inHand.current = found;
    setHeld(found);
  }, [at]);

  const chargeId = held?.chargeId;
  useEffect(() => {
    const asked = inHand.current;
    if (chargeId === undefined || asked === null) return;
    return askFor(at, asked, {
      answer: (answer) => {
        hold({ ...asked, paymentId: answer.id });
        setPayment(answer);
      },
      trouble: setTrouble,
      refusal: (words) => {
        hold(null);
        setRefusal(words);
      },
    });
  }, [at, chargeId, hold]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a payment that was loaded anew is another object
  useEffect(() => setUnsureOf(null), [payment]);

  const watched = useWatchedPayment(at, payment, setPayment, onPaid);

  const begin = (wanted: Wanted) => {
    if (inHand.current) return;
    setRefusal(null);
    hold({ ...wanted, chargeId: newChargeId(), madeAtMs: Date.now(), paymentId: null });
  };

  const putBack = () => {
    setRefusal(null);
    hold(null);
  };

  const show = (shown: PosPayment) => {
    hold({ ...shown.again, chargeId: newChargeId(), madeAtMs: Date.now(), paymentId: shown.id });
    setPayment(shown);
  };

  /** Resolves to what the cashier reads when cancelling failed; null when the screen shows the outcome. */
  const cancel = async (): Promise<string | null> => {
    if (!payment) return null;
    const answer = await cancelPayment(at, payment.id);
    if (answer.ok) {
      // by now the keypad may show another payment
      watched.take(answer.body);
      return null;
    }
    if (answer.trouble.status === 401) location.reload();
    if (answer.trouble.kind !== "refused") setUnsureOf(payment.id);
    watched.look();
    return answer.trouble.message || posMessages.refusals.notCancelled;
  };

  const { look, secondsLeft } = watched;
  return {
    held,
    payment,
    trouble: trouble ?? watched.trouble,
    refusal,
    /** of a pending payment */
    secondsLeft,
    isUnsure: unsureOf !== null && unsureOf === payment?.id,
    isOver: payment !== null && secondsLeft <= 0 && isAsking(payment),
    begin,
    putBack,
    show,
    cancel,
    look,
  };
}

/** Whether an amount is still due; not while enough is being confirmed. */
function isAsking({ status, confirming, send }: PosPayment): boolean {
  return status === "pending" && (confirming === null || send !== null);
}

type Tell = { answer(payment: PosPayment): void; trouble(trouble: Trouble): void; refusal(words: string): void };

function askFor(at: string, asked: HeldCharge, tell: Tell) {
  const { paymentId } = asked;
  return keepAsking((signal) => (paymentId ? getPayment(at, paymentId, signal) : sendWhileFresh(at, asked, signal)), {
    onAnswer: tell.answer,
    onTrouble: tell.trouble,
    onRefused: ({ status, message }) => {
      // access has ended: the reloaded page says so, and continues this charge once access is back
      if (status === 401) return location.reload();
      tell.refusal(status === 404 ? posMessages.refusals.unknownPayment : message);
    },
  });
}

/** Sends a charge that the server still recognises. An older one is refused here, as it would be made a second time. */
async function sendWhileFresh(at: string, asked: HeldCharge, signal: AbortSignal): Promise<PosAnswer<PosPayment>> {
  if (Date.now() - asked.madeAtMs <= SENT_AGAIN_FOR_MS) return sendCharge(at, asked, signal);
  const message = posMessages.refusals.unconfirmed;
  return { ok: false, trouble: { kind: "refused", status: 0, code: "", message } };
}

export type ChargeInHand = ReturnType<typeof useCharge>;
