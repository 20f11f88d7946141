"use client";

import { createContext, type ReactNode, useContext } from "react";
import { Button, type ButtonStyle } from "./button";
import { usePopup } from "./use-popup";

const load = () => import("./popover-popup").then((module) => module.PopoverPopup);

const CloseContext = createContext<() => void>(() => {});

/** Closes the surrounding popover. */
export const usePopoverClose = () => useContext(CloseContext);

type Props = ButtonStyle & {
  /** accessible name of the popover, and of the button if that is an icon */
  label: string;
  /** the content of the button */
  button: ReactNode;
  /** true when `button` is an icon without text */
  icon?: boolean;
  align?: "start" | "center" | "end";
  className?: string;
  children: ReactNode;
};

/** A button that opens a small sheet with a few fields or facts. For more, use a dialog or a page. */
export function Popover({ label, button, icon, align = "start", look = "ghost", size, className, children }: Props) {
  const { anchor, open, setOpen, Popup, trigger } = usePopup(load, "dialog");
  return (
    <>
      <Button
        {...trigger}
        look={look}
        size={size ?? (icon ? "icon" : "small")}
        aria-label={icon ? label : undefined}
        data-tip={icon ? label : undefined}
        className={className}
      >
        {button}
      </Button>
      {Popup && (
        <Popup anchor={anchor} open={open} onOpenChange={setOpen} label={label} align={align}>
          <CloseContext value={() => setOpen(false)}>{children}</CloseContext>
        </Popup>
      )}
    </>
  );
}
