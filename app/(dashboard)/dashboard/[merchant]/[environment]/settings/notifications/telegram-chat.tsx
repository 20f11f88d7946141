"use client";

import { useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import type { DashboardParams } from "@/components/shell/paths";
import { Button, buttonClass } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { FormError } from "@/components/ui/form-error";
import { toast } from "@/components/ui/toast";
import { notificationsMessages } from "@/lib/service/messages/en/notifications";
import { disconnectTelegram, finishTelegram, sendTestNotification, startTelegram } from "./actions";

const messages = notificationsMessages.telegram;

/** Connects the bot to a chat of the member; `chat`: the connected one's name. */
export function TelegramChat({ dashboard, chat }: { dashboard: DashboardParams; chat: string | null }) {
  const [link, setLink] = useState<string | null>(null);
  const starting = useAction(startTelegram, { onDone: (started) => setLink(started.link), refresh: false });
  const finishing = useAction(finishTelegram, {
    onDone: () => {
      setLink(null);
      toast({ title: messages.connected, tone: "good" });
    },
  });
  const testing = useAction(sendTestNotification, {
    onDone: () => toast({ title: messages.tested, tone: "good" }),
    refresh: false,
  });
  const failure = (chat ? testing : link ? finishing : starting).failure;
  return (
    <div className="flex flex-col items-start gap-4 text-14">
      {failure && <FormError>{failure.message}</FormError>}
      {chat ? (
        <>
          <p className="wrap-anywhere">{messages.to(chat)}</p>
          <div className="flex flex-wrap gap-2">
            <Button
              look="secondary"
              size="small"
              pending={testing.busy}
              onClick={() => testing.run(dashboard, { channel: "telegram" })}
            >
              {messages.test}
            </Button>
            <ConfirmDialog
              trigger={{ children: messages.disconnect, look: "secondary", size: "small" }}
              title={messages.question}
              verb={messages.disconnect}
              consequence={messages.consequence}
              onConfirm={() => disconnectTelegram(dashboard, {})}
              onDone={() => toast({ title: messages.disconnected })}
            />
          </div>
        </>
      ) : link ? (
        <>
          <p className="max-w-measure text-ink-2">{messages.steps}</p>
          <div className="flex flex-wrap items-center gap-4">
            <a
              href={link}
              target="_blank"
              rel="noreferrer"
              className={buttonClass({ look: "secondary", size: "small" })}
            >
              {messages.open}
            </a>
            <Button size="small" pending={finishing.busy} onClick={() => finishing.run(dashboard, {})}>
              {messages.done}
            </Button>
          </div>
        </>
      ) : (
        <Button look="secondary" size="small" pending={starting.busy} onClick={() => starting.run(dashboard, {})}>
          {messages.connect}
        </Button>
      )}
    </div>
  );
}
