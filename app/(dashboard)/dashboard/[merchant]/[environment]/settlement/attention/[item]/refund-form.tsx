"use client";

import { useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import { prepareRefund } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/actions";
import type { DashboardParams } from "@/components/shell/paths";
import { Button } from "@/components/ui/button";
import { DialogClose, useDialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { Note } from "@/components/ui/note";
import { OwnPassword, ownPassword } from "@/components/ui/own-password";
import { toast } from "@/components/ui/toast";
import { attentionMessages } from "@/lib/service/messages/en/attention";

export type RefundProps = {
  dashboard: DashboardParams;
  itemId: string;
  /** decimal text; null: refunds of all of an overpayment are prepared or sent */
  suggested: string | null;
  /** decimal text */
  most: string;
  /** what is left at the address, with two places or more; null: enough, as far as is known */
  left: string | null;
  /** base58, left by the customer and not confirmed yet: it fills the field only when pressed */
  customerAddress: string | null;
};

const words = attentionMessages.refund;

/** The receiving address and the amount of a refund. */
export function RefundForm({ dashboard, itemId, suggested, most, left, customerAddress }: RefundProps) {
  const [to, setTo] = useState("");
  const close = useDialogClose();
  const { run, busy, failure } = useAction(prepareRefund, {
    onDone: () => {
      close();
      toast({ title: words.done.title, detail: words.done.details[dashboard.environment], tone: "good" });
    },
  });
  const fields = failure?.fields ?? {};
  const prepare = (data: FormData) => {
    const text = (name: string) => String(data.get(name));
    run(dashboard, { itemId, to: text("to"), amount: text("amount") }, ownPassword(data));
  };
  return (
    <Form
      action={prepare}
      pending={busy}
      error={failure && !fields.to && !fields.amount && !fields.password ? failure.message : null}
    >
      {left !== null && <Note tone="brick">{words.shortfall(left)}</Note>}
      <Note tone="amber">
        {words.warning.before}
        <strong className="font-semibold">{words.warning.strong}</strong>
        {words.warning.after}
      </Note>
      <Field label={words.to.label} description={words.to.description} error={fields.to} required>
        <Input
          name="to"
          value={to}
          onChange={(event) => setTo(event.target.value)}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          figures
        />
      </Field>
      {customerAddress && (
        <div className="-mt-2 flex flex-col items-start gap-1">
          <Button look="link" size="small" onClick={() => setTo(customerAddress)}>
            {attentionMessages.customerAddress.use}
          </Button>
          <p className="text-14 text-ink-2">{attentionMessages.customerAddress.confirm}</p>
        </div>
      )}
      <Field
        label={words.amount.label}
        description={suggested === null ? words.amount.beyondExcess(most) : words.amount.description(most)}
        error={fields.amount}
        required
        className="max-w-xs"
      >
        <Input
          name="amount"
          defaultValue={suggested ?? ""}
          inputMode="decimal"
          autoComplete="off"
          trail="USDT"
          figures
        />
      </Field>
      <OwnPassword error={fields.password} />
      <FormActions>
        <DialogClose />
        <SubmitButton>{words.submit}</SubmitButton>
      </FormActions>
    </Form>
  );
}
