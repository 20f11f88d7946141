"use client";

import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, type RefObject, useRef } from "react";
import { commonMessages } from "@/lib/service/messages/en/common";
import type { Reason } from "./dialog-hold";
import { IconButton } from "./icon-button";

const PLACES = {
  middle: "items-end justify-center sm:items-center sm:p-6",
  start: "items-stretch justify-start",
  end: "items-stretch justify-end",
};

const SHEETS = {
  middle: "sheet-middle max-h-[92dvh] rounded-t-[10px] sm:rounded-till",
  start: "sheet-start h-full max-w-[85vw] border-e",
  end: "sheet-end h-full max-w-[92vw] border-s",
};

type Props = {
  title: string;
  description?: ReactNode;
  open: boolean;
  onOpenChange(open: boolean): void;
  side?: keyof typeof PLACES;
  wide?: boolean;
  insist?: boolean;
  /** a secret is shown once, or an action is running: only buttons inside the dialog close it */
  held?: Reason | null;
  returnTo?: RefObject<HTMLElement | null>;
  /** announced as an alert: something may be lost */
  alert?: boolean;
  children: ReactNode;
};

/** The part of `Dialog`, `ConfirmDialog` and drawers that is loaded on first use. */
export function DialogPopup(props: Props) {
  const {
    title,
    description,
    open,
    onOpenChange,
    side = "middle",
    wide,
    insist,
    held = null,
    returnTo,
    alert,
    children,
  } = props;
  const sheet = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next, details) => {
        if (held && !next) details.cancel();
        else onOpenChange(next);
      }}
      disablePointerDismissal={insist || held !== null}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="veil fixed inset-0 z-40 bg-black/40 dark:bg-black/60" />
        <Dialog.Viewport className={`fixed inset-0 z-40 flex overflow-hidden ${PLACES[side]}`}>
          <Dialog.Popup
            {...(alert && { role: "alertdialog" })}
            ref={sheet}
            data-held={held ?? undefined}
            initialFocus={(openedBy) => firstFocus(sheet.current, openedBy)}
            finalFocus={returnTo}
            className={`flex w-full flex-col overflow-y-auto overscroll-contain bg-card text-ink shadow-float outline-none ${SHEETS[side]} ${wide ? "sm:max-w-2xl" : "sm:max-w-md"}`}
          >
            <header className="flex items-start justify-between gap-4 ps-5 pe-2.5 pt-4 pb-3 sm:ps-6">
              <div className="flex min-w-0 flex-col gap-1 pt-1">
                <Dialog.Title className="text-16 font-semibold text-balance">{title}</Dialog.Title>
                {description && (
                  <Dialog.Description className="text-14 text-pretty text-ink-2">{description}</Dialog.Description>
                )}
              </div>
              {held !== "secret" && (
                <IconButton
                  label={commonMessages.close}
                  busy={held === "act"}
                  onClick={() => onOpenChange(false)}
                  data-tip={undefined}
                  className="-mt-1"
                >
                  <X aria-hidden="true" strokeWidth={1.5} className="size-5" />
                </IconButton>
              )}
            </header>
            <div className="px-5 pb-5 sm:px-6 sm:pb-6">{children}</div>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const TYPED = "input:not([type=hidden]), select, textarea, [data-first-focus]";

/** What gets focus: the first field, else the harmless button; on touch the sheet, so that no keyboard covers it. */
function firstFocus(sheet: HTMLElement | null, openedBy: string) {
  return (openedBy !== "touch" && sheet?.querySelector<HTMLElement>(TYPED)) || sheet;
}
