"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import { beginAuthenticator, confirmAuthenticator, rememberBrowser } from "@/app/(dashboard)/account/actions";
import { RecoveryCodes } from "@/components/accounts/recovery-codes";
import { RemovePasskeysChoice, removesPasskeys } from "@/components/accounts/remove-passkeys-choice";
import { callFailure } from "@/components/ui/call-failure";
import { CodeInput } from "@/components/ui/code-input";
import { CopyField } from "@/components/ui/copy-field";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { PasswordInput } from "@/components/ui/password-input";
import { Qr } from "@/components/ui/qr";
import { accountMessages } from "@/lib/service/messages/en/account";
import { commonMessages } from "@/lib/service/messages/en/common";

const text = accountMessages.security.authenticator;

type Props = {
  /** of a setup link, where a business requires two-step sign-in */
  token?: string;
  /** the names of the person's passkeys */
  passkeys: string[];
  /** of the button that opens it */
  size?: "small" | "normal";
};

/** Password, then the QR code and a first code, then the recovery codes. */
export function AddAuthenticator({ token = "", passkeys, size = "small" }: Props) {
  const router = useRouter();
  const [isOn, setOn] = useState(false);

  // only once it is closed: the refreshed page no longer contains this dialog and its codes
  const refresh = async () => {
    // turning it on has made all browsers unknown
    if (isOn) await rememberBrowser({}).catch(callFailure);
    router.refresh();
  };
  return (
    <Dialog
      title={text.add}
      trigger={{ children: text.add, look: "primary", size }}
      insist
      onOpenChange={(open) => {
        if (!open) void refresh();
      }}
    >
      <Steps token={token} passkeys={passkeys} onTurnedOn={() => setOn(true)} />
    </Dialog>
  );
}

type Made = { secret: string; uri: string; removePasskeys: boolean };

type StepProps = { token: string; passkeys: string[] };

function Steps({ token, passkeys, onTurnedOn }: StepProps & { onTurnedOn(): void }) {
  const [made, setMade] = useState<Made | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} isNew />;
  const showCodes = (recoveryCodes: string[]) => {
    onTurnedOn();
    setCodes(recoveryCodes);
  };
  if (made) return <ScanStep {...made} token={token} onDone={showCodes} />;
  return <PasswordStep token={token} passkeys={passkeys} onDone={setMade} />;
}

function PasswordStep({ token, passkeys, onDone }: StepProps & { onDone(made: Made): void }) {
  const begin = async (data: FormData) => {
    const begun = await beginAuthenticator({ token }, String(data.get("password")));
    return begun.ok ? { ...begun, data: { ...begun.data, removePasskeys: removesPasskeys(data) } } : begun;
  };
  const { run, busy, failure } = useAction(begin, { onDone, refresh: false });
  return (
    <Form action={run} pending={busy} error={failure && !failure.fields ? failure.message : null}>
      <Field label={accountMessages.password} error={failure?.fields?.password} required>
        <PasswordInput name="password" autoComplete="current-password" autoFocus />
      </Field>
      <RemovePasskeysChoice names={passkeys} />
      <p className="text-14 text-ink-2">{text.signsOut}</p>
      <FormActions>
        <DialogClose />
        <SubmitButton>{commonMessages.continue}</SubmitButton>
      </FormActions>
    </Form>
  );
}

type ScanProps = Made & { token: string; onDone(codes: string[]): void };

function ScanStep({ secret, uri, removePasskeys, token, onDone }: ScanProps) {
  const { run, busy, failure } = useAction(confirmAuthenticator, {
    onDone: ({ recoveryCodes }) => onDone(recoveryCodes),
    refresh: false,
  });
  const spaced = secret.match(/.{1,4}/g)?.join(" ") ?? secret;
  return (
    <Form
      action={(data) => run({ code: String(data.get("code")), token, removePasskeys })}
      pending={busy}
      error={failure && !failure.fields ? failure.message : null}
    >
      <ol className="flex list-decimal flex-col gap-4 ps-5 text-14">
        <li>
          <p>{text.scan}</p>
          <div className="mt-3 max-w-52">
            <Qr value={uri} title={text.qr} />
          </div>
          <details className="mt-2">
            <summary className="w-fit py-2.5 text-ink-2 hover:text-ink pointer-fine:py-1.5">{text.cannotScan}</summary>
            <p className="pb-2 text-ink-2">{text.typeKey}</p>
            <CopyField name={text.key} value={spaced} whole />
            <a
              href={uri}
              className="inline-flex min-h-11 items-center text-verdigris underline underline-offset-4 pointer-fine:hidden"
            >
              {text.openApp}
            </a>
          </details>
        </li>
        <li>
          <Field label={text.code} error={failure?.fields?.code} required>
            <CodeInput name="code" onComplete={(_, input) => input.form?.requestSubmit()} />
          </Field>
        </li>
      </ol>
      <FormActions>
        <DialogClose />
        <SubmitButton>{text.turnOn}</SubmitButton>
      </FormActions>
    </Form>
  );
}
