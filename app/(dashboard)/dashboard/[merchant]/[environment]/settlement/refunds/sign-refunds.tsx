"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import type { DashboardParams } from "@/components/shell/paths";
import { LoadedDialog } from "@/components/ui/loaded-dialog";
import { signingMessages } from "@/lib/service/messages/en/signing";
import { MAX_TRANSFERS } from "@/lib/settlement/funds/transfer-file";

const words = signingMessages.refunds;

const load = () => import("./sign-refunds-form").then((module) => module.SignRefundsForm);

type Props = {
  dashboard: DashboardParams;
  /** the chosen ones, confirmed or not: those that can't be signed are named and left out */
  refunds: readonly { id: string }[];
  /** the dialog was closed after something was sent or downloaded */
  onDone?: () => void;
};

/**
 * The button that opens the ways to sign the chosen refunds. What is signed can't be chosen any more, so the dialog
 * keeps those with which it was opened, and the page is refreshed once it closes.
 */
export function SignRefunds({ dashboard, refunds, onDone }: Props) {
  const router = useRouter();
  const [opened, setOpened] = useState<readonly string[] | null>(null);
  const [isDone, setDone] = useState(false);
  const change = (open: boolean) => {
    setOpened(open ? refunds.map(({ id }) => id) : null);
    setDone(false);
    if (open || !isDone) return;
    onDone?.();
    router.refresh();
  };
  return (
    <LoadedDialog
      title={words.title}
      description={words.description}
      // it stays where the focus returns to
      trigger={{
        children: words.open(refunds.length),
        look: "primary",
        busy: refunds.length === 0 || refunds.length > MAX_TRANSFERS,
      }}
      onOpenChange={change}
      wide
      insist
      load={load}
      content={{ dashboard, refundIds: opened ?? [], onDone: () => setDone(true) }}
    />
  );
}
