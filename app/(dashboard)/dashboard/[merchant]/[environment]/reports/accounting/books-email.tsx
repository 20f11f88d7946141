"use client";

import { useAction } from "@/app/_kit/use-action";
import type { DashboardParams } from "@/components/shell/paths";
import { Button } from "@/components/ui/button";
import { Note } from "@/components/ui/note";
import { toast } from "@/components/ui/toast";
import { accountingMessages } from "@/lib/service/messages/en/accounting";
import { subscribeToBooks, unsubscribeFromBooks } from "./actions";

const messages = accountingMessages.email;

/** Subscribes to the accounting export of each month by email, or ends that. */
export function BooksEmail({ dashboard, subscribed }: { dashboard: DashboardParams; subscribed: boolean }) {
  const { run, busy, failure } = useAction(subscribed ? unsubscribeFromBooks : subscribeToBooks, {
    onDone: () => toast(subscribed ? { title: messages.unsubscribed } : { title: messages.subscribed, tone: "good" }),
  });
  return (
    <div className="flex flex-col items-start gap-3">
      {failure && <Note tone="brick">{failure.message}</Note>}
      <Button
        look={subscribed ? "secondary" : "primary"}
        size="small"
        pending={busy}
        onClick={() => run(dashboard, {})}
      >
        {subscribed ? messages.unsubscribe : messages.subscribe}
      </Button>
    </div>
  );
}
