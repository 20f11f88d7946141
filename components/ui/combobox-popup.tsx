"use client";

import { Combobox } from "@base-ui/react/combobox";
import { Check, Search } from "lucide-react";
import { type RefObject, useEffect, useRef } from "react";
import { uiMessages } from "@/lib/service/messages/en/ui";

export type ComboboxOption = { value: string; label: string; hint?: string };

type Props = {
  id: string;
  anchor: RefObject<HTMLButtonElement | null>;
  open: boolean;
  onOpenChange(open: boolean): void;
  options: ComboboxOption[];
  value: ComboboxOption | null;
  onChoose(value: string): void;
  searchLabel: string;
};

/** The part of `Combobox` that is loaded on first use. */
export function ComboboxPopup({ id, anchor, open, onOpenChange, options, value, onChoose, searchLabel }: Props) {
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!open) return;
    const show = () => list.current?.querySelector("[data-selected]")?.scrollIntoView({ block: "center" });
    const frame = requestAnimationFrame(show);
    return () => cancelAnimationFrame(frame);
  }, [open]);

  return (
    <Combobox.Root
      items={options}
      value={value}
      open={open}
      onOpenChange={onOpenChange}
      onValueChange={(option) => option && onChoose(option.value)}
      isItemEqualToValue={(one, other) => one.value === other.value}
      autoHighlight
    >
      <Combobox.Portal>
        <Combobox.Positioner anchor={anchor} align="start" sideOffset={4} collisionPadding={8} className="z-50">
          <Combobox.Popup
            id={id}
            aria-label={searchLabel}
            finalFocus={anchor}
            className="floating flex max-h-[min(24rem,var(--available-height))] w-[max(var(--anchor-width),16rem)] max-w-[calc(100vw-1rem)] flex-col outline-none"
          >
            <div className="relative flex items-center border-b">
              <Search
                aria-hidden="true"
                strokeWidth={1.5}
                className="pointer-events-none absolute start-3 size-4 text-ink-2"
              />
              <Combobox.Input
                aria-label={searchLabel}
                placeholder={searchLabel}
                className="min-h-11 w-full bg-transparent ps-9 pe-3 text-16 outline-none placeholder:text-ink-2 pointer-fine:min-h-9 pointer-fine:text-14"
              />
            </div>
            <Combobox.Empty className="text-14 text-ink-2">
              <p className="p-4">{uiMessages.choose.empty}</p>
            </Combobox.Empty>
            <Combobox.List ref={list} className="overflow-y-auto overscroll-contain p-1 empty:p-0">
              {(option: ComboboxOption) => (
                <Combobox.Item key={option.value} value={option} className="choice">
                  <span className="min-w-0 flex-1 truncate">{option.label}</span>
                  {option.hint && <span className="figures text-12 text-ink-2">{option.hint}</span>}
                  <span className="grid size-4 place-items-center">
                    <Combobox.ItemIndicator>
                      <Check aria-hidden="true" strokeWidth={2} className="size-4" />
                    </Combobox.ItemIndicator>
                  </span>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
