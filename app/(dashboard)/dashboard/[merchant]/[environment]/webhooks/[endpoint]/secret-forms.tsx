"use client";

import { useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import { revealSecret, rotateSecret } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/webhooks/actions";
import type { DashboardParams } from "@/components/shell/paths";
import { CopyField } from "@/components/ui/copy-field";
import { DialogClose } from "@/components/ui/dialog";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { OwnPassword, ownPassword } from "@/components/ui/own-password";
import { SecretOnce } from "@/components/ui/secret-once";
import { webhooksMessages } from "@/lib/service/messages/en/webhooks";

const { secret: words } = webhooksMessages;

type StepProps = { dashboard: DashboardParams; endpointId: string };

/** Asks for the password, then shows the secret. */
export function RevealSecret({ dashboard, endpointId }: StepProps) {
  const [shown, setShown] = useState<{ secret: string; nextSecret: string | null } | null>(null);
  const { run, busy, failure } = useAction(revealSecret, { onDone: setShown, refresh: false });
  if (shown) {
    return (
      <div className="flex min-w-0 flex-col gap-4 text-14">
        <CopyField name={shown.nextSecret ? words.current : words.only} value={shown.secret} whole />
        {shown.nextSecret && (
          <>
            <p className="text-ink-2">{words.nextBefore}</p>
            <CopyField name={words.next} value={shown.nextSecret} whole />
          </>
        )}
        <p className="text-ink-2">{words.recorded}</p>
      </div>
    );
  }
  return (
    <PasswordForm
      verb={words.reveal}
      busy={busy}
      failure={failure}
      onPassword={(password) => run(dashboard, { endpointId }, password)}
    />
  );
}

type RotateProps = StepProps & {
  /** the rotation in progress that the page shows, if any */
  shown: Date | null;
};

/** Asks for the password, then shows the new secret once. */
export function RotateSecret({ dashboard, endpointId, shown }: RotateProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const { run, busy, failure } = useAction(rotateSecret, { onDone: (made) => setSecret(made.secret) });
  if (secret !== null) {
    return (
      <div className="flex min-w-0 flex-col gap-5">
        <SecretOnce name={words.created.title} secret={secret}>
          {words.created.text}
        </SecretOnce>
        <div className="flex flex-col sm:flex-row sm:justify-end">
          <DialogClose look="primary">{words.copied}</DialogClose>
        </div>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-5">
      <p className="text-14 text-ink-2">{shown ? words.rotateAgainText : words.rotateText}</p>
      <PasswordForm
        verb={words.create}
        busy={busy}
        failure={failure}
        onPassword={(password) => run(dashboard, { endpointId, shown }, password)}
      />
    </div>
  );
}

type PasswordProps = {
  verb: string;
  busy: boolean;
  failure: { message: string; fields?: Record<string, string> } | null;
  onPassword(password: string): void;
};

function PasswordForm({ verb, busy, failure, onPassword }: PasswordProps) {
  return (
    <Form
      action={(data) => onPassword(ownPassword(data) ?? "")}
      pending={busy}
      error={failure && !failure.fields?.password ? failure.message : null}
    >
      <OwnPassword error={failure?.fields?.password} />
      <FormActions>
        <DialogClose />
        <SubmitButton>{verb}</SubmitButton>
      </FormActions>
    </Form>
  );
}
