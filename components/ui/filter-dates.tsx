"use client";

import { type FormEvent, useEffect, useState } from "react";
import { uiMessages } from "@/lib/service/messages/en/ui";
import { Button } from "./button";
import { datePresets, findPreset, formatPeriod } from "./date-presets";
import { dayLabel, parseDay } from "./day-text";
import { Field } from "./field";
import { ChipContent, chipClass } from "./filter-chip";
import { Input } from "./input";
import { Popover, usePopoverClose } from "./popover";
import { useFilters } from "./use-filters";
import { useLoaded } from "./use-loaded";

// the calendar is not part of every list
const loadCalendar = () => import("./date-range-calendar").then((module) => module.DateRangeCalendar);

const { dates } = uiMessages;

type Props = {
  label?: string;
  /** the URL parameters of the first and last day, both included: `2026-11-01` */
  from?: string;
  to?: string;
  /** today in the merchant's zone, in reports the business day under way, `2026-11-20`: presets count from it */
  today: string;
};

/** A span of days in the merchant's zone, from presets or a calendar. */
export function FilterDates({ label = dates.label, from = "from", to = "to", today }: Props) {
  const { params, change } = useFilters();
  const first = params.get(from) ?? "";
  const last = params.get(to) ?? "";
  const words = formatPeriod(first, last, today);
  const set = (start: string, end: string) => change({ [from]: start || null, [to]: end || null });
  return (
    <Popover
      label={dates.choose(label)}
      button={<ChipContent label={label} value={words} />}
      className={chipClass(words !== "")}
    >
      <Days first={first} last={last} today={today} onSet={set} />
    </Popover>
  );
}

/** What is typed for both ends; an empty text is an open end. */
type Ends = { first: string; last: string };

/** `day`: null for a text that is no day, empty for an open end */
function errorOf(day: string | null, today: string): string | null {
  if (day === null) return dates.notADay(dayLabel(today));
  return day > today ? dates.future(dayLabel(today)) : null;
}

type DaysProps = { first: string; last: string; today: string; onSet(first: string, last: string): void };

function Days({ first, last, today, onSet }: DaysProps) {
  const [typed, setTyped] = useState<Ends>({ first: dayLabel(first), last: dayLabel(last) });
  const [errors, setErrors] = useState<{ first: string | null; last: string | null }>({ first: null, last: null });
  const close = usePopoverClose();
  const { Loaded: Calendar, want } = useLoaded(loadCalendar);
  useEffect(() => void want(), [want]);
  const choose = (start: string, end: string) => {
    onSet(start, end);
    close();
  };
  const read = (text: string) => text.trim() && parseDay(text.trim(), today);
  const [start, end] = [read(typed.first), read(typed.last)];
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wrong = { first: errorOf(start, today), last: errorOf(end, today) };
    setErrors(wrong);
    if (start === null || end === null || wrong.first || wrong.last) return;
    if (start !== "" && end !== "" && start > end) choose(end, start);
    else choose(start, end);
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
      <form noValidate onSubmit={submit} className="flex flex-col gap-3 text-14 sm:w-70">
        <div className="grid grid-cols-2 gap-3">
          {(["first", "last"] as const).map((name) => (
            <Field key={name} label={dates[name]} error={errors[name]}>
              <Input
                name={name}
                value={typed[name]}
                onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
                placeholder={dayLabel(today)}
                autoComplete="off"
                spellCheck={false}
                figures
              />
            </Field>
          ))}
        </div>
        {Calendar ? (
          <Calendar
            range={{ first: start ?? "", last: end ?? "" }}
            onChange={(range) => setTyped({ first: dayLabel(range.first), last: dayLabel(range.last) })}
            today={today}
          />
        ) : (
          <p role="status" className="h-80">
            <span className="sr-only">{uiMessages.calendar.loading}</span>
          </p>
        )}
        <Button type="submit" size="small">
          {dates.apply}
        </Button>
      </form>
    </div>
  );
}
