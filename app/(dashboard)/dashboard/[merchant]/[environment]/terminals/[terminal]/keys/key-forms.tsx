"use client";

import { useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import { issueKey, rotateKey } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/terminals/actions";
import type { DashboardParams } from "@/components/shell/paths";
import { GRACE_CHOICES } from "@/components/terminals/grace-choices";
import { IssuedKey } from "@/components/terminals/issued-key";
import { DialogClose } from "@/components/ui/dialog";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { OwnPassword, ownPassword } from "@/components/ui/own-password";
import { RadioCards } from "@/components/ui/radio-cards";
import { terminalsMessages } from "@/lib/service/messages/en/terminals";

const { issue, issued, rotate: rotation } = terminalsMessages;

type Props = { dashboard: DashboardParams; terminalId: string; appUrl: string };

/** Asks for the password, then shows the first live key once. */
export function IssueKeyForm({ dashboard, terminalId, appUrl }: Props) {
  const [made, setMade] = useState<string | null>(null);
  const { run, busy, failure } = useAction(issueKey, { onDone: ({ key }) => setMade(key), refresh: false });
  if (made !== null) return <NewKey secret={made} appUrl={appUrl} />;
  return (
    <Form
      action={(data) => run(dashboard, { terminalId }, ownPassword(data))}
      pending={busy}
      error={failure && !failure.fields?.password ? failure.message : null}
    >
      <OwnPassword error={failure?.fields?.password} />
      <FormActions>
        <DialogClose />
        <SubmitButton>{issue.submit}</SubmitButton>
      </FormActions>
    </Form>
  );
}

/** Asks when the old key ends and for the password, then shows the new key once. */
export function RotateKeyForm({ dashboard, terminalId, appUrl }: Props) {
  const [made, setMade] = useState<string | null>(null);
  const { run, busy, failure } = useAction(rotateKey, { onDone: ({ key }) => setMade(key) });
  if (made !== null) return <NewKey secret={made} appUrl={appUrl} />;
  const rotate = (data: FormData) => {
    const graceHours = Number(data.get("graceHours")) as 0 | 1 | 24;
    run(dashboard, { terminalId, graceHours }, ownPassword(data));
  };
  return (
    <Form action={rotate} pending={busy} error={failure && !failure.fields?.password ? failure.message : null}>
      <RadioCards name="graceHours" legend={rotation.ends} cards={GRACE_CHOICES} defaultValue="1" />
      <OwnPassword error={failure?.fields?.password} />
      <FormActions>
        <DialogClose />
        <SubmitButton>{rotation.submit}</SubmitButton>
      </FormActions>
    </Form>
  );
}

/** A key that is shown once, in a dialog. */
export function NewKey({ secret, appUrl }: { secret: string; appUrl: string }) {
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <IssuedKey secret={secret} appUrl={appUrl} />
      <div className="flex flex-col sm:flex-row sm:justify-end">
        <DialogClose look="primary">{issued.close}</DialogClose>
      </div>
    </div>
  );
}
