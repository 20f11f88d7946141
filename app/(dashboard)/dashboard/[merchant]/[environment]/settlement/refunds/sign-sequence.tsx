"use client";

import { useRef, useState } from "react";
import {
  prepareRefundTransaction,
  sendSigned,
} from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/actions";
import { type Outcome, SendResults } from "@/components/funds/send-results";
import { type Signed, signWithTronLink } from "@/components/funds/tronlink";
import { describeFault, TronLinkAbsent } from "@/components/funds/tronlink-fault";
import type { DashboardParams } from "@/components/shell/paths";
import { Button } from "@/components/ui/button";
import { callFailure } from "@/components/ui/call-failure";
import { useKeepOpen } from "@/components/ui/dialog-hold";
import { FormError } from "@/components/ui/form-error";
import { displayAmount } from "@/lib/base/values/money";
import { signingMessages } from "@/lib/service/messages/en/signing";
import type { RefundPlan } from "@/lib/settlement/funds/plan-refunds";

const words = signingMessages.sequence;

type Refund = RefundPlan["refunds"][number];

/** `kept`: what was signed and may have been sent, or can be sent again; it isn't signed a second time. */
type Result = Pick<Outcome, "fault" | "isUnclear" | "isRepeated"> & { kept: Signed | null };

/** Why no further refund can be signed for now. `refund`: the one at which it happened. */
type Pause = { text: string | null; refund: Refund; isOtherAccount: boolean };

type Props = { dashboard: DashboardParams; refunds: readonly Refund[]; onSent: () => void };

/**
 * Signs refunds with TronLink one after the other and sends each. One that is declined or refused doesn't end it; it
 * pauses where the next ones would fail too, such as while another account is selected.
 */
export function SignSequence({ dashboard, refunds, onSent }: Props) {
  // the plan may change until the first one is signed
  const [begun, setBegun] = useState<readonly Refund[] | null>(null);
  const all = begun ?? refunds;
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map());
  const [progress, setProgress] = useState<string | null>(null);
  const [pause, setPause] = useState<Pause | null>(null);
  const [isStopping, setStopping] = useState(false);
  const stopped = useRef(false);
  const busy = progress !== null;
  useKeepOpen("act", busy);

  const run = async (queue: readonly Refund[]) => {
    setBegun(all);
    setPause(null);
    setStopping(false);
    stopped.current = false;
    for (const [index, refund] of queue.entries()) {
      if (stopped.current) break;
      const kept = results.get(refund.refundId)?.kept ?? null;
      const { amountMicros, to } = refund;
      setProgress(
        kept
          ? words.resending(index + 1, queue.length)
          : words.progress(index + 1, queue.length, displayAmount(amountMicros), to),
      );
      const made = await signAndSend(dashboard, refund, kept);
      if ("refund" in made) {
        setPause(made);
        break;
      }
      if (made.fault === null) onSent();
      setResults((before) => new Map([...before, [refund.refundId, made]]));
    }
    setProgress(null);
  };

  const skip = (from: string) => {
    const skipped = { fault: words.skipped, isUnclear: false, isRepeated: false, kept: null };
    const own = all.filter((refund) => refund.from === from && !results.has(refund.refundId));
    setPause(null);
    setResults((before) => new Map([...before, ...own.map(({ refundId }) => [refundId, skipped] as const)]));
  };

  const waiting = all.filter(({ refundId }) => !results.has(refundId));
  const unsent = all.filter(({ refundId }) => (results.get(refundId)?.fault ?? null) !== null);
  const isBegun = results.size > 0;
  return (
    <div className="flex w-full min-w-0 flex-col items-start gap-3">
      {!isBegun && !busy && all.length > 1 && <p className="max-w-measure text-14 text-ink-2">{words.text}</p>}
      {(isBegun || busy) && (
        <SendResults
          all={all.length}
          outcomes={all.flatMap((refund) => toOutcome(refund, results.get(refund.refundId)))}
          busy={busy}
          progress={isStopping ? words.stopping : (progress ?? undefined)}
          stopped={words.stopped(waiting.length)}
        />
      )}
      <FormError>{pause?.text}</FormError>
      {pause && pause.text === null && <TronLinkAbsent />}
      <div className="flex flex-wrap gap-2">
        {busy && !isStopping && (
          <Button
            look="secondary"
            size="small"
            onClick={() => {
              stopped.current = true;
              setStopping(true);
            }}
          >
            {words.stop}
          </Button>
        )}
        {!busy && waiting.length > 0 && (
          <Button size="small" onClick={() => run(waiting)}>
            {isBegun || pause ? words.resume : words.start(waiting.length)}
          </Button>
        )}
        {!busy && pause?.isOtherAccount && (
          <Button look="secondary" size="small" onClick={() => skip(pause.refund.from)}>
            {words.skip}
          </Button>
        )}
        {!busy && waiting.length === 0 && unsent.length > 0 && (
          <Button look="secondary" size="small" onClick={() => run(unsent)}>
            {words.retry(unsent.length)}
          </Button>
        )}
      </div>
    </div>
  );
}

async function signAndSend(dashboard: DashboardParams, refund: Refund, kept: Signed | null): Promise<Result | Pause> {
  const signed = kept ?? (await sign(dashboard, refund));
  if (!("signature" in signed)) return signed;
  const sent = await sendSigned(dashboard, signed).catch(callFailure);
  if (sent.ok) return { fault: null, isUnclear: false, isRepeated: sent.data.isRepeated, kept: null };
  const isUnclear = sent.code === "api_error";
  return refused(sent.message, { isUnclear, kept: sent.canSendAgain || isUnclear ? signed : null });
}

async function sign(dashboard: DashboardParams, refund: Refund): Promise<Signed | Result | Pause> {
  const pause = { refund, isOtherAccount: false };
  const prepared = await prepareRefundTransaction(dashboard, { refundId: refund.refundId }).catch(callFailure);
  if (!prepared.ok)
    return prepared.code === "api_error" ? { ...pause, text: prepared.message } : refused(prepared.message);
  const { from, transaction } = prepared.data;
  const signed = await signWithTronLink(from, transaction);
  if (!("kind" in signed)) return signed;
  switch (signed.kind) {
    case "absent":
      return { ...pause, text: null };
    case "busy":
      return { ...pause, text: describeFault(signed, from) };
    case "wrong_account":
      return { ...pause, text: describeFault(signed, from), isOtherAccount: true };
    default:
      return refused(describeFault(signed, from));
  }
}

function refused(fault: string, { isUnclear = false, kept = null }: Partial<Pick<Result, "isUnclear" | "kept">> = {}) {
  return { fault, isUnclear, isRepeated: false, kept };
}

function toOutcome({ refundId, from, to, amountMicros }: Refund, result: Result | undefined): Outcome[] {
  return result ? [{ ...result, id: refundId, from, to, amount: displayAmount(amountMicros) }] : [];
}
