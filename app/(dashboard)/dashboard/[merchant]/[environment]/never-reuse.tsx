"use client";

import type { DashboardParams } from "@/components/shell/paths";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { walletMessages } from "@/lib/service/messages/en/wallet";
import { setNeverReuse } from "./settlement/actions";

type Props = { dashboard: DashboardParams; neverReuse: boolean; kind: "list" | "xpub" | null; canChange: boolean };

const { on, off, done } = walletMessages.reuse;

/** Whether an address may serve a second payment; the owner changes it, the others read it. */
export function NeverReuse({ dashboard, neverReuse, kind, canChange }: Props) {
  const next = neverReuse ? on : off;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="flex min-w-0 flex-1 basis-72 flex-col gap-1 text-14">
        <p className="font-medium">{neverReuse ? off.title : on.title}</p>
        <p className="max-w-measure text-pretty text-ink-2">{neverReuse ? off.text : on.text}</p>
      </div>
      {canChange && (
        <ConfirmDialog
          trigger={{ children: next.action, look: "secondary" }}
          title={next.question}
          verb={next.action}
          harmless
          consequence={neverReuse ? on.text : `${off.text} ${off.consequence[kind ?? "list"]}`}
          onConfirm={() => setNeverReuse(dashboard, { neverReuse: !neverReuse })}
          onDone={() => toast({ title: done, tone: "good" })}
        />
      )}
    </div>
  );
}
