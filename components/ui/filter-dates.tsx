"use client";

import { type FormEvent, useId } from "react";
import { uiMessages } from "@/lib/messages/en/ui";
import { Button } from "./button";
import { datePresets, findPreset, formatPeriod } from "./date-presets";
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

type DaysProps = { first: string; last: string; today: string; onSet(first: string, last: string): void };

function Days({ first, last, today, onSet }: DaysProps) {
  const id = useId();
  const close = usePopoverClose();
  const choose = (start: string, end: string) => {
    onSet(start, end);
    close();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const [start, end] = [String(data.get("first")), String(data.get("last"))];
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
      <form onSubmit={submit} className="flex flex-col gap-3 text-14">
        <label htmlFor={`${id}-first`} className="flex flex-col gap-1.5 font-medium">
          {dates.first}
          <input id={`${id}-first`} name="first" type="date" max={today} defaultValue={first} className="box figures" />
        </label>
        <label htmlFor={`${id}-last`} className="flex flex-col gap-1.5 font-medium">
          {dates.last}
          <input id={`${id}-last`} name="last" type="date" max={today} defaultValue={last} className="box figures" />
        </label>
        <Button type="submit" size="small">
          {dates.apply}
        </Button>
      </form>
    </div>
  );
}
