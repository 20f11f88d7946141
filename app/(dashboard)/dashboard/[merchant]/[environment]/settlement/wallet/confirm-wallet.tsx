"use client";

import { useAction } from "@/app/_kit/use-action";
import { setWallet } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/actions";
import { type DashboardParams, pathTo } from "@/components/shell/paths";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { Note } from "@/components/ui/note";
import { PasswordInput } from "@/components/ui/password-input";
import { toast } from "@/components/ui/toast";
import { useGo } from "@/components/ui/use-go";
import { WalletPreviewFacts } from "@/components/wallets/wallet-preview-facts";
import type { WalletPreview } from "@/lib/chain/wallets/preview-wallet";
import { commonMessages } from "@/lib/service/messages/en/common";
import { walletMessages, walletSteps } from "@/lib/service/messages/en/wallet";
import { StepLine } from "./step-line";

type Props = { dashboard: DashboardParams; wallet: string; preview: WalletPreview; changes: boolean; onBack(): void };

const { confirmation, done, password, unchanged } = walletSteps;

/** The second step: the end of the first address, as the owner's wallet shows it, and the password. */
export function ConfirmWallet({ dashboard, wallet, preview, changes, onBack }: Props) {
  const { go, pending } = useGo();
  const { run, busy, failure } = useAction(setWallet, {
    onDone: () => {
      toast({ ...done, tone: "good" });
      go(pathTo(dashboard, "settlement"));
    },
  });
  const isBusy = busy || pending;
  const fields = failure?.fields ?? {};
  const confirm = (data: FormData) =>
    run(dashboard, { wallet, confirmation: String(data.get("confirmation")) }, String(data.get("password")));
  return (
    <Form
      action={confirm}
      pending={isBusy}
      error={failure && !fields.confirmation && !fields.password ? failure.message : null}
    >
      <StepLine number={2} takesFocus />
      <WalletPreviewFacts preview={preview} changes={changes} />
      {preview.isCurrent ? (
        <>
          <Note>{unchanged}</Note>
          <FormActions align="start">
            <Button look="secondary" size="small" onClick={onBack}>
              {commonMessages.back}
            </Button>
          </FormActions>
        </>
      ) : (
        <>
          <Field
            label={confirmation.label}
            description={confirmation.description}
            error={fields.confirmation}
            required
            className="max-w-sm"
          >
            <Input
              name="confirmation"
              maxLength={34}
              autoComplete="off"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              figures
            />
          </Field>
          <Field label={password} error={fields.password} required className="max-w-sm">
            <PasswordInput name="password" autoComplete="current-password" />
          </Field>
          <FormActions align="start">
            <Button look="secondary" size="small" busy={isBusy} onClick={onBack}>
              {commonMessages.back}
            </Button>
            <SubmitButton>{changes ? walletMessages.change : walletMessages.set}</SubmitButton>
          </FormActions>
        </>
      )}
    </Form>
  );
}
