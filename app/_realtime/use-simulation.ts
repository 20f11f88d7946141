"use client";

import { useState } from "react";
import type { Outcome } from "@/components/checkout/outcomes";
import { simulatePayment } from "./call-service";
import { actionTroubleLabel } from "./trouble-labels";

type Answer = Awaited<ReturnType<typeof simulatePayment>>;

/** Simulates a sandbox payment: the outcome in progress, and a message when it failed. */
export function useSimulation(id: string, onAnswer: (answer: Answer) => void) {
  const [busyWith, setBusyWith] = useState<Outcome | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  async function simulate(outcome: Outcome) {
    setBusyWith(outcome);
    setFailure(null);
    const answer = await simulatePayment(id, outcome);
    setBusyWith(null);
    if (!answer.ok) setFailure(actionTroubleLabel(answer.trouble));
    onAnswer(answer);
  }

  return { busyWith, failure, simulate };
}
