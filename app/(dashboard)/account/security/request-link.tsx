"use client";

import { useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import { requestTwoStepLink } from "@/app/(dashboard)/account/actions";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Note } from "@/components/ui/note";
import { accountMessages } from "@/lib/messages/en/account";

const text = accountMessages.security.setup;

/** Emails the link that two-step sign-in required by a business is set up with. */
export function RequestLink() {
  const [sent, setSent] = useState<{ email: string; outcome: "mail_sent" | "mail_failed" } | null>(null);
  const { run, busy, failure } = useAction(requestTwoStepLink, { onDone: setSent, refresh: false });
  if (sent?.outcome === "mail_sent") {
    return (
      <div role="status">
        <Note>{text.sent(sent.email)}</Note>
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
