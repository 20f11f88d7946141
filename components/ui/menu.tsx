"use client";

import { Ellipsis } from "lucide-react";
import type { ReactNode } from "react";
import { Button, type ButtonStyle } from "./button";
import type { MenuItem } from "./menu-popup";
import { PendingIndicator } from "./pending-indicator";
import { useGo } from "./use-go";
import { usePopup } from "./use-popup";

type Props = ButtonStyle & {
  /** the accessible name; needed when the button is an icon */
  label?: string;
  items: MenuItem[];
  align?: "start" | "end";
  side?: "top" | "bottom";
  className?: string;
  /** the content of the button; three dots by default */
  children?: ReactNode;
};

const load = () => import("./menu-popup").then((module) => module.MenuPopup);

/** A button that opens a list of actions. */
export function Menu({
  label,
  items,
  align = "end",
  side = "bottom",
  look = "ghost",
  size,
  className,
  children,
}: Props) {
  const { anchor, open, setOpen, Popup, byKeyboard, trigger } = usePopup(load, "menu");
  const { go, pending } = useGo();
  const icon = children === undefined;
  return (
    <>
      <Button
        {...trigger}
        look={look}
        size={size ?? (icon ? "icon" : "small")}
        aria-label={label}
        data-tip={icon ? label : undefined}
        className={className}
      >
        {children ?? <Ellipsis aria-hidden="true" strokeWidth={1.5} className="size-4" />}
      </Button>
      {Popup && (
        <Popup
          anchor={anchor}
          open={open}
          onOpenChange={setOpen}
          items={items}
          align={align}
          side={side}
          byKeyboard={byKeyboard}
          go={go}
        />
      )}
      <PendingIndicator when={pending} />
    </>
  );
}
