"use client";

import { useAction } from "@/app/_kit/use-action";
import {
  archiveTerminal,
  restoreTerminal,
} from "@/app/(dashboard)/dashboard/[merchant]/[environment]/terminals/actions";
import type { Place } from "@/components/shell/paths";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { FormError } from "@/components/ui/form-error";
import { toast } from "@/components/ui/toast";

type Props = { scope: Place; terminal: { id: string; name: string } };

export function ArchiveTerminal({ scope, terminal }: Props) {
  return (
    <ConfirmDialog
      trigger={{ children: "Archive terminal", look: "secondary" }}
      title={`Archive ${terminal.name}?`}
      verb="Archive terminal"
      consequence={
        <ul className="flex list-disc flex-col gap-1 ps-5">
          <li>Its keys, in sandbox and live, stop at once and for good.</li>
          <li>Its devices are signed out of the keypad at once.</li>
          <li>Payments that are open now can still be paid, and end in their own time.</li>
          <li>Its payments, reports and figures stay.</li>
        </ul>
      }
      onConfirm={() => archiveTerminal(scope, { terminalId: terminal.id })}
      onDone={() => toast({ title: "Terminal archived" })}
    />
  );
}

export function RestoreTerminal({ scope, terminal }: Props) {
  const { run, busy, failure } = useAction(restoreTerminal, {
    onDone: () => toast({ title: "Terminal restored", detail: "Issue a key to use it again.", tone: "good" }),
  });
  return (
    <div className="flex flex-col items-start gap-3">
      <Button look="secondary" size="small" pending={busy} onClick={() => run(scope, { terminalId: terminal.id })}>
        Restore terminal
      </Button>
      <FormError>{failure?.message}</FormError>
    </div>
  );
}
