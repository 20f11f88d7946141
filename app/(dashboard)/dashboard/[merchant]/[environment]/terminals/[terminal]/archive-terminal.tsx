"use client";

import { useAction } from "@/app/_kit/use-action";
import {
  archiveTerminal,
  restoreTerminal,
} from "@/app/(dashboard)/dashboard/[merchant]/[environment]/terminals/actions";
import type { DashboardParams } from "@/components/shell/paths";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { FormError } from "@/components/ui/form-error";
import { toast } from "@/components/ui/toast";
import { terminalsMessages } from "@/lib/service/messages/en/terminals";

const { archive, restore } = terminalsMessages;

type Props = { dashboard: DashboardParams; terminal: { id: string; name: string } };

export function ArchiveTerminal({ dashboard, terminal }: Props) {
  return (
    <ConfirmDialog
      trigger={{ children: archive.open, look: "secondary" }}
      title={archive.confirmTitle(terminal.name)}
      verb={archive.confirm}
      consequence={
        <ul className="flex list-disc flex-col gap-1 ps-5">
          {archive.consequences.map((consequence) => (
            <li key={consequence}>{consequence}</li>
          ))}
        </ul>
      }
      onConfirm={() => archiveTerminal(dashboard, { terminalId: terminal.id })}
      onDone={() => toast({ title: archive.done })}
    />
  );
}

export function RestoreTerminal({ dashboard, terminal }: Props) {
  const { run, busy, failure } = useAction(restoreTerminal, {
    onDone: () => toast({ title: restore.done, detail: restore.doneDetail, tone: "good" }),
  });
  return (
    <div className="flex flex-col items-start gap-3">
      <Button look="secondary" size="small" pending={busy} onClick={() => run(dashboard, { terminalId: terminal.id })}>
        {restore.submit}
      </Button>
      <FormError>{failure?.message}</FormError>
    </div>
  );
}
