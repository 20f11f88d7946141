"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import { type DashboardParams, pathTo } from "@/components/shell/paths";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { FormError } from "@/components/ui/form-error";
import { TextLink } from "@/components/ui/text-link";
import { toast } from "@/components/ui/toast";
import { whenReachable } from "@/lib/customer/browser/when-reachable";
import { settingsMessages } from "@/lib/service/messages/en/settings";
import { generateSamples, resetSandbox } from "./actions";

const messages = settingsMessages.business.sandbox;

/** How often the progress is updated. */
const REFRESH_MS = 2_000;

type Progress = { payments: number; paymentsBefore: number };
type Props = { dashboard: DashboardParams; name: string; progress: Progress | null; last: ReactNode };

/** Fills the sandbox with sample payments, and empties it; `progress` is that of a reset that is under way. */
export function SandboxData({ dashboard, name, progress, last }: Props) {
  const isRunning = progress !== null;
  const [added, setAdded] = useState<number | null>(null);
  const { run, busy, failure } = useAction(generateSamples, {
    onDone: ({ payments }) => {
      setAdded(payments);
      toast({ title: messages.generated(payments), tone: "good" });
    },
  });
  return (
    <div className="flex max-w-xl flex-col gap-8">
      {progress && <ResetProgress {...progress} />}
      <div className="flex flex-col items-start gap-3">
        <Button look="secondary" size="small" pending={busy} disabled={isRunning} onClick={() => run(dashboard, {})}>
          {messages.generate}
        </Button>
        <p className="text-14 text-pretty text-ink-2">{messages.generateHint}</p>
        {added !== null && !isRunning && (
          <TextLink href={pathTo(dashboard, "payments")} className="text-14">
            {messages.see}
          </TextLink>
        )}
        <FormError>{failure?.message}</FormError>
      </div>
      <div className="flex flex-col items-start gap-3">
        <ResetButton dashboard={dashboard} name={name} disabled={isRunning} />
        <p className="text-14 text-pretty text-ink-2">{messages.resetHint}</p>
        {last && (
          <p className="text-14 text-ink-2">
            {messages.last} <span>{last}</span>
          </p>
        )}
      </div>
    </div>
  );
}

function ResetButton({ dashboard, name, disabled }: { dashboard: DashboardParams; name: string; disabled: boolean }) {
  return (
    <ConfirmDialog
      trigger={{ children: messages.reset, disabled }}
      title={messages.resetTitle}
      consequence={messages.resetConsequence}
      verb={messages.reset}
      confirmation={messages.nameLabel(name)}
      onConfirm={(data) => resetSandbox(dashboard, { confirmation: String(data.get("confirmation")) })}
      onDone={() => toast({ title: messages.resetStarted })}
    />
  );
}

function ResetProgress({ payments, paymentsBefore }: Progress) {
  const router = useRouter();
  useEffect(() => {
    const reach = whenReachable(() => router.refresh());
    const timer = setInterval(reach.ask, REFRESH_MS);
    return () => {
      clearInterval(timer);
      reach.stop();
    };
  }, [router]);
  return (
    <div role="status" className="flex flex-col gap-2">
      <p className="text-14">{messages.running(payments, paymentsBefore)}</p>
      {paymentsBefore > 0 && (
        <progress
          aria-label={messages.progress}
          max={paymentsBefore}
          value={payments}
          className="h-2 w-full accent-verdigris"
        />
      )}
    </div>
  );
}
