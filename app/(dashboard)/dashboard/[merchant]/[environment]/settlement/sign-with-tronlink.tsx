"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { sendSigned } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/actions";
import { type Signed, signWithTronLink } from "@/components/funds/tronlink";
import { describeFault, TronLinkAbsent } from "@/components/funds/tronlink-fault";
import type { DashboardParams } from "@/components/shell/paths";
import { Button } from "@/components/ui/button";
import { callFailure } from "@/components/ui/call-failure";
import { FormError } from "@/components/ui/form-error";
import { toast } from "@/components/ui/toast";
import type { ActionResult } from "@/lib/base/values/action-result";
import { signingMessages } from "@/lib/service/messages/en/signing";
import type { TransferToSign } from "@/lib/settlement/funds/transfer-to-sign";

const words = signingMessages.tronLink;

type Props = {
  dashboard: DashboardParams;
  /** asks the server for the transaction */
  prepare: () => Promise<ActionResult<TransferToSign>>;
  onSent?: () => void;
  /** what the buttons say to a screen reader, where several stand in a list */
  label?: string;
  againLabel?: string;
};

/**
 * Signs one transfer with the TronLink extension, or in the TronLink app's browser, and sends it. What no node
 * confirmed is offered to be sent again, and not signed anew.
 */
export function SignWithTronLink({ dashboard, prepare, onSent, label, againLabel }: Props) {
  const router = useRouter();
  const [busy, start] = useTransition();
  const [fault, setFault] = useState<string | null>(null);
  const [isAbsent, setAbsent] = useState(false);
  const [kept, setKept] = useState<Signed | null>(null);
  const send = async (signed: Signed) => {
    const sent = await sendSigned(dashboard, signed).catch(callFailure);
    // what may have been sent, or can be sent again, isn't signed a second time
    setKept(!sent.ok && (sent.canSendAgain || sent.code === "api_error") ? signed : null);
    if (!sent.ok) return setFault(sent.message);
    toast({ ...words.sent, tone: "good" });
    onSent?.();
    router.refresh();
  };
  const sendAgain = (signed: Signed) =>
    start(async () => {
      setFault(null);
      await send(signed);
    });
  const sign = () =>
    start(async () => {
      setFault(null);
      setAbsent(false);
      const prepared = await prepare().catch(callFailure);
      if (!prepared.ok) return setFault(prepared.message);
      const { from, transaction } = prepared.data;
      const signed = await signWithTronLink(from, transaction);
      if ("kind" in signed) return signed.kind === "absent" ? setAbsent(true) : setFault(describeFault(signed, from));
      await send(signed);
    });
  // of many buttons none is the one thing to press
  const look = label ? "secondary" : "primary";
  return (
    <div className="flex min-w-0 flex-col items-start gap-3">
      {kept ? (
        <Button look={look} size="small" pending={busy} onClick={() => sendAgain(kept)} aria-label={againLabel}>
          {signingMessages.again.action}
        </Button>
      ) : (
        <Button look={look} size="small" pending={busy} onClick={sign} aria-label={label}>
          {words.action}
        </Button>
      )}
      <FormError>{fault}</FormError>
      {isAbsent && <TronLinkAbsent />}
    </div>
  );
}
