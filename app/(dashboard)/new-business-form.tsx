"use client";

import { leaveFor } from "@/app/_kit/leave-for";
import { useAction } from "@/app/_kit/use-action";
import { addMerchant } from "@/app/(dashboard)/account/actions";
import { useBrowserZone } from "@/components/accounts/use-browser-zone";
import { pathTo } from "@/components/shell/paths";
import { zoneOptions } from "@/components/terminals/zone-options";
import { Combobox } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { accountMessages, businessFieldMessages } from "@/lib/service/messages/en/account";

/** Adds a business for someone who is signed in, and goes on to its welcome page. */
export function NewBusinessForm() {
  const zone = useBrowserZone();
  const { run, busy, failure } = useAction(addMerchant, {
    onDone: ({ merchantId }) => leaveFor(pathTo({ merchant: merchantId, environment: "sandbox" }, "welcome")),
    refresh: false,
  });
  const fields = failure?.fields;
  const text = businessFieldMessages;
  return (
    <Form
      action={(data) => run({ name: String(data.get("name")), timeZone: String(data.get("timeZone")) })}
      pending={busy}
      error={failure && !fields ? failure.message : null}
    >
      <Field label={text.name} description={text.nameHint} error={fields?.name} required>
        <Input name="name" autoComplete="organization" maxLength={120} placeholder={text.namePlaceholder} />
      </Field>
      <Field label={text.timeZone} description={text.timeZoneHint} error={fields?.timeZone}>
        <Combobox
          key={zone}
          name="timeZone"
          options={zoneOptions(zone)}
          defaultValue={zone}
          searchLabel={text.searchTimeZones}
        />
      </Field>
      <FormActions align="stretch">
        <SubmitButton size="normal">{accountMessages.newBusiness.submit}</SubmitButton>
      </FormActions>
    </Form>
  );
}
