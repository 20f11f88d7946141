"use client";

import { LoadedDialog } from "@/components/ui/loaded-dialog";
import type { refundWalletMessages } from "@/lib/service/messages/en/refund-wallet";
import type { SetProps } from "./set-form";

const load = () => import("./set-form").then((module) => module.SetForm);

/** The page gives the words, which are few of many: they are in its data rather than its scripts. */
type Props = SetProps & {
  label: string;
  words: Pick<typeof refundWalletMessages.form, "setTitle" | "changeTitle" | "description">;
};

/** A button that opens the form for the refund wallet's address. */
export function SetRefundWallet({ label, words, ...props }: Props) {
  return (
    <LoadedDialog
      title={props.isSet ? words.changeTitle : words.setTitle}
      description={words.description}
      trigger={{ children: label, look: "secondary" }}
      insist
      wide
      load={load}
      content={props}
    />
  );
}
