"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import { endKey, issueKey, rotateKey } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/terminals/actions";
import type { Scope } from "@/components/shell/paths";
import { IssuedKey } from "@/components/terminals/issued-key";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { FormError } from "@/components/ui/form-error";
import { OwnPassword, ownPassword } from "@/components/ui/own-password";
import { RadioCards } from "@/components/ui/radio-cards";
import { toast } from "@/components/ui/toast";
import { terminalsMessages } from "@/lib/messages/en/terminals";

const { issue, issued, revokeKey, rotate: rotation } = terminalsMessages;

type Props = { scope: Scope; terminalId: string; appUrl: string };

/** Issues the terminal's first key and shows it once. A live key requires the password. */
export function IssueKey(props: Props) {
  return props.scope.environment === "live" ? <IssueLiveKey {...props} /> : <IssueSandboxKey {...props} />;
}

function IssueLiveKey(props: Props) {
  const router = useRouter();
  return (
    <Dialog
      title={issue.title}
      description={issue.description}
      trigger={{ children: issue.open, look: "primary" }}
      insist
      wide
      // not earlier: the refreshed page no longer renders this dialog
      onOpenChange={(open) => {
        if (!open) router.refresh();
      }}
    >
      <IssueSteps {...props} />
    </Dialog>
  );
}

function IssueSteps({ scope, terminalId, appUrl }: Props) {
  const [made, setMade] = useState<string | null>(null);
  const { run, busy, failure } = useAction(issueKey, { onDone: ({ key }) => setMade(key), refresh: false });
  if (made !== null) return <KeyAndClose secret={made} appUrl={appUrl} />;
  return (
    <Form
      action={(data) => run(scope, { terminalId }, ownPassword(data))}
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

function IssueSandboxKey({ scope, terminalId, appUrl }: Props) {
  const router = useRouter();
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => {
    setSecret(null);
    router.refresh();
  };
  const { run, busy, failure } = useAction(issueKey, { onDone: ({ key }) => setSecret(key), refresh: false });
  return (
    <>
      <Button look="primary" size="small" pending={busy} onClick={() => run(scope, { terminalId })}>
        {issue.open}
      </Button>
      <FormError>{failure?.message}</FormError>
      <ShownKey secret={secret} appUrl={appUrl} title={issue.newKey} onClose={close} />
    </>
  );
}

/** The hours that the old key keeps working. */
const GRACE_CHOICES = [
  { value: "0", ...rotation.choices.now },
  { value: "1", ...rotation.choices.hour },
  { value: "24", ...rotation.choices.day },
];

/** Rotates the key: asks when the old one ends and for the password, then shows the new key once. */
export function RotateKey(props: Props) {
  return (
    <Dialog
      title={rotation.title}
      description={rotation.description}
      trigger={{ children: rotation.open, look: "secondary" }}
      insist
      wide
    >
      <RotateSteps {...props} />
    </Dialog>
  );
}

function RotateSteps({ scope, terminalId, appUrl }: Props) {
  const [made, setMade] = useState<string | null>(null);
  const { run, busy, failure } = useAction(rotateKey, { onDone: ({ key }) => setMade(key) });
  if (made !== null) return <KeyAndClose secret={made} appUrl={appUrl} />;
  const rotate = (data: FormData) => {
    const graceHours = Number(data.get("graceHours")) as 0 | 1 | 24;
    run(scope, { terminalId, graceHours }, ownPassword(data));
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

/** Ends a replaced key before its time. */
export function EndKey({ scope, keyId, last4 }: { scope: Scope; keyId: string; last4: string }) {
  return (
    <ConfirmDialog
      trigger={{ children: revokeKey.open, look: "secondary" }}
      title={revokeKey.title(last4)}
      verb={revokeKey.confirm}
      consequence={revokeKey.consequence}
      onConfirm={() => endKey(scope, { keyId })}
      onDone={() => toast({ title: revokeKey.done(last4) })}
    />
  );
}

type ShownProps = { secret: string | null; appUrl: string; title: string; onClose(): void };

function ShownKey({ secret, appUrl, title, onClose }: ShownProps) {
  return (
    <Dialog title={title} open={secret !== null} onOpenChange={(open) => !open && onClose()} insist wide>
      {secret !== null && <KeyAndClose secret={secret} appUrl={appUrl} />}
    </Dialog>
  );
}

function KeyAndClose({ secret, appUrl }: { secret: string; appUrl: string }) {
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <IssuedKey secret={secret} appUrl={appUrl} />
      <div className="flex flex-col sm:flex-row sm:justify-end">
        <DialogClose look="primary">{issued.close}</DialogClose>
      </div>
    </div>
  );
}
