"use client";

import { leaveFor } from "@/app/_kit/leave-for";
import { useAction } from "@/app/_kit/use-action";
import { acceptInvitation } from "@/app/(auth)/actions";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { authMessages } from "@/lib/service/messages/en/auth";

/** Accepts as the person who is signed in. */
export function AcceptForm({ token, email }: { token: string; email: string }) {
  const { run, busy, failure } = useAction(acceptInvitation, {
    onDone: ({ merchantId }) => leaveFor(`/dashboard?${new URLSearchParams({ shop: merchantId })}`),
    refresh: false,
  });
  return (
    <Form action={() => run({ token })} pending={busy} error={failure?.message}>
      <p className="text-14 text-ink-2">
        {authMessages.invitation.signedInAs} <span className="wrap-anywhere text-ink">{email}</span>.
      </p>
      <FormActions align="stretch">
        <SubmitButton size="normal">{authMessages.invitation.accept}</SubmitButton>
      </FormActions>
    </Form>
  );
}
