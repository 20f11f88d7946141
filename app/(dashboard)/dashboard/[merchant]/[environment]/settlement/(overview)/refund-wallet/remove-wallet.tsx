"use client";

import { LoadedDialog } from "@/components/ui/loaded-dialog";
import { refundWalletMessages } from "@/lib/service/messages/en/refund-wallet";
import type { RemoveProps } from "./remove-form";

const load = () => import("./remove-form").then((module) => module.RemoveForm);

const words = refundWalletMessages.remove;

/** A button that asks whether the refund wallet is to be removed. */
export function RemoveRefundWallet(props: RemoveProps) {
  return (
    <LoadedDialog
      title={words.title}
      description={words.text}
      trigger={{ children: words.action, look: "risky", size: "small" }}
      insist
      load={load}
      content={props}
    />
  );
}
