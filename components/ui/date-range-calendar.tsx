"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { DayPicker } from "react-day-picker";
import { uiMessages } from "@/lib/service/messages/en/ui";
import { toDate, toDay } from "./calendar-date";
import { dayLabel } from "./day-text";

const { calendar } = uiMessages;

type DayRange = {
  /** both included, `2026-11-01`; empty for none */
  first: string;
  last: string;
};

type Props = { range: DayRange; onChange(range: DayRange): void; today: string };

const ICON = { strokeWidth: 1.5, "aria-hidden": true, className: "size-5 rtl:-scale-x-100" } as const;
const TURN =
  "inline-grid size-11 place-items-center rounded-till text-ink-2 hover:bg-ink/6 hover:text-ink aria-disabled:opacity-40 pointer-fine:size-9";

const LOOKS = {
  months: "relative",
  month_caption: "flex min-h-11 items-center justify-center text-14 font-semibold pointer-fine:min-h-9",
  nav: "absolute inset-x-0 top-0 flex justify-between",
  button_previous: TURN,
  button_next: TURN,
  month_grid: "mt-2 border-collapse",
  weekday: "py-1 text-12 font-normal text-ink-2",
  day: "p-0 text-center",
  day_button:
    "figures grid h-11 w-[min(2.75rem,calc((100vw-3.5rem)/7))] place-items-center rounded-till text-14 hover:bg-ink/8 disabled:pointer-events-none disabled:text-ink-2/60 pointer-fine:h-9 sm:w-10",
  today: "font-semibold underline underline-offset-4",
  range_middle: "bg-ink/8",
  range_start: "rounded-s-till bg-ink/8 [&>button]:bg-ink [&>button]:text-paper",
  range_end: "rounded-e-till bg-ink/8 [&>button]:bg-ink [&>button]:text-paper",
};

/** A month to choose a span of days in, with the arrow keys too. A press on a third day begins a new span. */
export function DateRangeCalendar({ range, onChange, today }: Props) {
  const now = toDate(today);
  return (
    <DayPicker
      mode="range"
      resetOnSelect
      weekStartsOn={1}
      today={now}
      endMonth={now}
      disabled={now && { after: now }}
      defaultMonth={toDate(range.last) ?? toDate(range.first) ?? now}
      selected={{ from: toDate(range.first), to: toDate(range.last) }}
      onSelect={(chosen) => onChange({ first: toDay(chosen?.from), last: toDay(chosen?.to) })}
      classNames={LOOKS}
      labels={{
        labelNext: () => calendar.next,
        labelPrevious: () => calendar.previous,
        labelNav: () => calendar.months,
        labelDayButton: (date, { selected }) => calendar.day(dayLabel(toDay(date)), selected === true),
      }}
      components={PARTS}
    />
  );
}

/** The arrow of a button that turns to another month. */
function Arrow({ orientation }: { orientation?: "up" | "down" | "left" | "right" }) {
  return orientation === "left" ? <ChevronLeft {...ICON} /> : <ChevronRight {...ICON} />;
}

const PARTS = { Chevron: Arrow };
