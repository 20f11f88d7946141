"use client";

import { Popover } from "@base-ui/react/popover";
import type { ReactNode, RefObject } from "react";

type Props = {
  anchor: RefObject<HTMLButtonElement | null>;
  open: boolean;
  onOpenChange(open: boolean): void;
  label: string;
  align: "start" | "center" | "end";
  children: ReactNode;
};

/** The part of `Popover` that is loaded on first use. */
export function PopoverPopup({ anchor, open, onOpenChange, label, align, children }: Props) {
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange} modal="trap-focus">
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} align={align} sideOffset={4} collisionPadding={8} className="z-50">
          <Popover.Popup
            aria-label={label}
            finalFocus={anchor}
            className="floating max-h-(--available-height) max-w-[calc(100vw-1rem)] min-w-56 overflow-y-auto p-4 outline-none"
          >
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
