"use client";

import { useAction } from "@/app/_kit/use-action";
import { confirmEmail } from "@/app/(auth)/actions";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";

/** A press, because programs that look through mail open every link in it. */
export function ConfirmForm({ token }: { token: string }) {
  const { run, busy, failure } = useAction(confirmEmail, {
    onDone: () => window.location.assign("/account"),
    refresh: false,
  });
  return (
    <Form action={() => run({ token })} pending={busy} error={failure?.message}>
      <FormActions align="stretch">
        <SubmitButton size="normal">Use this e-mail</SubmitButton>
      </FormActions>
    </Form>
  );
}
