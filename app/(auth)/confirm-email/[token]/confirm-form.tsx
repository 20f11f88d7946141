"use client";

import { leaveFor } from "@/app/_kit/leave-for";
import { useAction } from "@/app/_kit/use-action";
import { confirmEmail } from "@/app/(auth)/actions";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { authMessages } from "@/lib/service/messages/en/auth";

/** Needs a press: mail scanners open every link in an email, and must not confirm it. */
export function ConfirmForm({ token }: { token: string }) {
  const { run, busy, failure } = useAction(confirmEmail, {
    onDone: () => leaveFor("/account"),
    refresh: false,
  });
  return (
    <Form action={() => run({ token })} pending={busy} error={failure?.message}>
      <FormActions align="stretch">
        <SubmitButton size="normal">{authMessages.confirmEmail.submit}</SubmitButton>
      </FormActions>
    </Form>
  );
}
