"use client";

import { zoneOptions } from "@/components/terminals/zone-options";
import { Combobox } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

type Values = {
  name: string;
  timeZone: string;
  businessDayStart: string;
  intentLifeMinutes: number;
  /** decimal text */
  tolerance: string;
};
type Props = { values: Values; errors: Record<string, string> | undefined };

/** Everything that can be set of a terminal. */
export function TerminalFields({ values, errors = {} }: Props) {
  return (
    <>
      <Field label="Name" description="Customers see it when they pay." error={errors.name} required>
        <Input name="name" defaultValue={values.name} maxLength={120} autoComplete="off" />
      </Field>
      <Field label="Time zone" description="The zone of its business day and its reports." error={errors.timeZone}>
        <Combobox
          name="timeZone"
          options={zoneOptions(values.timeZone)}
          defaultValue={values.timeZone}
          searchLabel="Search time zones"
        />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Business day begins at"
          description="In a bar perhaps at 04:00."
          error={errors.businessDayStart}
          required
        >
          <Input name="businessDayStart" type="time" defaultValue={values.businessDayStart} figures />
        </Field>
        <Field
          label="A request is open for"
          description="5 to 1440 minutes (24 hours)."
          error={errors.intentLifeMinutes}
          required
        >
          <Input
            name="intentLifeMinutes"
            type="number"
            inputMode="numeric"
            min={5}
            max={1440}
            step={1}
            defaultValue={values.intentLifeMinutes}
            trail="minutes"
            figures
            className="pe-20"
          />
        </Field>
      </div>
      <Field
        label="May be missing of a live payment"
        description="0 to 100 USDT, for fees that an exchange takes off on the way. With 0, only the whole amount counts as paid."
        error={errors.tolerance}
        required
        className="max-w-xs"
      >
        <Input
          name="tolerance"
          defaultValue={values.tolerance}
          inputMode="decimal"
          autoComplete="off"
          trail="USDT"
          figures
        />
      </Field>
    </>
  );
}
