"use client";

import { CalendarDays } from "lucide-react";
import { useRef, useState } from "react";
import { dayLabel } from "./day-text";
import { Field } from "./field";
import { IconButton } from "./icon-button";
import { Input } from "./input";

type Props = {
  label: string;
  name: string;
  /** `2026-11-05`; empty for none */
  defaultValue: string;
  /** the last day that the calendar offers */
  max: string;
  error: string | null;
  /** the accessible name of the button that opens the calendar */
  calendar: string;
};

/**
 * A day, typed or chosen from the browser's calendar. The browser's own date field would show it in the browser's format,
 * and two readers would see two different days.
 */
export function DayInput({ label, name, defaultValue, max, error, calendar }: Props) {
  const [text, setText] = useState(dayLabel(defaultValue));
  const picker = useRef<HTMLInputElement>(null);
  return (
    <Field label={label} error={error}>
      <span className="relative flex items-center">
        <Input
          name={name}
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder={dayLabel(max)}
          autoComplete="off"
          spellCheck={false}
          figures
          className="pe-11"
        />
        <input
          ref={picker}
          type="date"
          tabIndex={-1}
          aria-hidden="true"
          max={max}
          onChange={(event) => setText(dayLabel(event.target.value))}
          className="pointer-events-none absolute end-0 bottom-0 size-px opacity-0"
        />
        <span className="absolute end-0">
          <IconButton label={calendar} onClick={() => picker.current?.showPicker()}>
            <CalendarDays aria-hidden="true" strokeWidth={1.5} className="size-4" />
          </IconButton>
        </span>
      </span>
    </Field>
  );
}
