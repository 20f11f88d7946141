"use client";

import { useRef, useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import { annotatePayment } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/payments/actions";
import type { DashboardParams } from "@/components/shell/paths";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toast";
import type { PaymentNote } from "@/lib/payments/timeline/get-note";
import { paymentMessages } from "@/lib/service/messages/en/payment";

const words = paymentMessages.note;

type Props = { dashboard: DashboardParams; id: string; note: PaymentNote | null };

type State = {
  /** by the last save, which the page may not show yet */
  saved: PaymentNote | null;
  /**
   * while something is being edited: what it replaces, and the key of the fields, which keeps them and what is typed
   */
  edited: { from: PaymentNote | null; key: number } | null;
};

/** Edits the note and the tags of a payment, and refuses to replace what others have saved since the first change. */
export function NoteForm({ dashboard, id, note }: Props) {
  const [{ saved, edited }, setState] = useState<State>({ saved: null, edited: null });
  const hasInput = useRef(false);
  const { run, busy, failure } = useAction(annotatePayment, {
    onDone: (now) => {
      const goesOn = hasInput.current;
      setState((before) => ({ saved: now, edited: before.edited && goesOn ? { ...before.edited, from: now } : null }));
      toast({ title: words.saved, tone: "good" });
    },
  });
  // while nothing is being edited, the fields show what was saved last
  const { from, key } = edited ?? editOf(note, saved);
  const shown = { note: from?.note ?? "", tags: from?.tags ?? [] };
  const errors = failure?.fields;
  const save = (data: FormData) => {
    hasInput.current = false;
    run(dashboard, { id, note: String(data.get("note")), tags: String(data.get("tags")), shown });
  };
  const edit = () => {
    hasInput.current = true;
    setState((before) => (before.edited ? before : { ...before, edited: editOf(note, before.saved) }));
  };
  return (
    <Form
      action={save}
      onInput={edit}
      pending={busy}
      error={failure && !errors?.note && !errors?.tags ? failure.message : null}
    >
      <Field label={words.note} error={errors?.note}>
        <Textarea key={key} name="note" rows={3} defaultValue={shown.note} />
      </Field>
      <Field label={words.tags} description={words.tagsHelp} error={errors?.tags}>
        <Input key={key} name="tags" defaultValue={shown.tags.join(", ")} autoComplete="off" />
      </Field>
      <FormActions align="start">
        <SubmitButton look="secondary">{words.save}</SubmitButton>
      </FormActions>
    </Form>
  );
}

/** An edit of the newer one of two notes. */
function editOf(note: PaymentNote | null, saved: PaymentNote | null): NonNullable<State["edited"]> {
  const from = saved && (!note || note.editedAt < saved.editedAt) ? saved : note;
  return { from, key: from?.editedAt.getTime() ?? 0 };
}
