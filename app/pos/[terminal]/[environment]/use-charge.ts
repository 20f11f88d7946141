"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { Trouble } from "@/app/_live/call-service";
import { cancelPayment, getPayment, sendCharge } from "@/app/pos/[terminal]/[environment]/call-till";
import {
  type HeldCharge,
  newChargeId,
  readHeldCharge,
  writeHeldCharge,
} from "@/app/pos/[terminal]/[environment]/held-charge";
import { keepAsking } from "@/app/pos/[terminal]/[environment]/keep-asking";
import { useWatchedPayment } from "@/app/pos/[terminal]/[environment]/use-watched-payment";
import type { TillPayment } from "@/lib/pos/present";

/** The service knows a charge again for 24 hours; well before that ends, an unanswered one is no longer sent by itself. */
const SENT_AGAIN_FOR_MS = 20 * 3_600_000;

export type Wanted = Pick<HeldCharge, "amount" | "tip" | "reference">;

/**
 * The one charge that the keypad has in hand. It is written down before it is sent and sent until it is answered, always
 * as the same charge; after a reload or a crash it goes on where it was.
 */
export function useCharge(at: string, onPaid: () => void) {
  const [held, setHeld] = useState<HeldCharge | null>(null);
  const [payment, setPayment] = useState<TillPayment | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
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
    if (asked.paymentId === null && Date.now() - asked.madeAtMs > SENT_AGAIN_FOR_MS) {
      setRefusal("The last charge got no answer, and it is a day old. Look in Takings whether it is there.");
      return hold(null);
    }
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

  const show = (shown: TillPayment) => {
    hold({ ...shown.again, chargeId: newChargeId(), madeAtMs: Date.now(), paymentId: shown.id });
    setPayment(shown);
  };

  /** What the cashier reads when it could not be cancelled; null when it was, or when the screen says it anyway. */
  const cancel = async (): Promise<string | null> => {
    if (!payment) return null;
    const answer = await cancelPayment(at, payment.id);
    if (answer.ok) {
      setPayment(answer.body);
      return null;
    }
    if (answer.trouble.status === 401) location.reload();
    watched.look();
    if (answer.trouble.kind === "refused") return answer.trouble.message;
    return "The server was not reached, so this still waits. Try again, or leave it: it ends by itself.";
  };

  const { look, deadlineMs } = watched;
  return {
    held,
    payment,
    trouble: trouble ?? watched.trouble,
    refusal,
    deadlineMs,
    begin,
    putBack,
    show,
    cancel,
    look,
  };
}

type Tell = { answer(payment: TillPayment): void; trouble(trouble: Trouble): void; refusal(words: string): void };

function askFor(at: string, asked: HeldCharge, tell: Tell) {
  const { paymentId } = asked;
  return keepAsking((signal) => (paymentId ? getPayment(at, paymentId, signal) : sendCharge(at, asked, signal)), {
    onAnswer: tell.answer,
    onTrouble: tell.trouble,
    onRefused: ({ status, message }) => {
      // the keypad was closed: the page says so, and goes on with this charge once it is open again
      if (status === 401) return location.reload();
      tell.refusal(status === 404 ? "The last payment is not known here any more. Look in Takings." : message);
    },
  });
}

export type ChargeInHand = ReturnType<typeof useCharge>;
