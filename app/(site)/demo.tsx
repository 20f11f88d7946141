"use client";

import { useEffect, useRef, useState } from "react";
import { createDemoIntent, type DemoAnswer, type IntentAnswer } from "@/app/_realtime/call-service";
import { actionTroubleLabel, watchTroubleLabel } from "@/app/_realtime/trouble-labels";
import { watchIntent } from "@/app/_realtime/watch-intent";
import { DemoPaper, type DemoStep } from "@/components/site/demo-paper";
import { type Call, DemoTape } from "@/components/site/demo-tape";
import { Button } from "@/components/ui/button";
import { Note } from "@/components/ui/note";
import { displayAmount, microsFromNumber } from "@/lib/base/values/money";
import { demoMessages } from "@/lib/service/messages/en/site";

/** The time after the simulated payment until the status is read. */
const SETTLES_WITHIN_MS = 150;

/** Creates a sandbox intent on this server and watches it being paid. `uriStart` is the deep link up to the id. */
export function Demo({ uriStart }: { uriStart: string }) {
  const [step, setStep] = useState<DemoStep>({ name: "idle" });
  const [trouble, setTrouble] = useState<string | null>(null);
  const [calls, setCalls] = useState<Call[]>([]);
  const stop = useRef(() => {});

  useEffect(() => () => stop.current(), []);

  async function start() {
    stop.current();
    const startedAt = performance.now();
    const log = (name: string, answer: string) =>
      setCalls((past) => [...past, { afterMs: performance.now() - startedAt, name, answer }]);

    setTrouble(null);
    setCalls([]);
    setStep({ name: "asking" });
    const result = await createDemoIntent();
    if (!result.ok) {
      log("POST /demo-create-intent", String(result.trouble.status || demoMessages.noAnswer));
      setTrouble(actionTroubleLabel(result.trouble));
      setStep({ name: "idle" });
      return;
    }
    log("POST /demo-create-intent", "200");
    stop.current = watch(result.body, log);
  }

  function watch(demo: DemoAnswer, log: (name: string, answer: string) => void) {
    const intent = {
      id: demo.intent_id,
      amount: displayAmount(microsFromNumber(demo.amount_usdt)),
      uri: uriStart + demo.intent_id,
    };
    setStep({ name: "waiting", intent });

    const onAnswer = ({ status }: IntentAnswer) => {
      log("GET /intent-status", status);
      if (status === "pending") return;
      end();
      setStep({ name: "over", intent, status, at: new Date().toISOString() });
    };
    const watching = watchIntent(demo.intent_id, {
      onAnswer,
      onTrouble: (now) => setTrouble(now && watchTroubleLabel(now)),
    });
    const timer = setTimeout(watching.ask, demo.auto_completes_in_ms + SETTLES_WITHIN_MS);
    const end = () => {
      clearTimeout(timer);
      watching.stop();
    };
    return end;
  }

  return (
    <section aria-labelledby="demo" data-was-waiting className="mx-auto flex w-full max-w-96 flex-col gap-4">
      <h2 id="demo" className="text-16 font-semibold">
        {demoMessages.title} <span className="font-normal text-ink-2">{demoMessages.environment}</span>
      </h2>
      <DemoPaper step={step} />
      <Button busy={step.name === "asking" || step.name === "waiting"} onClick={start} className="w-full">
        {demoMessages.button[step.name]}
      </Button>
      <div role="alert" className="empty:hidden">
        {trouble !== null && <Note tone="amber">{trouble}</Note>}
      </div>
      <DemoTape calls={calls} />
    </section>
  );
}
