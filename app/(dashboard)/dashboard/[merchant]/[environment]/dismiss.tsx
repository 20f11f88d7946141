"use client";

import { X } from "lucide-react";
import { useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import type { DashboardParams } from "@/components/shell/paths";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toast";
import { overviewMessages } from "@/lib/service/messages/en/overview";
import { dismissChecklist, dismissKeyNotice } from "./actions";

const { attention, checklist } = overviewMessages;

/** Hides the checklist for the whole team, after a question. */
export function DismissChecklist({ dashboard }: { dashboard: DashboardParams }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label={checklist.dismiss} onClick={() => setOpen(true)}>
        <X aria-hidden="true" strokeWidth={1.5} className="size-4" />
      </IconButton>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={checklist.question}
        consequence={checklist.consequence}
        verb={checklist.dismiss}
        dismiss={checklist.keep}
        harmless
        onConfirm={() => dismissChecklist(dashboard, {})}
      />
    </>
  );
}

/** Hides the notice about unused keys until there is another one. */
export function DismissKeyNotice({ dashboard }: { dashboard: DashboardParams }) {
  const { run, busy } = useAction(dismissKeyNotice, {
    onRefused: ({ message }) => toast({ title: message, tone: "bad" }),
  });
  return (
    <IconButton label={attention.keys.dismiss} pending={busy} onClick={() => run(dashboard, {})}>
      <X aria-hidden="true" strokeWidth={1.5} className="size-4" />
    </IconButton>
  );
}
