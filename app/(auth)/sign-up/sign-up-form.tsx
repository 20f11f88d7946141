"use client";

import { useAction } from "@/app/_kit/use-action";
import { signUp } from "@/app/(auth)/actions";
import { enterAndGo } from "@/app/(auth)/enter";
import { NewPasswordField } from "@/components/accounts/new-password-field";
import { useBrowserZone } from "@/components/accounts/use-browser-zone";
import { pathTo } from "@/components/shell/paths";
import { zoneOptions } from "@/components/terminals/zone-options";
import { Combobox } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";

/** Makes account and shop, signs in, and goes on to the welcome. */
export function SignUpForm() {
  const zone = useBrowserZone();
  const { run, busy, failure } = useAction(openShop, { refresh: false });
  const fields = failure?.fields;
  return (
    <Form action={(data) => run(typed(data))} pending={busy} error={fields ? null : failure?.message}>
      <Field label="Name of the shop" description="Customers see it when they pay." error={fields?.shop} required>
        <Input name="shop" autoComplete="organization" maxLength={120} placeholder="Corner Bookshop" />
      </Field>
      <Field label="E-mail" error={fields?.email} required>
        <Input
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <NewPasswordField name="password" error={fields?.password} />
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

type Typed = { shop: string; email: string; password: string; timeZone: string };

function typed(data: FormData): Typed {
  const text = (name: string) => String(data.get(name) ?? "");
  return { shop: text("shop"), email: text("email"), password: text("password"), timeZone: text("timeZone") };
}

async function openShop(input: Typed) {
  const made = await signUp(input);
  if (!made.ok) return made;
  const place = { merchant: made.data.merchantId, environment: "sandbox" as const };
  return enterAndGo(input, `${pathTo(place)}/welcome`);
}
