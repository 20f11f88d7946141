"use client";

import { useAction } from "@/app/_kit/use-action";
import { revokeSession } from "@/app/(dashboard)/account/actions";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { accountMessages } from "@/lib/service/messages/en/account";

const text = accountMessages.sessions;

/** Ends one session without asking: signing in again is all it costs. */
export function RevokeSession({ id, device }: { id: string; device: string }) {
  const { run, busy } = useAction(revokeSession, {
    onDone: () => toast({ title: text.signedOut(device) }),
    onRefused: ({ message }) => toast({ title: message, tone: "bad" }),
  });
  return (
    <Button
      look="secondary"
      size="small"
      pending={busy}
      aria-label={text.signOutNamed(device)}
      onClick={() => run({ sessionId: id })}
    >
      {text.signOut}
    </Button>
  );
}
