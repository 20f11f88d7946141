"use client";

import { signInAndGo } from "@/app/_kit/sign-in";
import { useAction } from "@/app/_kit/use-action";
import { signUp } from "@/app/(auth)/actions";
import { NewPasswordField } from "@/components/accounts/new-password-field";
import { useBrowserZone } from "@/components/accounts/use-browser-zone";
import { pathTo } from "@/components/shell/paths";
import { zoneOptions } from "@/components/terminals/zone-options";
import { Combobox } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { businessFieldMessages } from "@/lib/service/messages/en/account";
import { authMessages } from "@/lib/service/messages/en/auth";

/** Creates an account and its business, signs in, and goes on to the welcome page. */
export function SignUpForm() {
  const zone = useBrowserZone();
  const { run, busy, failure } = useAction(signUpAndGo, { refresh: false });
  const fields = failure?.fields;
  const business = businessFieldMessages;
  return (
    <Form action={(data) => run(typed(data))} pending={busy} error={fields ? null : failure?.message}>
      <Field label={business.name} description={business.nameHint} error={fields?.shop} required>
        <Input name="shop" autoComplete="organization" maxLength={120} placeholder={business.namePlaceholder} />
      </Field>
      <Field label={authMessages.fields.email} error={fields?.email} required>
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
      <Field label={business.timeZone} description={business.timeZoneHint} error={fields?.timeZone}>
        <Combobox
          key={zone}
          name="timeZone"
          options={zoneOptions(zone)}
          defaultValue={zone}
          searchLabel={business.searchTimeZones}
        />
      </Field>
      <FormActions align="stretch">
        <SubmitButton size="normal">{authMessages.signUp.submit}</SubmitButton>
      </FormActions>
    </Form>
  );
}

type Typed = { shop: string; email: string; password: string; timeZone: string };

function typed(data: FormData): Typed {
  const text = (name: string) => String(data.get(name) ?? "");
  return { shop: text("shop"), email: text("email"), password: text("password"), timeZone: text("timeZone") };
}

async function signUpAndGo(input: Typed) {
  const made = await signUp(input);
  if (!made.ok) return made;
  const dashboard = { merchant: made.data.merchantId, environment: "sandbox" as const };
  return signInAndGo(input, pathTo(dashboard, "welcome"));
}
