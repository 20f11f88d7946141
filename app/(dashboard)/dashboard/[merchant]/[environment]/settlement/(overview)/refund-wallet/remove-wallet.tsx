"use client";

import { LoadedDialog } from "@/components/ui/loaded-dialog";
import type { refundWalletMessages } from "@/lib/service/messages/en/refund-wallet";
import type { RemoveProps } from "./remove-form";

const load = () => import("./remove-form").then((module) => module.RemoveForm);

type Props = RemoveProps & { words: Pick<typeof refundWalletMessages.remove, "action" | "title" | "text"> };

/** A button that asks whether the refund wallet is to be removed. */
export function RemoveRefundWallet({ words, ...props }: Props) {
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
