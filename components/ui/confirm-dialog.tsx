"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useState, useTransition } from "react";
import type { ActionResult } from "@/lib/action-result";
import { commonMessages } from "@/lib/messages/en/common";
import { uiMessages } from "@/lib/messages/en/ui";
import { Button, type ButtonProps } from "./button";
import { loadDialog } from "./dialog";
import { DialogHold, useDialogHold } from "./dialog-hold";
import { Field } from "./field";
import { Form, FormActions, SubmitButton } from "./form";
import { Input } from "./input";
import { PasswordInput } from "./password-input";
import { usePopup } from "./use-popup";

type Props = {
  /** the question: "Revoke this key?" */
  title: string;
  /** what will happen, and whether it can be undone */
  consequence: ReactNode;
  /** the button's label: "Revoke key" */
  verb: string;
  /** the dismissing button's label, for acts that are a cancelling themselves: "Keep payment" */
  dismiss?: string;
  /** for actions that can be undone or only add something; otherwise the button is red */
  harmless?: boolean;
  trigger?: ButtonProps;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
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
  children?: ReactNode;
};

/** Confirms a consequential action. Stays open until the action has succeeded, and shows its error. */
export function ConfirmDialog({ title, trigger, open, onOpenChange, ...body }: Props) {
  const popup = usePopup(loadDialog, "dialog");
  const { held, hold } = useDialogHold();
  const { Popup, want } = popup;
  const isOpen = open ?? popup.open;
  useEffect(() => {
    if (isOpen) want();
  }, [isOpen, want]);
  const change = (next: boolean) => {
    onOpenChange?.(next);
    popup.setOpen(next);
  };
  return (
    <>
      {trigger && (
        <Button
          look={body.harmless ? "secondary" : "risky"}
          size="small"
          {...trigger}
          {...popup.trigger}
          onClick={() => {
            popup.show();
            onOpenChange?.(true);
          }}
        />
      )}
      {Popup && (
        <Popup
          alert
          insist
          held={held}
          title={title}
          open={isOpen}
          onOpenChange={change}
          returnTo={trigger ? popup.anchor : undefined}
        >
          <DialogHold value={hold}>
            <Question {...body} close={() => change(false)} />
          </DialogHold>
        </Popup>
      )}
    </>
  );
}

type QuestionProps = Omit<Props, "title" | "trigger" | "open" | "onOpenChange"> & { close(): void };

const UNREACHED = {
  ok: false as const,
  message: commonMessages.unreachable,
  fields: undefined,
};

function Question({
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
  const [refusal, setRefusal] = useState<Pick<typeof UNREACHED, "message"> & { fields?: Record<string, string> }>();
  const wrongPassword = refusal?.fields?.password;
  const wrongText = refusal?.fields?.confirmation;

  const confirm = (data: FormData) =>
    start(async () => {
      const result = await onConfirm(data).catch(() => UNREACHED);
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
