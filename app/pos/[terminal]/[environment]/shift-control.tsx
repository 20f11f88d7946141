"use client";

import { useEffect, useRef, useState } from "react";
import type { SlipPlace } from "@/components/pos/slip";
import { Button } from "@/components/ui/button";
import { instantLabels } from "@/components/ui/instant-labels";
import { Note } from "@/components/ui/note";
import type { ShiftSummary } from "@/lib/payments/pos/shift-summary";
import { commonMessages } from "@/lib/service/messages/en/common";
import { posMessages } from "@/lib/service/messages/en/pos";
import { changeShift } from "./call-pos";

const { shift: words } = posMessages;

type Props = { at: string; shift: ShiftSummary["shift"]; zone: SlipPlace["zone"]; onChanged(): Promise<void> };

/** Opens a shift, or closes the open one after a question: a closed shift can't be changed. */
export function ShiftControl({ at, shift, zone, onChanged }: Props) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const isQuestion = shift !== null && asking;
  const button = useRef<HTMLButtonElement>(null);
  const question = useRef<HTMLFieldSetElement>(null);
  const wasQuestion = useRef(false);
  // the pressed button is gone. The question itself has the focus, so that a key held down doesn't answer it
  useEffect(() => {
    if (isQuestion) question.current?.focus();
    else if (wasQuestion.current) button.current?.focus();
    wasQuestion.current = isQuestion;
  }, [isQuestion]);

  async function change(what: Parameters<typeof changeShift>[1]) {
    setBusy(true);
    const answer = await changeShift(at, what);
    if (!answer.ok && answer.trouble.status === 401) location.reload();
    setFailure(answer.ok ? null : answer.trouble.message || words.unreachable);
    setAsking(false);
    await onChanged();
    setBusy(false);
  }

  return (
    <section aria-label={words.title} className="flex flex-col gap-2 border-b border-dashed border-ink-2/60 px-4 py-4">
      <p role="status" className="text-14 text-ink-2">
        {shift ? words.openedBy(shift.number, shift.openedBy, openedLabel(shift.openedAt, zone)) : words.none}
      </p>
      <div role="alert" className="empty:hidden">
        {failure !== null && <Note tone="brick">{failure}</Note>}
      </div>
      {!isQuestion && (
        <Button
          ref={button}
          look="secondary"
          pending={busy}
          onClick={() => (shift ? setAsking(true) : change({ change: "open" }))}
          className="min-h-12"
        >
          {shift ? words.close : words.open}
        </Button>
      )}
      {isQuestion && (
        <fieldset ref={question} tabIndex={-1} className="flex flex-col gap-2 outline-none">
          <legend className="pb-2 text-14">{words.question(shift.number)}</legend>
          <Button pending={busy} onClick={() => change({ change: "close", number: shift.number })} className="min-h-12">
            {words.confirm(shift.number)}
          </Button>
          <Button look="secondary" busy={busy} onClick={() => setAsking(false)} className="min-h-12">
            {commonMessages.cancel}
          </Button>
        </fieldset>
      )}
    </section>
  );
}

function openedLabel(iso: string, zone: string): string {
  const { shortDate, time } = instantLabels(iso, zone);
  return `${shortDate}, ${time}`;
}
