"use client";

import { useRouter } from "next/navigation";
import { type ChangeEvent, useRef, useState } from "react";
import { sendSigned } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/actions";
import { type Outcome, outcomeOf, SendResults } from "@/components/funds/send-results";
import type { DashboardParams } from "@/components/shell/paths";
import { Button } from "@/components/ui/button";
import { callFailure } from "@/components/ui/call-failure";
import { DialogClose } from "@/components/ui/dialog";
import { useKeepOpen } from "@/components/ui/dialog-hold";
import { FormError } from "@/components/ui/form-error";
import { commonMessages } from "@/lib/service/messages/en/common";
import { signingMessages } from "@/lib/service/messages/en/signing";
import { MAX_FILE_BYTES, parseSignedTransferFile, type SignedTransfer } from "@/lib/settlement/funds/transfer-file";

const words = signingMessages.file;

/** Chooses the file, sends its transactions one after another, and lists what became of each. */
export function SignedFileForm({ dashboard }: { dashboard: DashboardParams }) {
  const router = useRouter();
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [all, setAll] = useState(0);
  const [repeats, setRepeats] = useState(0);
  const [outcomes, setOutcomes] = useState<(Outcome & { signed: SignedTransfer })[]>([]);
  const [busy, setBusy] = useState(false);
  const stopped = useRef(false);
  useKeepOpen("act", busy);

  const send = async (transactions: readonly SignedTransfer[]) => {
    setAll(transactions.length);
    setOutcomes([]);
    setBusy(true);
    stopped.current = false;
    for (const signed of transactions) {
      if (stopped.current) break;
      const result = await sendSigned(dashboard, signed).catch(callFailure);
      const outcome = outcomeOf(signed, {
        fault: result.ok ? null : result.message,
        // a node, or this service, may have taken it without saying so
        isUnclear: !result.ok && result.code === "api_error",
        isRepeated: result.ok && result.data.isRepeated,
      });
      setOutcomes((before) => [...before, { ...outcome, signed }]);
    }
    setBusy(false);
    router.refresh();
  };

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    event.target.value = "";
    if (!file) return;
    if (file.size > MAX_FILE_BYTES) return setFault(words.tooLarge);
    const parsed = parseSignedTransferFile(await file.text());
    setFault("fault" in parsed ? parsed.fault : null);
    if ("fault" in parsed) return;
    setRepeats(parsed.repeats);
    await send(parsed.transactions);
  };

  const failed = outcomes.filter((one) => one.fault !== null).map((one) => one.signed);
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        aria-label={words.label}
        tabIndex={-1}
        onChange={choose}
        className="sr-only"
      />
      <FormError>{fault}</FormError>
      {all > 0 && repeats > 0 && <p className="text-14">{words.repeats(repeats)}</p>}
      {all > 0 && <SendResults all={all} outcomes={outcomes} busy={busy} />}
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        {busy ? (
          <Button
            look="secondary"
            size="small"
            onClick={() => {
              stopped.current = true;
            }}
          >
            {words.stop}
          </Button>
        ) : (
          <>
            <DialogClose>{all > 0 ? commonMessages.close : commonMessages.cancel}</DialogClose>
            {failed.length > 0 && (
              <Button look="secondary" size="small" onClick={() => send(failed)}>
                {words.retry}
              </Button>
            )}
            <Button look={all > 0 ? "secondary" : "primary"} size="small" onClick={() => input.current?.click()}>
              {all > 0 ? words.another : words.choose}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
