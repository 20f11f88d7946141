"use client";

import { useAction } from "@/app/_kit/use-action";
import { unsubscribeFromNotifications } from "@/app/(auth)/actions";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { notificationsMessages } from "@/lib/service/messages/en/notifications";

/** Needs a press: mail scanners open every link in an email, and must not end anything. */
export function UnsubscribeForm({ token }: { token: string }) {
  const { run, busy, failure } = useAction(unsubscribeFromNotifications);
  return (
    <Form action={() => run({ token })} pending={busy} error={failure?.message}>
      <FormActions align="stretch">
        <SubmitButton size="normal">{notificationsMessages.unsubscribe.submit}</SubmitButton>
      </FormActions>
    </Form>
  );
}
