"use client";

import { LoadedDialog } from "@/components/ui/loaded-dialog";
import { refundWalletMessages } from "@/lib/service/messages/en/refund-wallet";
import type { SetProps } from "./set-form";

const load = () => import("./set-form").then((module) => module.SetForm);

const words = refundWalletMessages.form;

/** A button that opens the form for the refund wallet's address. */
export function SetRefundWallet(props: SetProps) {
  const { isSet } = props;
  return (
    <LoadedDialog
      title={isSet ? words.changeTitle : words.setTitle}
      description={words.description}
      trigger={{
        children: isSet ? refundWalletMessages.change : refundWalletMessages.set,
        look: "secondary",
      }}
      insist
      wide
      load={load}
      content={props}
    />
  );
}
