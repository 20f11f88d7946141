"use client";

import { type RefObject, useCallback, useEffect } from "react";
import { Button, type ButtonProps } from "./button";
import type { QuestionProps } from "./confirm-question";
import { loadDialog } from "./dialog";
import { DialogHold, useDialogHold } from "./dialog-hold";
import { useLoaded } from "./use-loaded";
import { usePopup } from "./use-popup";

type Props = Omit<QuestionProps, "close"> & {
  /** the question: "Revoke this key?" */
  title: string;
  trigger?: ButtonProps;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** what gets the focus afterwards instead of the trigger, when that is gone by then */
  returnTo?: RefObject<HTMLElement | null>;
};

const loadQuestion = () => import("./confirm-question").then((module) => module.ConfirmQuestion);

/** Confirms a consequential action. Stays open until the action has succeeded, and shows its error. */
export function ConfirmDialog({ title, trigger, open, onOpenChange, returnTo, ...body }: Props) {
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
