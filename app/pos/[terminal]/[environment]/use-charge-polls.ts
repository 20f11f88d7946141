"use client";

import { useEffect } from "react";
import { watchIntent } from "@/app/_realtime/watch-intent";
import { createSleepMeter } from "@/lib/customer/browser/stopwatch";
import { pollsOf } from "@/lib/payments/pos/charge-face";
import type { ChargeEvent, CurrentCharge } from "@/lib/payments/pos/current-charge";
import type { PosPayment } from "@/lib/payments/pos/present";
import { isResendable, type StoredCharge } from "@/lib/payments/pos/stored-charge";
import { posMessages } from "@/lib/service/messages/en/pos";
import { getPayment, type PosAnswer, sendCharge } from "./call-pos";
import { pollPos } from "./poll-pos";

const TICK_MS = 250;

/** Asks the server about the current charge as long as its answer can change, and counts the time down. */
export function useChargePolls(at: string, charge: CurrentCharge, tell: (event: ChargeEvent) => void): void {
  const polls = pollsOf(charge);

  const asked = polls.charge;
  useEffect(() => {
    if (asked === null) return;
    const { chargeId } = asked;
    return pollPos((signal) => askAbout(at, asked, signal), {
      onAnswer: (payment) => tell({ type: "answered", chargeId, payment, nowMs: performance.now() }),
      onTrouble: (trouble) => tell({ type: "unanswered", chargeId, trouble }),
      onRefused: (trouble) => tell({ type: "refused", chargeId, trouble }),
    });
  }, [at, asked, tell]);

  const pendingId = polls.status;
  useEffect(() => {
    if (pendingId === null) return;
    const id = pendingId;
    const watch = watchIntent(id, {
      onAnswer: ({ status }, secondsLeft) =>
        tell({ type: "status", id, status, secondsLeft, nowMs: performance.now() }),
      onTrouble: (trouble) => trouble && tell({ type: "status-unanswered", id, trouble }),
    });
    return watch.stop;
  }, [pendingId, tell]);

  const { deadlineMs } = charge;
  // what the device slept before a deadline was set is no part of it
  useEffect(() => {
    if (deadlineMs === null) return;
    const slept = createSleepMeter();
    const timer = setInterval(() => tell({ type: "tick", nowMs: performance.now(), sleptMs: slept() }), TICK_MS);
    return () => clearInterval(timer);
  }, [deadlineMs, tell]);

  const endedId = polls.end;
  useEffect(() => {
    if (endedId === null) return;
    return pollPos((signal) => getPayment(at, endedId, signal), {
      onAnswer: (payment) => tell({ type: "news", payment, nowMs: performance.now() }),
      onTrouble: () => {},
      onRefused: (trouble) => tell({ type: "not-loaded", trouble }),
    });
  }, [at, endedId, tell]);
}

async function askAbout(at: string, asked: StoredCharge, signal: AbortSignal): Promise<PosAnswer<PosPayment>> {
  if (asked.paymentId !== null) return getPayment(at, asked.paymentId, signal);
  if (isResendable(asked, Date.now())) return sendCharge(at, asked, signal);
  const message = posMessages.refusals.unconfirmed;
  return { ok: false, trouble: { kind: "refused", status: 0, code: "", message } };
}
