"use client";

import type { DashboardParams } from "@/components/shell/paths";
import { LoadedDialog } from "@/components/ui/loaded-dialog";
import { attentionMessages } from "@/lib/service/messages/en/attention";

const words = attentionMessages.attach;

const load = () => import("./attach-form").then((module) => module.AttachForm);

/**
 * For a customer who says they have paid: their transaction is looked up on the chain and recorded if final and ours.
 */
export function AttachTransaction({ dashboard }: { dashboard: DashboardParams }) {
  return (
    <LoadedDialog
      title={words.title}
      description={words.description}
      trigger={{ children: words.title, look: "secondary" }}
      wide
      load={load}
      content={{ dashboard }}
    />
  );
}
