"use client";

import { type FormEvent, useState } from "react";
import { uiMessages } from "@/lib/messages/en/ui";
import { Button } from "./button";
import { datePresets, findPreset, formatPeriod } from "./date-presets";
import { DayInput } from "./day-input";
import { dayLabel, parseDay } from "./day-text";
import { ChipContent, chipClass } from "./filter-chip";
import { PendingIndicator } from "./pending-indicator";
import { Popover, usePopoverClose } from "./popover";
import { useFilters } from "./use-filters";

const { dates } = uiMessages;

type Props = {
  label?: string;
  /** the URL parameters of the first and last day, both included: `2026-11-01` */
  from?: string;
  to?: string;
  /** today in the merchant's zone, `2026-11-20`: presets count from it */
  today: string;
};

/** A span of days in the merchant's zone, from presets or two dates. */
export function FilterDates({ label = dates.label, from = "from", to = "to", today }: Props) {
  const { params, change, pending } = useFilters();
  const first = params.get(from) ?? "";
  const last = params.get(to) ?? "";
  const words = formatPeriod(first, last, today);
  const set = (start: string, end: string) => change({ [from]: start || null, [to]: end || null });
  return (
    <>
      <Popover
        label={dates.choose(label)}
        button={<ChipContent label={label} value={words} />}
        className={chipClass(words !== "")}
      >
        <Days first={first} last={last} today={today} onSet={set} />
      </Popover>
      <PendingIndicator when={pending} />
    </>
  );
}

type Errors = { first: string | null; last: string | null };

/** `day`: null for a text that is no day, empty for an open end */
function errorOf(day: string | null, today: string): string | null {
  if (day === null) return dates.notADay(dayLabel(today));
  return day > today ? dates.future(dayLabel(today)) : null;
}

type DaysProps = { first: string; last: string; today: string; onSet(first: string, last: string): void };

function Days({ first, last, today, onSet }: DaysProps) {
  const [errors, setErrors] = useState<Errors>({ first: null, last: null });
  const close = usePopoverClose();
  const choose = (start: string, end: string) => {
    onSet(start, end);
    close();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const typed = { first: String(data.get("first")).trim(), last: String(data.get("last")).trim() };
    const start = typed.first && parseDay(typed.first, today);
    const end = typed.last && parseDay(typed.last, today);
    setErrors({ first: errorOf(start, today), last: errorOf(end, today) });
    if (errorOf(start, today) || errorOf(end, today)) return;
    const [from, to] = [start ?? "", end ?? ""];
    if (from !== "" && to !== "" && from > to) choose(to, from);
    else choose(from, to);
  };
  return (
    <div className="flex flex-col gap-4 sm:flex-row">
      <ul className="-m-2 flex flex-col sm:me-0 sm:border-e sm:pe-2">
        {datePresets(today).map((preset) => (
          <li key={preset.label}>
            <button
              type="button"
              aria-pressed={preset.label === findPreset(first, last, today)?.label}
              onClick={() => choose(preset.first, preset.last)}
              className="choice pe-8 whitespace-nowrap hover:bg-ink/8 focus-visible:bg-ink/8 focus-visible:outline-2! aria-pressed:font-semibold"
            >
              {preset.label}
            </button>
          </li>
        ))}
      </ul>
      <form noValidate onSubmit={submit} className="flex flex-col gap-3 text-14">
        <DayInput
          label={dates.first}
          name="first"
          defaultValue={first}
          max={today}
          error={errors.first}
          calendar={dates.calendarFirst}
        />
        <DayInput
          label={dates.last}
          name="last"
          defaultValue={last}
          max={today}
          error={errors.last}
          calendar={dates.calendarLast}
        />
        <Button type="submit" size="small">
          {dates.apply}
        </Button>
      </form>
    </div>
  );
}
