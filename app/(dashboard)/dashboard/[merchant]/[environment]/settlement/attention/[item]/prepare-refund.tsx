"use client";

import type { Scope } from "@/components/shell/paths";
import { LoadedDialog } from "@/components/ui/loaded-dialog";
import { attentionMessages } from "@/lib/service/messages/en/attention";

export type RefundProps = {
  scope: Scope;
  itemId: string;
  /** decimal text; null: refunds of all of an overpayment are prepared or sent */
  suggested: string | null;
  /** decimal text */
  most: string;
  /** what is left at the address, with two places or more; null: enough, as far as is known */
  left: string | null;
  /** base58, left by the customer and not confirmed yet: it fills the field only when pressed */
  customerAddress: string | null;
};

const load = () => import("./refund-form").then((module) => module.RefundForm);

const words = attentionMessages.refund;

/** Records where a refund goes and how much. It is signed elsewhere; the page then shows what to sign. */
export function PrepareRefund(props: RefundProps) {
  return (
    <LoadedDialog
      title={words.title}
      description={words.descriptions[props.scope.environment]}
      trigger={{ children: words.action, look: "secondary" }}
      insist
      wide
      load={load}
      content={props}
    />
  );
}
