"use client";

import { revokeOtherDevices } from "@/app/(dashboard)/account/actions";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";

export function RevokeOthers({ count }: { count: number }) {
  return (
    <ConfirmDialog
      trigger={{ children: "Sign out all others", look: "secondary" }}
      title={count === 1 ? "Sign the other device out?" : `Sign ${count} other devices out?`}
      consequence="They are out at once, in the middle of whatever they do. This device stays signed in."
      verb="Sign out"
      onConfirm={() => revokeOtherDevices({})}
      onDone={() => toast({ title: "Only this device is signed in" })}
    />
  );
}
