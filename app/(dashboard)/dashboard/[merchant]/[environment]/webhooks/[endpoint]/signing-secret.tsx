"use client";

import { type ReactNode, useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import {
  activateSecret,
  revealSecret,
  rotateSecret,
} from "@/app/(dashboard)/dashboard/[merchant]/[environment]/webhooks/actions";
import type { Scope } from "@/components/shell/paths";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { CopyField } from "@/components/ui/copy-field";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Note } from "@/components/ui/note";
import { OwnPassword, ownPassword } from "@/components/ui/own-password";
import { SecretOnce } from "@/components/ui/secret-once";
import { Section } from "@/components/ui/section";
import { toast } from "@/components/ui/toast";
import { webhooksMessages } from "@/lib/messages/en/webhooks";

const { secret: words } = webhooksMessages;

type Props = {
  scope: Scope;
  endpointId: string;
  /** during a rotation: when the new secret takes over automatically */
  takesOver: ReactNode | null;
};

/** Reveals the signing secret and rotates it in two steps. */
export function SigningSecret({ scope, endpointId, takesOver }: Props) {
  return (
    <Section
      title={words.title}
      description={words.text}
      actions={
        <>
          <Dialog title={words.title} trigger={{ children: words.reveal, look: "secondary" }}>
            <Reveal scope={scope} endpointId={endpointId} />
          </Dialog>
          <Dialog
            title={words.rotateTitle}
            trigger={{ children: takesOver ? words.rotateAgain : words.rotate, look: "secondary" }}
            insist
          >
            <Rotate scope={scope} endpointId={endpointId} />
          </Dialog>
        </>
      }
    >
      {takesOver ? (
        <div className="flex flex-col items-start gap-4">
          <Note tone="amber">
            {words.rotating.introduction} <code className="figures">webhook-signature</code> {words.rotating.both}{" "}
            <code className="figures">X-Service-Signature</code> {words.rotating.switchBefore} {takesOver}.
          </Note>
          <ConfirmDialog
            trigger={{ children: words.finish, look: "primary" }}
            title={words.finishTitle}
            verb={words.finish}
            harmless
            consequence={words.finishText}
            onConfirm={() => activateSecret(scope, { endpointId })}
            onDone={() => toast({ title: words.finished.title, detail: words.finished.text, tone: "good" })}
          />
        </div>
      ) : (
        <p className="text-14 text-ink-2">{words.rotateHint}</p>
      )}
    </Section>
  );
}

type StepProps = Omit<Props, "takesOver">;

function Reveal({ scope, endpointId }: StepProps) {
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
      onPassword={(password) => run(scope, { endpointId }, password)}
    />
  );
}

function Rotate({ scope, endpointId }: StepProps) {
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
      <p className="text-14 text-ink-2">{words.rotateText}</p>
      <PasswordForm
        verb={words.create}
        busy={busy}
        failure={failure}
        onPassword={(password) => run(scope, { endpointId }, password)}
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
