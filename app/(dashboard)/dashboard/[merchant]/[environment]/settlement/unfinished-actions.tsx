"use client";

import { useRouter } from "next/navigation";
import { useAction } from "@/app/_kit/use-action";
import { discardSigned, sendAgain } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/actions";
import type { DashboardParams } from "@/components/shell/paths";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { FormError } from "@/components/ui/form-error";
import { toast } from "@/components/ui/toast";
import { signingMessages } from "@/lib/service/messages/en/signing";

const words = signingMessages.again;

type Props = {
  dashboard: DashboardParams;
  txHash: string;
  /** base58 */
  from: string;
  /** nothing was sent, so it can be discarded */
  isUnsent: boolean;
  /** one of many */
  isListed?: boolean;
};

/** Sends the same signed transaction again, or discards it where nothing was sent. */
export function UnfinishedActions({ dashboard, txHash, from, isUnsent, isListed = false }: Props) {
  const router = useRouter();
  const { run, busy, failure } = useAction(sendAgain, {
    onDone: () => toast({ ...signingMessages.tronLink.sent, tone: "good" }),
    onRefused: () => router.refresh(),
  });
  return (
    <div className="flex min-w-0 flex-col items-start gap-3">
      <div className="flex flex-wrap gap-2">
        <Button
          look={isListed ? "secondary" : "primary"}
          size="small"
          pending={busy}
          onClick={() => run(dashboard, { txHash })}
          aria-label={words.label(from)}
        >
          {words.action}
        </Button>
        {isUnsent && (
          <ConfirmDialog
            trigger={{
              children: words.discard,
              look: isListed ? "ghost" : "secondary",
              size: "small",
              "aria-label": words.discardLabel(from),
            }}
            title={words.title}
            verb={words.confirm}
            dismiss={words.keep}
            consequence={words.consequence}
            onConfirm={() => discardSigned(dashboard, { txHash })}
            onDone={() => toast({ title: words.discarded })}
          />
        )}
      </div>
      <FormError>{failure?.message}</FormError>
    </div>
  );
}
