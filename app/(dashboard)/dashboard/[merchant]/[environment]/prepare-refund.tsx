"use client";

import { LoadedDialog } from "@/components/ui/loaded-dialog";
import { attentionMessages } from "@/lib/service/messages/en/attention";
import type { RefundProps } from "./refund-form";

const load = () => import("./refund-form").then((module) => module.RefundForm);

const words = attentionMessages.refund;

/** Records where a refund goes and how much. It is signed elsewhere; the page then shows what to sign. */
export function PrepareRefund(props: RefundProps) {
  return (
    <LoadedDialog
      title={words.title}
      description={words.descriptions[props.dashboard.environment]}
      trigger={{ children: words.action, look: "secondary" }}
      insist
      wide
      load={load}
      content={props}
    />
  );
}
