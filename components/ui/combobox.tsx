"use client";

import { ChevronsUpDown } from "lucide-react";
import { useId, useState } from "react";
import { uiMessages } from "@/lib/service/messages/en/ui";
import type { ComboboxOption } from "./combobox-popup";
import { useFieldProps } from "./field";
import { usePopup } from "./use-popup";

type Props = {
  name: string;
  options: ComboboxOption[];
  defaultValue?: string;
  onChange?: (value: string) => void;
  placeholder?: string;
  /** label of the search field: "Search time zones" */
  searchLabel: string;
  id?: string;
};

const load = () => import("./combobox-popup").then((module) => module.ComboboxPopup);

/** One of many options, found by typing part of its label. For up to about twenty options, use `Select`. */
export function Combobox({ name, options, defaultValue = "", onChange, placeholder, searchLabel, id }: Props) {
  const { anchor, open, setOpen, Popup, trigger } = usePopup(load, "listbox");
  const { id: fieldId, required: _, ...wiring } = useFieldProps({ id });
  const listId = useId();
  const [value, setValue] = useState(defaultValue);
  const chosen = options.find((option) => option.value === value);
  const choose = (next: string) => {
    setValue(next);
    onChange?.(next);
    setOpen(false);
  };
  return (
    <>
      <input type="hidden" name={name} value={value} />
      <button
        type="button"
        role="combobox"
        {...trigger}
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        {...wiring}
        id={fieldId}
        className="box flex cursor-pointer items-center justify-between gap-2 text-start"
      >
        <span className={`truncate ${chosen ? "" : "text-ink-2"}`}>
          {chosen?.label ?? placeholder ?? uiMessages.choose.placeholder}
        </span>
        <ChevronsUpDown aria-hidden="true" strokeWidth={1.5} className="size-4 shrink-0 text-ink-2" />
      </button>
      {Popup && (
        <Popup
          id={listId}
          anchor={anchor}
          open={open}
          onOpenChange={setOpen}
          options={options}
          value={chosen ?? null}
          onChoose={choose}
          searchLabel={searchLabel}
        />
      )}
    </>
  );
}
