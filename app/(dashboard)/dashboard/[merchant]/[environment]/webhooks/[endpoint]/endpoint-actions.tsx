"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import {
  deleteEndpoint,
  disableEndpoint,
  enableEndpoint,
} from "@/app/(dashboard)/dashboard/[merchant]/[environment]/webhooks/actions";
import { type DashboardParams, pathTo } from "@/components/shell/paths";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Menu } from "@/components/ui/menu";
import type { MenuItem } from "@/components/ui/menu-popup";
import { ownPassword } from "@/components/ui/own-password";
import { toast } from "@/components/ui/toast";
import { webhooksMessages } from "@/lib/service/messages/en/webhooks";

const { endpoint: words } = webhooksMessages;

type Props = { dashboard: DashboardParams; endpointId: string; off: boolean; waiting: number };

/** Enables, disables and deletes an endpoint. */
export function EndpointActions({ dashboard, endpointId, off, waiting }: Props) {
  const router = useRouter();
  const sayEnabled = () => toast({ title: words.enabled.title, detail: words.enabled.text, tone: "good" });
  const [asking, setAsking] = useState<"off" | "delete" | null>(null);
  const on = useAction(enableEndpoint, {
    onDone: sayEnabled,
    onRefused: ({ message }) => toast({ title: words.notEnabled, detail: message, tone: "bad" }),
  });
  const items: MenuItem[] = [
    ...(off ? [] : [{ label: words.disable.verb, onSelect: () => setAsking("off") }]),
    { label: words.delete.verb, danger: true, onSelect: () => setAsking("delete") },
  ];
  const close = (open: boolean) => !open && setAsking(null);
  return (
    <>
      {off && dashboard.environment === "sandbox" && (
        <Button look="primary" size="small" pending={on.busy} onClick={() => on.run(dashboard, { endpointId })}>
          {words.enable}
        </Button>
      )}
      {off && dashboard.environment === "live" && (
        <ConfirmDialog
          trigger={{ children: words.enable, look: "primary" }}
          title={words.enableLive.title}
          verb={words.enable}
          consequence={words.enableLive.text}
          harmless
          password
          onConfirm={(data) => enableEndpoint(dashboard, { endpointId }, ownPassword(data))}
          onDone={sayEnabled}
        />
      )}
      <Menu label={words.moreActions} items={items} look="secondary" />
      <ConfirmDialog
        open={asking === "off"}
        onOpenChange={close}
        title={words.disable.title}
        verb={words.disable.verb}
        consequence={words.disable.text(waiting)}
        onConfirm={() => disableEndpoint(dashboard, { endpointId })}
        onDone={() => toast({ title: words.disable.done })}
      />
      <ConfirmDialog
        open={asking === "delete"}
        onOpenChange={close}
        title={words.delete.title}
        verb={words.delete.verb}
        consequence={words.delete.text}
        onConfirm={() => deleteEndpoint(dashboard, { endpointId })}
        onDone={() => {
          toast({ title: words.delete.done });
          router.push(pathTo(dashboard, "webhooks"));
        }}
        refresh={false}
      />
    </>
  );
}
