"use client";

import { useAction } from "@/app/_kit/use-action";
import { createTerminal } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/terminals/actions";
import type { DashboardParams } from "@/components/shell/paths";
import { zoneOptions } from "@/components/terminals/zone-options";
import { Combobox } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { welcomeMessages } from "@/lib/service/messages/en/welcome";

const text = welcomeMessages.terminal;

type Props = {
  dashboard: DashboardParams;
  zone: string;
  onDone(made: { id: string; name: string; key: string }): void;
};

export function FirstTerminal({ dashboard, zone, onDone }: Props) {
  // no refresh: a refreshed page would lose the key, which is shown once
  const { run, busy, failure } = useAction(createTerminal, {
    onDone: ({ id, name, keys }) => onDone({ id, name, key: keys.sandbox }),
    refresh: false,
  });
  return (
    <Form
      action={(data) => run(dashboard, { name: String(data.get("name")), timeZone: String(data.get("timeZone")) })}
      pending={busy}
      error={failure && !failure.fields ? failure.message : null}
      className="max-w-md"
    >
      <p className="text-14 text-pretty text-ink-2">{text.intro}</p>
      <Field label={text.name} description={text.nameHint} error={failure?.fields?.name} required>
        <Input name="name" maxLength={120} placeholder={text.namePlaceholder} autoComplete="off" />
      </Field>
      <Field label={text.timeZone} description={text.timeZoneHint} error={failure?.fields?.timeZone}>
        <Combobox name="timeZone" options={zoneOptions(zone)} defaultValue={zone} searchLabel={text.searchTimeZones} />
      </Field>
      <FormActions align="start">
        <SubmitButton>{text.submit}</SubmitButton>
      </FormActions>
    </Form>
  );
}
