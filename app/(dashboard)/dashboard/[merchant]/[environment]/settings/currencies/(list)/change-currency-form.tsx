"use client";

import { useAction } from "@/app/_kit/use-action";
import { setMerchantCurrency } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settings/currencies/actions";
import type { DashboardParams } from "@/components/shell/paths";
import { Combobox } from "@/components/ui/combobox";
import type { ComboboxOption } from "@/components/ui/combobox-popup";
import { DialogClose, useDialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { OwnPassword, ownPassword } from "@/components/ui/own-password";
import { toast } from "@/components/ui/toast";
import { currenciesMessages } from "@/lib/service/messages/en/currencies";

const messages = currenciesMessages.business;

export type ChangeCurrencyProps = {
  dashboard: DashboardParams;
  currency: string | null;
  options: ComboboxOption[];
  /** in the time zone of the business */
  today: string;
  zone: string;
};

/** The value of the option without a currency; an empty one counts as not chosen. */
const NONE = "none";

/** The currency, its first day and the password. */
export function ChangeCurrencyForm({ dashboard, currency, options, today, zone }: ChangeCurrencyProps) {
  const close = useDialogClose();
  const { run, busy, failure } = useAction(setMerchantCurrency, {
    onDone: () => {
      close();
      toast({ title: messages.saved, tone: "good" });
    },
  });
  const save = (data: FormData) => {
    const chosen = String(data.get("currency"));
    run(dashboard, { currency: chosen === NONE ? null : chosen, since: String(data.get("since")) }, ownPassword(data));
  };
  return (
    <Form action={save} pending={busy} error={failure && !failure.fields ? failure.message : null}>
      <Field label={messages.currency} error={failure?.fields?.currency}>
        <Combobox
          name="currency"
          options={[{ value: NONE, label: messages.none }, ...options]}
          defaultValue={currency ?? NONE}
          searchLabel={messages.search}
        />
      </Field>
      <Field label={messages.from} description={messages.fromHint(zone)} error={failure?.fields?.since}>
        <Input type="date" name="since" defaultValue={today} className="max-w-48" />
      </Field>
      <p className="text-14 text-pretty text-ink-2">{messages.consequence}</p>
      <OwnPassword error={failure?.fields?.password} />
      <FormActions>
        <DialogClose />
        <SubmitButton>{messages.save}</SubmitButton>
      </FormActions>
    </Form>
  );
}
