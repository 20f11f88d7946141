"use client";

import { useRouter } from "next/navigation";
import { LoadedDialog } from "@/components/ui/loaded-dialog";
import { attentionMessages } from "@/lib/service/messages/en/attention";
import type { RemainingProps } from "./remaining-form";

const words = attentionMessages.requestRemaining;

const load = () => import("./remaining-form").then((module) => module.RemainingForm);

/** Creates a payment for the remaining amount and shows its link, to send or to scan. */
export function RequestRemaining(props: RemainingProps) {
  const router = useRouter();
  return (
    <LoadedDialog
      title={words.action}
      trigger={{ children: words.action, look: "primary" }}
      insist
      // refreshed only after closing, since the refreshed page no longer has this dialog
      onOpenChange={(open) => !open && router.refresh()}
      load={load}
      content={props}
    />
  );
}
