"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import { beginAuthenticator, confirmAuthenticator } from "@/app/(dashboard)/account/actions";
import { RecoveryCodes } from "@/components/accounts/recovery-codes";
import { CodeInput } from "@/components/ui/code-input";
import { CopyField } from "@/components/ui/copy-field";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { PasswordInput } from "@/components/ui/password-input";
import { Qr } from "@/components/ui/qr";

/** Password, then the QR code and a first code, then the recovery codes. */
export function AddAuthenticator() {
  const router = useRouter();
  return (
    <Dialog
      title="Add an authenticator"
      trigger={{ children: "Add an authenticator", look: "primary" }}
      insist
      // not before: the page that says "on" has no place for this dialog and its codes
      onOpenChange={(open) => {
        if (!open) router.refresh();
      }}
    >
      <Steps />
    </Dialog>
  );
}

function Steps() {
  const [made, setMade] = useState<{ secret: string; uri: string } | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} />;
  if (made) return <ScanStep {...made} onDone={setCodes} />;
  return <PasswordStep onDone={setMade} />;
}

function PasswordStep({ onDone }: { onDone(made: { secret: string; uri: string }): void }) {
  const { run, busy, failure } = useAction(beginAuthenticator, { onDone, refresh: false });
  return (
    <Form
      action={(data) => run({}, String(data.get("password")))}
      pending={busy}
      error={failure && !failure.fields ? failure.message : null}
    >
      <Field label="Your password" error={failure?.fields?.password} required>
        <PasswordInput name="password" autoComplete="current-password" autoFocus />
      </Field>
      <FormActions>
        <DialogClose />
        <SubmitButton>Go on</SubmitButton>
      </FormActions>
    </Form>
  );
}

type ScanProps = { secret: string; uri: string; onDone(codes: string[]): void };

function ScanStep({ secret, uri, onDone }: ScanProps) {
  const { run, busy, failure } = useAction(confirmAuthenticator, {
    onDone: ({ recoveryCodes }) => onDone(recoveryCodes),
    refresh: false,
  });
  const spaced = secret.match(/.{1,4}/g)?.join(" ") ?? secret;
  return (
    <Form
      action={(data) => run({ code: String(data.get("code")) })}
      pending={busy}
      error={failure && !failure.fields ? failure.message : null}
    >
      <ol className="flex list-decimal flex-col gap-4 ps-5 text-14">
        <li>
          <p>Scan this with the authenticator.</p>
          <div className="mt-3 max-w-52">
            <Qr value={uri} title="QR code for the authenticator" />
          </div>
          <details className="mt-2">
            <summary className="inline-flex min-h-11 cursor-pointer items-center text-ink-2 pointer-fine:min-h-9">
              It cannot scan?
            </summary>
            <p className="pb-2 text-ink-2">Type this key into it; the kind is time-based.</p>
            <CopyField name="key of the authenticator" value={spaced} whole />
          </details>
        </li>
        <li>
          <Field label="Enter the six digits it shows" error={failure?.fields?.code} required>
            <CodeInput name="code" onComplete={(_, input) => input.form?.requestSubmit()} />
          </Field>
        </li>
      </ol>
      <FormActions>
        <DialogClose />
        <SubmitButton>Switch on</SubmitButton>
      </FormActions>
    </Form>
  );
}
