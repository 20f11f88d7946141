"use client";

import { removePasskey } from "@/app/(dashboard)/account/actions";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ownPassword } from "@/components/ui/own-password";
import { toast } from "@/components/ui/toast";
import { accountMessages } from "@/lib/service/messages/en/account";

const text = accountMessages.passkeys;

/** Removes a passkey after a password check. */
export function RemovePasskey({ id, name }: { id: string; name: string }) {
  return (
    <ConfirmDialog
      trigger={{ children: text.remove, look: "ghost", "aria-label": text.removeNamed(name) }}
      title={text.removeTitle(name)}
      consequence={text.removeConsequence}
      verb={text.removeSubmit}
      password
      onConfirm={(data) => removePasskey({ passkeyId: id }, ownPassword(data))}
      onDone={() => toast({ title: text.removed(name) })}
    />
  );
}
