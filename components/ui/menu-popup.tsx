"use client";

import { Menu } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import type { Route } from "next";
import { type MouseEvent, type ReactNode, type RefObject, useEffect, useRef } from "react";
import { Kbd } from "./kbd";
import { Link } from "./link";

export type MenuItem =
  | "separator"
  | { heading: string }
  | {
      label: string;
      description?: string;
      icon?: ReactNode;
      /** where the item leads; without it, only `onSelect` is called */
      href?: Route | { download: string };
      onSelect?: () => void;
      danger?: boolean;
      disabled?: boolean;
      /** for items that can be checked */
      checked?: boolean;
      shortcut?: string;
    };

type Props = {
  anchor: RefObject<HTMLButtonElement | null>;
  open: boolean;
  onOpenChange(open: boolean): void;
  items: MenuItem[];
  align: "start" | "end";
  side: "top" | "bottom";
  /** focuses the first item */
  byKeyboard: boolean;
  go(href: Route): void;
};

/** The part of `Menu` that is loaded on first use. */
export function MenuPopup({ anchor, open, onOpenChange, items, align, side, byKeyboard, go }: Props) {
  const sheet = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!open || !byKeyboard) return;
    const frame = requestAnimationFrame(() => sheet.current?.querySelector<HTMLElement>("[role^=menuitem]")?.focus());
    return () => cancelAnimationFrame(frame);
  }, [open, byKeyboard]);

  return (
    <Menu.Root open={open} onOpenChange={onOpenChange}>
      <Menu.Portal>
        <Menu.Positioner anchor={anchor} align={align} side={side} sideOffset={4} collisionPadding={8} className="z-50">
          <Menu.Popup
            ref={sheet}
            finalFocus={() => !isBehindDialog(anchor.current) && anchor.current}
            className="floating max-h-(--available-height) max-w-[min(22rem,calc(100vw-1rem))] min-w-48 overflow-y-auto p-1 outline-none"
          >
            {items.map((item, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a menu do not move while it is open
              <Line key={index} item={item} go={go} />
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function Line({ item, go }: { item: MenuItem; go: Props["go"] }) {
  if (item === "separator") return <Menu.Separator className="-mx-1 my-1 border-t" />;
  if ("heading" in item) return <div className="px-2.5 pt-2 pb-1 text-12 text-ink-2">{item.heading}</div>;

  const className = `choice ${item.danger ? "text-brick" : ""}`;
  const content = <LineContent {...item} />;
  const { href } = item;
  if (typeof href === "object") {
    return (
      <Menu.LinkItem
        closeOnClick
        render={<a href={href.download} download aria-current={item.checked || undefined} />}
        onClick={item.onSelect}
        className={className}
      >
        {content}
      </Menu.LinkItem>
    );
  }
  if (href !== undefined) {
    const follow = (event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      go(href);
    };
    return (
      <Menu.LinkItem closeOnClick render={<Link href={href} />} onClick={follow} className={className}>
        {content}
      </Menu.LinkItem>
    );
  }
  if (item.checked !== undefined) {
    return (
      <Menu.CheckboxItem
        closeOnClick
        checked={item.checked}
        disabled={item.disabled}
        onCheckedChange={item.onSelect}
        className={className}
      >
        {content}
      </Menu.CheckboxItem>
    );
  }
  return (
    <Menu.Item disabled={item.disabled} onClick={item.onSelect} className={className}>
      {content}
    </Menu.Item>
  );
}

function LineContent({ label, description, icon, shortcut, checked }: Exclude<MenuItem, string | { heading: string }>) {
  return (
    <>
      {icon && (
        <span className="flex h-4 min-w-4 shrink-0 items-center justify-center text-ink-2 *:size-4">{icon}</span>
      )}
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate">{label}</span>
        {description && <span className="text-12 text-pretty text-ink-2">{description}</span>}
      </span>
      {shortcut && <Kbd>{shortcut}</Kbd>}
      {checked && <Check aria-hidden="true" strokeWidth={2} className="size-4 shrink-0" />}
    </>
  );
}

/** True when a menu item has opened a dialog over the menu's button: focus then stays in the dialog. */
function isBehindDialog(anchor: HTMLElement | null) {
  const dialog = document.querySelector("[role=dialog], [role=alertdialog]");
  return dialog !== null && !dialog.contains(anchor);
}
