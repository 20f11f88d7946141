"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import { endKey, issueKey, rotateKey } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/terminals/actions";
import type { Place } from "@/components/shell/paths";
import { IssuedKey } from "@/components/terminals/issued-key";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { FormError } from "@/components/ui/form-error";
import { OwnPassword, ownPassword } from "@/components/ui/own-password";
import { RadioCards } from "@/components/ui/radio-cards";
import { toast } from "@/components/ui/toast";

type Props = { scope: Place; terminalId: string; appUrl: string };

/** Gives the terminal its first key and shows it, once. A live key asks for the password before. */
export function IssueKey(props: Props) {
  return props.scope.environment === "live" ? <IssueLiveKey {...props} /> : <IssueSandboxKey {...props} />;
}

function IssueLiveKey(props: Props) {
  const router = useRouter();
  return (
    <Dialog
      title="Issue a live key"
      description="Anyone with this key can create live payments for this terminal."
      trigger={{ children: "Issue key", look: "primary" }}
      insist
      wide
      // not before: the page that has the key has no place for this dialog
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
        <SubmitButton>Issue key</SubmitButton>
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
        Issue key
      </Button>
      <FormError>{failure?.message}</FormError>
      <ShownKey secret={secret} appUrl={appUrl} title="The new key" onClose={close} />
    </>
  );
}

const ENDS = [
  {
    value: "0",
    label: "Now",
    description: "For a key that somebody else may have. Calls with it fail from this moment.",
  },
  { value: "1", label: "In 1 hour", description: "Time enough to put the new key on your server." },
  { value: "24", label: "In 24 hours", description: "For several servers, one after the other." },
];

/** Replaces the key: when the old one ends, the password, then the new key, once. */
export function RotateKey(props: Props) {
  return (
    <Dialog
      title="Rotate this key"
      description="A new key is issued, and your endpoints hear of it by key.rotated."
      trigger={{ children: "Rotate key", look: "secondary" }}
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
      <RadioCards name="graceHours" legend="The old key ends" cards={ENDS} defaultValue="1" />
      <OwnPassword error={failure?.fields?.password} />
      <FormActions>
        <DialogClose />
        <SubmitButton>Rotate key</SubmitButton>
      </FormActions>
    </Form>
  );
}

/** Ends a replaced key before its time. */
export function EndKey({ scope, keyId, last4 }: { scope: Place; keyId: string; last4: string }) {
  return (
    <ConfirmDialog
      trigger={{ children: "End now", look: "secondary" }}
      title={`End the key …${last4} now?`}
      verb="End key"
      consequence="Calls with it fail from this moment. The current key goes on working. This cannot be undone."
      onConfirm={() => endKey(scope, { keyId })}
      onDone={() => toast({ title: `Key …${last4} ended` })}
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
        <DialogClose look="primary">I have copied it</DialogClose>
      </div>
    </div>
  );
}
