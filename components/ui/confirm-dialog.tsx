"use client";

import { type ReactNode, type RefObject, useCallback, useEffect } from "react";
import type { ActionResult } from "@/lib/base/values/action-result";
import { Button, type ButtonProps } from "./button";
import { loadDialog } from "./dialog";
import { DialogHold, useDialogHold } from "./dialog-hold";
import type { Elements } from "./elements";
import { useLoaded } from "./use-loaded";
import { usePopup } from "./use-popup";

export type ConfirmProps = {
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
  /** what gets the focus afterwards instead of the trigger, when that is gone by then */
  returnTo?: RefObject<HTMLElement | null>;
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
};

const loadQuestion = () => import("./confirm-question").then((module) => module.ConfirmQuestion);

/** Confirms a consequential action. Stays open until the action has succeeded, and shows its error. */
export function ConfirmDialog({ title, trigger, open, onOpenChange, returnTo, ...body }: ConfirmProps) {
  const { Loaded: Question, want: wantQuestion } = useLoaded(loadQuestion);
  const load = useCallback(() => Promise.all([loadDialog(), wantQuestion()]).then(([Popup]) => Popup), [wantQuestion]);
  const popup = usePopup(load, "dialog");
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
          returnTo={returnTo ?? (trigger ? popup.anchor : undefined)}
        >
          <DialogHold value={hold}>{Question && <Question {...body} close={() => change(false)} />}</DialogHold>
        </Popup>
      )}
    </>
  );
}
