"use client";

import { useAction } from "@/app/_kit/use-action";
import { createTerminal } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/terminals/actions";
import type { Place } from "@/components/shell/paths";
import { zoneOptions } from "@/components/terminals/zone-options";
import { Combobox } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";

type Props = { place: Place; zone: string; onDone(made: { id: string; name: string; key: string }): void };

export function FirstTerminal({ place, zone, onDone }: Props) {
  // a refreshed page would know the terminal, and not the key that is shown this once
  const { run, busy, failure } = useAction(createTerminal, {
    onDone: ({ id, name, keys }) => onDone({ id, name, key: keys.sandbox }),
    refresh: false,
  });
  return (
    <Form
      action={(data) => run(place, { name: String(data.get("name")), timeZone: String(data.get("timeZone")) })}
      pending={busy}
      error={failure && !failure.fields ? failure.message : null}
      className="max-w-md"
    >
      <p className="text-14 text-pretty text-ink-2">
        A terminal is one place that takes payments: a till, a web shop, a market stall. Each has its own key and
        report.
      </p>
      <Field label="Name" description="Staff and customers know it by this." error={failure?.fields?.name} required>
        <Input name="name" maxLength={120} placeholder="Front desk" autoComplete="off" />
      </Field>
      <Field label="Time zone" description="Its business day goes by it." error={failure?.fields?.timeZone}>
        <Combobox name="timeZone" options={zoneOptions(zone)} defaultValue={zone} searchLabel="Search time zones" />
      </Field>
      <FormActions align="start">
        <SubmitButton>Create terminal</SubmitButton>
      </FormActions>
    </Form>
  );
}
