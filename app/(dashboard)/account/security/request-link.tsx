"use client";

import { useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import { requestTwoStepLink } from "@/app/(dashboard)/account/actions";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Note } from "@/components/ui/note";
import type { RequestedLink } from "@/lib/people/second-factor/request-two-step-link";
import { accountMessages } from "@/lib/service/messages/en/account";

const text = accountMessages.security.setup;

/** Emails the link that two-step sign-in required by a business is set up with, and then another one. */
export function RequestLink() {
  const [sent, setSent] = useState<RequestedLink | null>(null);
  const { run, busy, failure } = useAction(requestTwoStepLink, { onDone: setSent, refresh: false });
  const isSent = sent !== null && sent.outcome !== "mail_failed";
  return (
    <Form action={() => run({})} pending={busy} error={sent && !isSent ? text.notSent : failure?.message}>
      <div role="status" className="text-14">
        {isSent ? (
          <Note>{sent.outcome === "mail_sent" ? text.sent(sent.email) : text.delayed(sent.email)}</Note>
        ) : (
          <p>{text.byLink}</p>
        )}
      </div>
      <FormActions align="start">
        <SubmitButton look={isSent ? "secondary" : "primary"}>{isSent ? text.requestNew : text.request}</SubmitButton>
      </FormActions>
    </Form>
  );
}
