"use client";

import type { DashboardParams } from "@/components/shell/paths";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ownPassword } from "@/components/ui/own-password";
import { toast } from "@/components/ui/toast";
import { teamMessages } from "@/lib/service/messages/en/team";
import { requireTwoStep } from "./actions";

/** Requires two-step sign-in of the whole team, or stops requiring it, after a password check. */
export function RequireTwoStep({ dashboard, required }: { dashboard: DashboardParams; required: boolean }) {
  const words = required ? teamMessages.twoStep.stop : teamMessages.twoStep.require;
  return (
    <ConfirmDialog
      trigger={{ children: words.open, look: "secondary" }}
      title={words.title}
      consequence={words.consequence}
      verb={words.open}
      harmless={!required}
      password
      onConfirm={(data) => requireTwoStep(dashboard, { required: !required }, ownPassword(data))}
      onDone={() => toast({ title: words.done, tone: "good" })}
    />
  );
}
