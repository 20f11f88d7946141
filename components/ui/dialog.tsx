"use client";

import { createContext, type ReactNode, useCallback, useContext, useEffect } from "react";
import { commonMessages } from "@/lib/service/messages/en/common";
import { Button, type ButtonProps } from "./button";
import { DialogHold, useDialogHold, useIsActing } from "./dialog-hold";
import { usePopup } from "./use-popup";

export const loadDialog = () => import("./dialog-popup").then((module) => module.DialogPopup);

const CloseContext = createContext<() => void>(() => {});

/** Closes the surrounding dialog or drawer. */
export const useDialogClose = () => useContext(CloseContext);

export type DialogProps = {
  title: string;
  description?: ReactNode;
  /** the button that opens it; without one, use `open` */
  trigger?: ButtonProps;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** in the middle, or along an edge (drawers) */
  side?: "middle" | "start" | "end";
  wide?: boolean;
  /** a click outside does not close it, because something would be lost */
  insist?: boolean;
  /** loads the content with the dialog, which opens once both are loaded; must not change between renders */
  prepare?: () => Promise<unknown>;
  children: ReactNode;
};

/**
 * A sheet over the page for one task. Focus stays inside and then returns to the button. Escape closes it, unless a
 * secret is shown once or an action is running. Its content is mounted only while it is open, so a form starts fresh.
 */
export function Dialog({ trigger, open, onOpenChange, prepare, children, ...sheet }: DialogProps) {
  const load = useCallback(() => Promise.all([loadDialog(), prepare?.()]).then(([Popup]) => Popup), [prepare]);
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
        <Popup {...sheet} held={held} open={isOpen} onOpenChange={change} returnTo={trigger ? popup.anchor : undefined}>
          <DialogHold value={hold}>
            <CloseContext value={() => change(false)}>{children}</CloseContext>
          </DialogHold>
        </Popup>
      )}
    </>
  );
}

/** A button that closes the surrounding dialog; labelled "Cancel" by default. */
export function DialogClose({
  look = "secondary",
  size = "small",
  children = commonMessages.cancel,
  ...rest
}: ButtonProps) {
  const close = useDialogClose();
  const isActing = useIsActing();
  return (
    <Button {...rest} busy={isActing} look={look} size={size} onClick={close}>
      {children}
    </Button>
  );
}
