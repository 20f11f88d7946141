"use client";

import { onlyChanged } from "@/app/_kit/only-changed";
import { useAction } from "@/app/_kit/use-action";
import type { DashboardParams } from "@/components/shell/paths";
import { zoneOptions } from "@/components/terminals/zone-options";
import { Combobox } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { settingsMessages } from "@/lib/service/messages/en/settings";
import { updateMerchant } from "./actions";

const { details } = settingsMessages.business;

/** The name of the business and the time zone of the dashboard's days. */
export function MerchantForm({
  dashboard,
  name,
  timeZone,
}: {
  dashboard: DashboardParams;
  name: string;
  timeZone: string;
}) {
  const { run, busy, failure } = useAction(updateMerchant, {
    onDone: () => toast({ title: details.saved, tone: "good" }),
  });
  const save = (data: FormData) => {
    const fields = { name: String(data.get("name")), timeZone: String(data.get("timeZone")) };
    run(dashboard, onlyChanged(fields, { name, timeZone }));
  };
  return (
    <Form action={save} pending={busy} error={failure && !failure.fields ? failure.message : null} className="max-w-xl">
      <Field label={details.name} error={failure?.fields?.name} required>
        <Input key={name} name="name" defaultValue={name} maxLength={120} autoComplete="organization" />
      </Field>
      <Field label={details.timeZone} description={details.timeZoneHint} error={failure?.fields?.timeZone}>
        <Combobox
          key={timeZone}
          name="timeZone"
          options={zoneOptions(timeZone)}
          defaultValue={timeZone}
          searchLabel={details.searchTimeZones}
        />
      </Field>
      <FormActions align="start">
        <SubmitButton>{details.save}</SubmitButton>
      </FormActions>
    </Form>
  );
}
