"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useState, useTransition } from "react";
import type { ActionResult } from "@/lib/base/values/action-result";
import { commonMessages } from "@/lib/service/messages/en/common";
import { uiMessages } from "@/lib/service/messages/en/ui";
import { Button } from "./button";
import { callFailure } from "./call-failure";
import type { Elements } from "./elements";
import { Field } from "./field";
import { Form, FormActions, SubmitButton } from "./form";
import { Input } from "./input";
import { PasswordInput } from "./password-input";

export type QuestionProps = {
  /** what will happen, and whether it can be undone */
  consequence: ReactNode;
  /** the button's label: "Revoke key" */
  verb: string;
  /** the dismissing button's label, for acts that are a cancelling themselves: "Keep payment" */
  dismiss?: string;
  /** for actions that can be undone or only add something; otherwise the button is red */
  harmless?: boolean;
  /** requires text, submitted as `confirmation`: the label, with the text in it */
  confirmation?: string;
  /** requires the password, submitted as `password` */
  password?: boolean;
  /** runs the server action. On an error the dialog shows it and stays open; otherwise it closes */
  onConfirm: (data: FormData) => Promise<ActionResult<unknown>>;
  onDone?: () => void;
  /** refreshes the page afterwards (default) */
  refresh?: boolean;
  /** additional fields */
  children?: Elements;
  close(): void;
};

/** The part of `ConfirmDialog` that is loaded on first use. */
export function ConfirmQuestion({
  consequence,
  verb,
  dismiss = commonMessages.cancel,
  harmless,
  confirmation,
  password,
  onConfirm,
  onDone,
  refresh = true,
  ...rest
}: QuestionProps) {
  const { children, close } = rest;
  const router = useRouter();
  const [pending, start] = useTransition();
  const [refusal, setRefusal] = useState<{ message: string; fields?: Record<string, string> }>();
  const wrongPassword = refusal?.fields?.password;
  const wrongText = refusal?.fields?.confirmation;

  const confirm = (data: FormData) =>
    start(async () => {
      const result = await onConfirm(data).catch(callFailure);
      if (!result.ok) return setRefusal(result);
      close();
      onDone?.();
      if (refresh) router.refresh();
    });

  return (
    <Form action={confirm} pending={pending} error={wrongPassword || wrongText ? null : refusal?.message}>
      <div className="text-14 text-pretty text-ink-2">{consequence}</div>
      {children}
      {confirmation && (
        <Field label={confirmation} error={wrongText} required>
          <Input name="confirmation" autoComplete="off" spellCheck={false} />
        </Field>
      )}
      {password && (
        <Field label={uiMessages.password.label} error={wrongPassword} required>
          <PasswordInput name="password" autoComplete="current-password" />
        </Field>
      )}
      <FormActions>
        <Button data-first-focus="" look="secondary" size="small" busy={pending} onClick={close}>
          {dismiss}
        </Button>
        <SubmitButton look={harmless ? "primary" : "danger"}>{verb}</SubmitButton>
      </FormActions>
    </Form>
  );
}
