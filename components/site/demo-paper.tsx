import { Amount, HeroAmount } from "@/components/ui/amount";
import { Ledger, LedgerLine } from "@/components/ui/ledger";
import { LocalTime } from "@/components/ui/local-time";
import { Roll } from "@/components/ui/paper";
import { Qr } from "@/components/ui/qr";
import { ShortId } from "@/components/ui/short-id";
import { STATUS_COLOURS, STATUS_WORDS, StatusMark } from "@/components/ui/status-mark";
import type { IntentStatus } from "@/lib/intents/state";

type DemoIntent = { id: string; amount: string; uri: string };

export type DemoStep =
  | { name: "idle" }
  | { name: "asking" }
  | { name: "waiting"; intent: DemoIntent }
  | { name: "over"; intent: DemoIntent; status: IntentStatus; at: string };

/** The strip of paper of the demo: blank, then a request for payment, then its receipt; the same size all along. */
export function DemoPaper({ step }: { step: DemoStep }) {
  const shown = step.name === "over" ? step.status : "pending";
  return (
    <Roll key={shown} slides={step.name === "over"}>
      <div className="flex min-h-114 flex-col items-center">
        {step.name === "idle" || step.name === "asking" ? (
          <Blank />
        ) : (
          <>
            <Head status={shown} amount={step.intent.amount} />
            {step.name === "waiting" ? <Request intent={step.intent} /> : <Ended step={step} />}
          </>
        )}
      </div>
    </Roll>
  );
}

function Head({ status, amount }: { status: IntentStatus; amount: string }) {
  const paid = status === "paid";
  return (
    <div className={`flex w-full flex-col items-center gap-3 pt-6 pb-4 ${paid ? "bg-paid text-white" : ""}`}>
      <p role="status" className={`flex items-center gap-2 text-16 font-medium ${paid ? "" : STATUS_COLOURS[status]}`}>
        <StatusMark status={status} className="size-5" />
        {STATUS_WORDS[status]}
      </p>
      <p>
        <HeroAmount value={amount} />
      </p>
    </div>
  );
}

function Blank() {
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-5 px-6 text-center">
      <div
        aria-hidden="true"
        className="flex size-40 items-center justify-center rounded-till border border-dashed border-ink/30"
      >
        <span className="figures text-28 text-ink-2">0.00</span>
      </div>
      <p className="text-14 text-ink-2">
        The button asks this very service for a payment of a few USDT. A simulated customer pays it six seconds later.
      </p>
    </div>
  );
}

function Request({ intent }: { intent: DemoIntent }) {
  return (
    <div className="flex w-full max-w-64 flex-col items-center gap-3 pb-5">
      <Qr value={intent.uri} title={`QR code of a demo payment of ${intent.amount} USDT`} />
      <p className="text-center text-14 whitespace-nowrap text-ink-2">The simulated customer pays in a moment.</p>
    </div>
  );
}

function Ended({ step }: { step: Extract<DemoStep, { name: "over" }> }) {
  return (
    <div className="flex w-full flex-1 flex-col justify-between gap-4 px-6 pt-6 pb-5">
      <Ledger>
        <LedgerLine name="Amount" strong>
          <Amount value={step.intent.amount} />
        </LedgerLine>
        <LedgerLine name={STATUS_WORDS[step.status]}>
          <LocalTime iso={step.at} />
        </LedgerLine>
        <LedgerLine name="Payment">
          <ShortId id={step.intent.id} name="the payment's id" />
        </LedgerLine>
      </Ledger>
      <p className="text-center text-14">
        <a href={`/pay/${step.intent.id}`} className="text-verdigris underline underline-offset-4">
          See it as the customer does
        </a>
      </p>
      <p className="border-t border-dashed border-ink-2/60 pt-4 text-center text-14 text-ink-2">
        Sandbox: no real money moved.
      </p>
    </div>
  );
}
