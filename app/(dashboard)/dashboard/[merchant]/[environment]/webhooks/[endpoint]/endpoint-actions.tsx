"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import {
  deleteEndpoint,
  disableEndpoint,
  enableEndpoint,
} from "@/app/(dashboard)/dashboard/[merchant]/[environment]/webhooks/actions";
import { type Place, pathTo } from "@/components/shell/paths";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Menu, type MenuItem } from "@/components/ui/menu";
import { toast } from "@/components/ui/toast";

type Props = { scope: Place; endpointId: string; off: boolean; waiting: number };

/** What can be done with an endpoint beside looking at it. */
export function EndpointActions({ scope, endpointId, off, waiting }: Props) {
  const router = useRouter();
  const [asking, setAsking] = useState<"off" | "delete" | null>(null);
  const on = useAction(enableEndpoint, {
    onDone: () => toast({ title: "Endpoint switched on", detail: "What it missed can be sent again.", tone: "good" }),
    onRefused: ({ message }) => toast({ title: "Still switched off", detail: message, tone: "bad" }),
  });
  const items: MenuItem[] = [
    ...(off ? [] : [{ label: "Switch off", onSelect: () => setAsking("off") }]),
    { label: "Delete endpoint", danger: true, onSelect: () => setAsking("delete") },
  ];
  const close = (open: boolean) => !open && setAsking(null);
  return (
    <>
      {off && (
        <Button look="primary" size="small" pending={on.busy} onClick={() => on.run(scope, { endpointId })}>
          Switch on
        </Button>
      )}
      <Menu label="More actions" items={items} look="secondary" />
      <ConfirmDialog
        open={asking === "off"}
        onOpenChange={close}
        title="Switch this endpoint off?"
        verb="Switch off"
        consequence={`Nothing is sent to it from now on. ${waitingWords(waiting)} What happens meanwhile is kept, and all of it can be sent once it is on again.`}
        onConfirm={() => disableEndpoint(scope, { endpointId })}
        onDone={() => toast({ title: "Endpoint switched off" })}
      />
      <ConfirmDialog
        open={asking === "delete"}
        onOpenChange={close}
        title="Delete this endpoint?"
        verb="Delete endpoint"
        consequence="Nothing is sent to it any more, its secret is worth nothing, and its log of deliveries goes with it. This cannot be undone. To pause it, switch it off instead."
        onConfirm={() => deleteEndpoint(scope, { endpointId })}
        onDone={() => {
          toast({ title: "Endpoint deleted" });
          router.push(pathTo(scope, "webhooks"));
        }}
        refresh={false}
      />
    </>
  );
}

function waitingWords(waiting: number): string {
  if (waiting === 0) return "";
  return waiting === 1
    ? "One event that waits for it ends as failed."
    : `${waiting} events that wait for it end as failed.`;
}
