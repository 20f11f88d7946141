"use client";

import { useAction } from "@/app/_kit/use-action";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { accountMessages } from "@/lib/service/messages/en/account";
import { changeName } from "./actions";

export function NameForm({ name }: { name: string }) {
  const { run, busy, failure } = useAction(changeName, {
    onDone: () => toast({ title: accountMessages.name.saved, tone: "good" }),
  });
  return (
    <Form
      action={(data) => run({ name: String(data.get("name")) })}
      pending={busy}
      error={failure && !failure.fields ? failure.message : null}
      className="max-w-md"
    >
      <Field label={accountMessages.name.label} error={failure?.fields?.name}>
        <Input name="name" defaultValue={name} autoComplete="name" maxLength={120} />
      </Field>
      <FormActions align="start">
        <SubmitButton look="secondary">{accountMessages.name.submit}</SubmitButton>
      </FormActions>
    </Form>
  );
}
