"use client";

import { useAction } from "@/app/_kit/use-action";
import { openShop } from "@/app/(dashboard)/account/actions";
import { useBrowserZone } from "@/components/accounts/use-browser-zone";
import { pathTo } from "@/components/shell/paths";
import { zoneOptions } from "@/components/terminals/zone-options";
import { Combobox } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";

/** A further shop of a signed-in person; goes on to its welcome. */
export function NewShopForm() {
  const zone = useBrowserZone();
  const { run, busy, failure } = useAction(openShop, {
    onDone: ({ merchantId }) =>
      window.location.assign(`${pathTo({ merchant: merchantId, environment: "sandbox" })}/welcome`),
    refresh: false,
  });
  const fields = failure?.fields;
  return (
    <Form
      action={(data) => run({ name: String(data.get("name")), timeZone: String(data.get("timeZone")) })}
      pending={busy}
      error={failure && !fields ? failure.message : null}
    >
      <Field label="Name of the shop" description="Customers see it when they pay." error={fields?.name} required>
        <Input name="name" autoComplete="organization" maxLength={120} placeholder="Corner Bookshop" />
      </Field>
      <Field label="Time zone" description="Days in your reports begin by it." error={fields?.timeZone}>
        <Combobox
          key={zone}
          name="timeZone"
          options={zoneOptions(zone)}
          defaultValue={zone}
          searchLabel="Search time zones"
        />
      </Field>
      <FormActions align="stretch">
        <SubmitButton size="normal">Open the shop</SubmitButton>
      </FormActions>
    </Form>
  );
}
