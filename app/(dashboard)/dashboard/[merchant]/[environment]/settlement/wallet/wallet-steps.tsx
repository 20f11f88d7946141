"use client";

import { useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import { previewWallet } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/actions";
import { type DashboardParams, pathTo } from "@/components/shell/paths";
import { ButtonLink } from "@/components/ui/button-link";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Textarea } from "@/components/ui/textarea";
import type { WalletPreview } from "@/lib/chain/wallets/preview-wallet";
import { findSecret, SECRET_REFUSED } from "@/lib/chain/wallets/wallet-secrets";
import { commonMessages } from "@/lib/service/messages/en/common";
import { walletSteps } from "@/lib/service/messages/en/wallet";
import { ConfirmWallet } from "./confirm-wallet";
import { StepLine } from "./step-line";

type Props = { dashboard: DashboardParams; current: "list" | "xpub" | null };

const { input, secret: refused } = walletSteps;

/**
 * Paste, compare with the wallet, confirm by password. Text that could move money is refused before it leaves the page.
 */
export function WalletSteps({ dashboard, current }: Props) {
  const [text, setText] = useState("");
  const [secret, setSecret] = useState<string | null>(null);
  const [preview, setPreview] = useState<WalletPreview | null>(null);
  const [isBack, setBack] = useState(false);
  const { run, busy, failure, clear } = useAction(previewWallet, { onDone: setPreview, refresh: false });

  if (preview) {
    return (
      <ConfirmWallet
        dashboard={dashboard}
        wallet={text}
        preview={preview}
        changes={current !== null}
        onBack={() => {
          setPreview(null);
          setBack(true);
          clear();
        }}
      />
    );
  }
  const change = (next: string) => {
    const found = findSecret(next);
    setSecret(found && SECRET_REFUSED[found]);
    setText(found ? "" : next);
    if (failure) clear();
  };
  return (
    <Form
      action={() => run(dashboard, { wallet: text })}
      pending={busy}
      error={failure && !failure.fields?.wallet ? failure.message : null}
    >
      <StepLine number={1} takesFocus={isBack} />
      {secret && <SecretRefused text={secret} />}
      <Field
        label={input.label}
        description={current === "list" ? `${input.description} ${input.replaces}` : input.description}
        error={failure?.fields?.wallet}
        required
      >
        <Textarea
          name="wallet"
          value={text}
          onChange={(event) => change(event.target.value)}
          rows={10}
          figures
          spellCheck={false}
          autoCapitalize="none"
          autoCorrect="off"
          autoComplete="off"
          placeholder={"TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH\nTSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK"}
        />
      </Field>
      <FormActions align="start">
        <ButtonLink href={pathTo(dashboard, "settlement")}>{commonMessages.cancel}</ButtonLink>
        <SubmitButton>{input.submit}</SubmitButton>
      </FormActions>
    </Form>
  );
}

/** Loud, since the pasted secret has been on a clipboard and in a page. */
function SecretRefused({ text }: { text: string }) {
  return (
    <div role="alert" className="flex flex-col gap-1 rounded-till border-s-4 border-brick bg-brick-wash px-5 py-4">
      <p className="text-16 font-semibold text-brick">{refused.title}</p>
      <p className="max-w-measure text-14 text-pretty">{text}</p>
      <p className="text-14 font-medium">{refused.cleared}</p>
    </div>
  );
}
