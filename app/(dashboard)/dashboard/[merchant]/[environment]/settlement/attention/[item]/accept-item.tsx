"use client";

import type { DashboardParams } from "@/components/shell/paths";
import { LoadedDialog } from "@/components/ui/loaded-dialog";
import { attentionMessages } from "@/lib/service/messages/en/attention";

type Props = { dashboard: DashboardParams; itemId: string };

const words = attentionMessages.resolve;

const load = () => import("./accept-form").then((module) => module.AcceptForm);

/** Resolves an item without moving money; a note says why. */
export function AcceptItem(props: Props) {
  return (
    <LoadedDialog
      title={words.action}
      description={words.description}
      trigger={{ children: words.action, look: "secondary" }}
      load={load}
      content={props}
    />
  );
}
