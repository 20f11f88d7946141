"use client";

import { type Dispatch, type SetStateAction, useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { watchIntent } from "@/app/_realtime/watch-intent";
import type { Trouble } from "@/lib/browser/call";
import type { PosPayment } from "@/lib/pos/present";
import { getPayment } from "./call-pos";
import { keepAsking } from "./keep-asking";

/** The status endpoint omits partial payments, so every second answer the payment itself is loaded. */
const LOOK_EVERY_ANSWERS = 2;
/** The server's `Date` header has whole seconds, so smaller differences are ignored. */
const CLOCK_SLACK_MS = 1_500;

/** Watches a pending payment. `onPaid` is called when it becomes paid, and not for one that already was. */
export function useWatchedPayment(
  at: string,
  payment: PosPayment | null,
  setPayment: Dispatch<SetStateAction<PosPayment | null>>,
  onPaid: () => void,
) {
  const [deadlineMs, setDeadlineMs] = useState<number | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const paid = useEffectEvent(onPaid);
  const id = payment?.id;
  const pending = payment?.status === "pending";

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

  const secondsLeft = payment?.secondsLeft;
  useEffect(() => {
    if (id && secondsLeft !== undefined) setDeadlineMs(performance.now() + secondsLeft * 1_000);
  }, [id, secondsLeft]);

  useEffect(() => {
    if (!id || !pending) return;
    let answers = 0;
    const watch = watchIntent(id, {
      onTrouble: setTrouble,
      onAnswer: ({ status }, left) => {
        answers += 1;
        if (status !== "pending") setPayment((was) => (was?.id === id ? { ...was, status } : was));
        else if (answers % LOOK_EVERY_ANSWERS === 0) look();
        if (left === null) return;
        const told = performance.now() + left * 1_000;
        setDeadlineMs((was) => (was !== null && Math.abs(was - told) < CLOCK_SLACK_MS ? was : told));
      },
    });
    return () => {
      watch.stop();
      setTrouble(null);
    };
  }, [id, pending, look, setPayment]);

  const unknownEnd = id !== undefined && !pending && payment?.endedAt === null;
  useEffect(() => {
    if (!unknownEnd) return;
    return keepAsking((signal) => getPayment(at, id, signal), {
      onAnswer: take,
      onTrouble: setTrouble,
      onRefused: ({ status }) => status === 401 && location.reload(),
    });
  }, [at, id, unknownEnd, take]);

  const waited = useRef<string | null>(null);
  const status = payment?.status;
  useEffect(() => {
    if (id && status === "pending") waited.current = id;
    if (id && status === "paid" && waited.current === id) paid();
    if (status !== "pending") waited.current = null;
  }, [id, status]);

  return { deadlineMs, trouble, look };
}
