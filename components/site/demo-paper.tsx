import { Amount, HeroAmount } from "@/components/ui/amount";
import { Ledger, LedgerLine } from "@/components/ui/ledger";
import { LocalTime } from "@/components/ui/local-time";
import { Roll } from "@/components/ui/paper";
import { Qr } from "@/components/ui/qr";
import { ShortId } from "@/components/ui/short-id";
import { STATUS_COLOURS, STATUS_LABELS, StatusMark } from "@/components/ui/status-mark";
import type { IntentStatus } from "@/lib/payments/intents/state";
import { demoMessages } from "@/lib/service/messages/en/site";

type DemoIntent = { id: string; amount: string; uri: string };

export type DemoStep =
  | { name: "idle" }
  | { name: "asking" }
  | { name: "waiting"; intent: DemoIntent }
  | { name: "over"; intent: DemoIntent; status: IntentStatus; at: string };

/** The paper of the demo: blank, then a payment with its QR code, then a receipt; always of the same size. */
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
        <span>{STATUS_LABELS[status]}</span>
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
      <p className="text-14 text-ink-2">{demoMessages.blank}</p>
    </div>
  );
}

function Request({ intent }: { intent: DemoIntent }) {
  return (
    <div className="flex w-full max-w-64 flex-col items-center gap-3 pb-5">
      <Qr value={intent.uri} title={demoMessages.qr(intent.amount)} />
      <p className="text-center text-14 whitespace-nowrap text-ink-2">{demoMessages.waiting}</p>
    </div>
  );
}

function Ended({ step }: { step: Extract<DemoStep, { name: "over" }> }) {
  return (
    <div className="flex w-full flex-1 flex-col justify-between gap-4 px-6 pt-6 pb-5">
      <Ledger>
        <LedgerLine name={demoMessages.amount} strong>
          <Amount value={step.intent.amount} />
        </LedgerLine>
        <LedgerLine name={STATUS_LABELS[step.status]}>
          <LocalTime iso={step.at} />
        </LedgerLine>
        <LedgerLine name={demoMessages.payment}>
          <ShortId id={step.intent.id} name={demoMessages.paymentId} />
        </LedgerLine>
      </Ledger>
      <p className="text-center text-14">
        <a href={`/pay/${step.intent.id}`} className="text-verdigris underline underline-offset-4">
          {demoMessages.open}
        </a>
      </p>
      <p className="border-t border-dashed border-ink-2/60 pt-4 text-center text-14 text-ink-2">
        {demoMessages.noMoney}
      </p>
    </div>
  );
}
