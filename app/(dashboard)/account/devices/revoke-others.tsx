"use client";

import { revokeOtherSessions } from "@/app/(dashboard)/account/actions";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { accountMessages } from "@/lib/service/messages/en/account";

const text = accountMessages.sessions.others;

export function RevokeOthers({ count }: { count: number }) {
  return (
    <ConfirmDialog
      trigger={{ children: text.open, look: "secondary" }}
      title={text.title(count)}
      consequence={text.consequence}
      verb={text.submit}
      onConfirm={() => revokeOtherSessions({})}
      onDone={() => toast({ title: text.done })}
    />
  );
}
