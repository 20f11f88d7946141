"use client";

import { useAction } from "@/app/_kit/use-action";
import { revokeDevice } from "@/app/(dashboard)/account/actions";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";

/** Signs one device out without asking: signing in again is all that it costs. */
export function RevokeDevice({ id, device }: { id: string; device: string }) {
  const { run, busy } = useAction(revokeDevice, {
    onDone: () => toast({ title: `${device} was signed out` }),
    onRefused: ({ message }) => toast({ title: message, tone: "bad" }),
  });
  return (
    <Button
      look="secondary"
      size="small"
      pending={busy}
      aria-label={`Sign out ${device}`}
      onClick={() => run({ sessionId: id })}
    >
      Sign out
    </Button>
  );
}
