"use client";

import { useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import { usualWay } from "@/components/currencies/rate-values";
import type { DashboardParams } from "@/components/shell/paths";
import { DialogClose, useDialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { OwnPassword, ownPassword } from "@/components/ui/own-password";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import { accountingMessages } from "@/lib/service/messages/en/accounting";
import { fillRate } from "./actions";

/** What a rate is about: an asset in a currency. */
export type Pair = { asset: "USDT" | "TRX"; currency: string };

export type FillRateProps = { dashboard: DashboardParams; from: string; to: string; pairs: Pair[] };

const { fill } = accountingMessages;

/** A rate for the days of the page, with the password. */
export function FillRateForm({ dashboard, from, to, pairs }: FillRateProps) {
  const [choice, setChoice] = useState(0);
  const close = useDialogClose();
  const { run, busy, failure } = useAction(fillRate, {
    onDone: () => {
      close();
      toast({ title: fill.done, tone: "good" });
    },
  });
  const pair = pairs[choice];
  if (!pair) return null;
  const { asset, currency } = pair;
  const fields = failure?.fields ?? {};
  const send = (data: FormData) => {
    const text = (name: string) => String(data.get(name)).trim();
    const way = text("way") as "usdt_per_unit" | "units_per_usdt";
    run(
      dashboard,
      { asset, currency, day: text("day"), until: text("until"), rate: text("rate"), way },
      ownPassword(data),
    );
  };
  return (
    <Form action={send} pending={busy} error={failure && !failure.fields ? failure.message : null}>
      {pairs.length > 1 && (
        <Field label={fill.pair}>
          <Select
            value={String(choice)}
            onChange={(event) => setChoice(Number(event.target.value))}
            options={pairs.map((one, index) => ({
              value: String(index),
              label: fill.inCurrency(one.asset, one.currency),
            }))}
          />
        </Field>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={fill.way}>
          <Select
            key={choice}
            name="way"
            defaultValue={asset === "TRX" ? "units_per_usdt" : usualWay(currency)}
            options={[
              { value: "usdt_per_unit", label: fill.ways.usdt_per_unit(asset, currency) },
              { value: "units_per_usdt", label: fill.ways.units_per_usdt(asset, currency) },
            ]}
          />
        </Field>
        <Field label={fill.rate} error={fields.rate} required>
          <Input name="rate" inputMode="decimal" autoComplete="off" autoFocus />
        </Field>
        <Field label={fill.from} error={fields.day} required>
          <Input name="day" type="date" defaultValue={from} />
        </Field>
        <Field label={fill.to} error={fields.until} required>
          <Input name="until" type="date" defaultValue={to} />
        </Field>
      </div>
      <OwnPassword error={fields.password} />
      <FormActions>
        <DialogClose />
        <SubmitButton>{fill.submit}</SubmitButton>
      </FormActions>
    </Form>
  );
}
