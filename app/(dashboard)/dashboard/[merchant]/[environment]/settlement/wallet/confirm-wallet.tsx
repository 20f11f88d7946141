"use client";

import { useRouter } from "next/navigation";
import { useAction } from "@/app/_kit/use-action";
import { setWallet } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/actions";
import { WalletPreviewFacts } from "@/components/settlement/wallet-preview-facts";
import { type Place, pathTo } from "@/components/shell/paths";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { Note } from "@/components/ui/note";
import { PasswordInput } from "@/components/ui/password-input";
import { toast } from "@/components/ui/toast";
import type { WalletPreview } from "@/lib/settlement/preview-wallet";

type Props = { scope: Place; wallet: string; preview: WalletPreview; changes: boolean; onBack(): void };

/** The second step: the end of the first address, read off one's own wallet, and the password. */
export function ConfirmWallet({ scope, wallet, preview, changes, onBack }: Props) {
  const router = useRouter();
  const { run, busy, failure } = useAction(setWallet, {
    onDone: () => {
      toast({ title: "Wallet set", detail: "Issue a live key to a terminal to take payments.", tone: "good" });
      router.push(pathTo(scope, "settlement"));
    },
  });
  const fields = failure?.fields ?? {};
  const confirm = (data: FormData) =>
    run(scope, { wallet, confirmation: String(data.get("confirmation")) }, String(data.get("password")));
  return (
    <Form
      action={confirm}
      pending={busy}
      error={failure && !fields.confirmation && !fields.password ? failure.message : null}
    >
      <p className="text-14 text-ink-2">Step 2 of 2</p>
      <WalletPreviewFacts preview={preview} changes={changes} />
      {preview.isCurrent ? (
        <>
          <Note>This wallet is set already. There is nothing to change.</Note>
          <FormActions align="start">
            <Button look="secondary" size="small" onClick={onBack}>
              Back
            </Button>
          </FormActions>
        </>
      ) : (
        <>
          <Field
            label="Last six characters of the first address"
            description="Open your wallet and read them there, not here. So nobody can slip you another wallet."
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
          <Field label="Your password" error={fields.password} required className="max-w-sm">
            <PasswordInput name="password" autoComplete="current-password" />
          </Field>
          <FormActions align="start">
            <Button look="secondary" size="small" busy={busy} onClick={onBack}>
              Back
            </Button>
            <SubmitButton>{changes ? "Change wallet" : "Set wallet"}</SubmitButton>
          </FormActions>
        </>
      )}
    </Form>
  );
}
