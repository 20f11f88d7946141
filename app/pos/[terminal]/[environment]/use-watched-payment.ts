"use client";

import { type Dispatch, type SetStateAction, useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { watchIntent } from "@/app/_realtime/watch-intent";
import type { Trouble } from "@/lib/customer/browser/call";
import { deadlineFrom } from "@/lib/customer/checkout/clock";
import type { PosPayment } from "@/lib/payments/pos/present";
import { getPayment } from "./call-pos";
import { keepAsking } from "./keep-asking";
import { type Deadline, useTimeLeft } from "./use-time-left";

/** The status endpoint omits partial payments, so every second answer the payment itself is loaded. */
const LOOK_EVERY_ANSWERS = 2;

/** Watches a pending payment. `onPaid` is called when it becomes paid, and not for one that already was. */
export function useWatchedPayment(
  at: string,
  payment: PosPayment | null,
  setPayment: Dispatch<SetStateAction<PosPayment | null>>,
  onPaid: () => void,
) {
  const [deadline, setDeadline] = useState<Deadline | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const paid = useEffectEvent(onPaid);
  const id = payment?.id;
  const pending = payment?.status === "pending";

  /** Shows news of the payment that is shown; news of another one, and older news, change nothing. */
  const take = useCallback(
    (news: PosPayment) =>
      setPayment((was) =>
        was?.id === news.id && (was.status === "pending" || news.status === was.status) ? news : was,
      ),
    [setPayment],
  );

  const look = useCallback(async () => {
    if (!id) return;
    const answer = await getPayment(at, id);
    if (answer.ok) take(answer.body);
    else if (answer.trouble.status === 401) location.reload();
  }, [at, id, take]);

  const hear = useCallback(
    (left: number) =>
      setDeadline((was) => {
        if (!id) return was;
        const known = was?.id === id ? was.atMs : null;
        const atMs = deadlineFrom(known, performance.now(), left);
        return was !== null && atMs === known ? was : { id, atMs };
      }),
    [id],
  );
  const sleep = useCallback((ms: number) => setDeadline((was) => was && { ...was, atMs: was.atMs - ms }), []);
  const told = payment?.secondsLeft ?? 0;
  useEffect(() => {
    if (pending) hear(told);
  }, [pending, told, hear]);

  useEffect(() => {
    if (!id || !pending) return;
    let answers = 0;
    const watch = watchIntent(id, {
      onTrouble: setTrouble,
      onAnswer: ({ status }, left) => {
        answers += 1;
        if (status !== "pending") setPayment((was) => (was?.id === id ? { ...was, status } : was));
        else if (answers % LOOK_EVERY_ANSWERS === 0) look();
        if (left !== null) hear(left);
      },
    });
    return () => {
      watch.stop();
      setTrouble(null);
    };
  }, [id, pending, look, hear, setPayment]);

  const unknownEnd = id !== undefined && !pending && payment?.endedAt === null;
  useEffect(() => {
    if (!unknownEnd) return;
    const stop = keepAsking((signal) => getPayment(at, id, signal), {
      onAnswer: take,
      onTrouble: setTrouble,
      onRefused: ({ status }) => status === 401 && location.reload(),
    });
    return () => {
      stop();
      setTrouble(null);
    };
  }, [at, id, unknownEnd, take]);

  const waited = useRef<string | null>(null);
  const status = payment?.status;
  useEffect(() => {
    if (id && status === "pending") waited.current = id;
    if (id && status === "paid" && waited.current === id) paid();
    if (status !== "pending") waited.current = null;
  }, [id, status]);

  const own = pending && deadline?.id === id ? deadline : null;
  const secondsLeft = useTimeLeft(own, told, sleep);
  return { secondsLeft, trouble, look, take };
}
