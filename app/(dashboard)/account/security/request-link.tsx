"use client";

import { useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import { requestTwoStepLink } from "@/app/(dashboard)/account/actions";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Note } from "@/components/ui/note";
import type { RequestedLink } from "@/lib/people/second-factor/request-two-step-link";
import { accountMessages } from "@/lib/service/messages/en/account";

const text = accountMessages.security.setup;

/** Emails the link that two-step sign-in required by a business is set up with. */
export function RequestLink() {
  const [sent, setSent] = useState<RequestedLink | null>(null);
  const { run, busy, failure } = useAction(requestTwoStepLink, { onDone: setSent, refresh: false });
  if (sent && sent.outcome !== "mail_failed") {
    return (
      <div role="status">
        <Note>{sent.outcome === "mail_sent" ? text.sent(sent.email) : text.delayed(sent.email)}</Note>
      </div>
    );
  }
  return (
    <Form action={() => run({})} pending={busy} error={sent ? text.notSent : failure?.message}>
      <FormActions align="start">
        <SubmitButton>{text.request}</SubmitButton>
      </FormActions>
    </Form>
  );
}
