"use client";

import { type ReactNode, useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import {
  activateSecret,
  revealSecret,
  rotateSecret,
} from "@/app/(dashboard)/dashboard/[merchant]/[environment]/webhooks/actions";
import type { Place } from "@/components/shell/paths";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { CopyField } from "@/components/ui/copy-field";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Note } from "@/components/ui/note";
import { OwnPassword, ownPassword } from "@/components/ui/own-password";
import { SecretOnce } from "@/components/ui/secret-once";
import { Section } from "@/components/ui/section";
import { toast } from "@/components/ui/toast";

type Props = {
  scope: Place;
  endpointId: string;
  /** during a rotation: the moment at which the second secret takes over by itself */
  takesOver: ReactNode | null;
};

/** Looking at the secret again, and changing it in two steps. */
export function SigningSecret({ scope, endpointId, takesOver }: Props) {
  return (
    <Section
      title="Signing secret"
      description="Every webhook is signed with it, so that your server can tell ours from a forgery."
      actions={
        <>
          <Dialog title="The signing secret" trigger={{ children: "Reveal", look: "secondary" }}>
            <Reveal scope={scope} endpointId={endpointId} />
          </Dialog>
          <Dialog
            title="Change the secret, step 1 of 2"
            trigger={{ children: takesOver ? "Make another one" : "Change secret", look: "secondary" }}
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
            A second secret is waiting. <code className="figures">webhook-signature</code> carries both signatures now;{" "}
            <code className="figures">X-Service-Signature</code> moves to the second one when you activate it, or by
            itself on {takesOver}.
          </Note>
          <ConfirmDialog
            trigger={{ children: "Activate the second secret", look: "primary" }}
            title="Is the second secret on your server?"
            verb="Activate"
            harmless
            consequence="From now on it signs alone. A server that knows only the first secret refuses every webhook."
            onConfirm={() => activateSecret(scope, { endpointId })}
            onDone={() =>
              toast({ title: "Second secret activated", detail: "Take the first one off your server.", tone: "good" })
            }
          />
        </div>
      ) : (
        <p className="text-14 text-ink-2">
          Somebody else may have it? Change it in two steps, without a moment in which a genuine webhook is refused.
        </p>
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
        <CopyField name={shown.nextSecret ? "first secret" : "signing secret"} value={shown.secret} whole />
        {shown.nextSecret && (
          <>
            <p className="text-ink-2">The second one, which is waiting to be activated:</p>
            <CopyField name="second secret" value={shown.nextSecret} whole />
          </>
        )}
        <p className="text-ink-2">That you have looked is written down in the audit log.</p>
      </div>
    );
  }
  return (
    <PasswordForm
      verb="Reveal secret"
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
        <SecretOnce name="Second secret" secret={secret}>
          Give your server both secrets, so that it takes a webhook that is genuine by either. Then activate this one:
          step 2. Without that it takes over by itself after 24 hours.
        </SecretOnce>
        <div className="flex flex-col sm:flex-row sm:justify-end">
          <DialogClose look="primary">I have copied it</DialogClose>
        </div>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-5">
      <p className="text-14 text-ink-2">
        A second secret is made and shown. It signs beside the first one until you activate it.
      </p>
      <PasswordForm
        verb="Make second secret"
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
