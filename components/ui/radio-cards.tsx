"use client";

import { type ReactNode, useId } from "react";
import type { Elements } from "./elements";

type Card = { value: string; label: ReactNode; description?: ReactNode; icon?: Elements; disabled?: boolean };

type Props = {
  name: string;
  legend: string;
  hideLegend?: boolean;
  cards: Card[];
  defaultValue?: string;
  value?: string;
  onChange?: (value: string) => void;
  columns?: 1 | 2 | 3;
  required?: boolean;
};

const COLUMNS = { 1: "", 2: "sm:grid-cols-2", 3: "sm:grid-cols-3" };

/** One of a few options that each need a description. Arrow keys move, as in any radio group. */
export function RadioCards({
  name,
  legend,
  hideLegend,
  cards,
  defaultValue,
  value,
  onChange,
  columns = 1,
  required,
}: Props) {
  const id = useId();
  return (
    <fieldset className="min-w-0">
      <legend className={hideLegend ? "sr-only" : "mb-1.5 text-14 font-medium"}>{legend}</legend>
      <div className={`grid gap-2 ${COLUMNS[columns]}`}>
        {cards.map((card, index) => (
          <label
            key={card.value}
            className="relative flex min-h-11 cursor-pointer gap-3 rounded-till border border-ink/25 bg-card px-3 py-2.5 transition-colors duration-150 hover:border-ink/60 has-checked:border-ink has-checked:shadow-[inset_0_0_0_1px_var(--ink)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-verdigris has-disabled:cursor-default has-disabled:border-dashed has-disabled:text-ink-2"
          >
            <input
              type="radio"
              name={name}
              value={card.value}
              disabled={card.disabled}
              required={required}
              {...(value === undefined
                ? { defaultChecked: card.value === defaultValue }
                : { checked: card.value === value })}
              onChange={onChange ? () => onChange(card.value) : undefined}
              aria-labelledby={`${id}-${index}`}
              aria-describedby={card.description ? `${id}-${index}-description` : undefined}
              className="dot mt-0.5 size-4 shrink-0 outline-none"
            />
            <span className="flex min-w-0 flex-col gap-0.5 text-14">
              <span id={`${id}-${index}`} className="flex items-center gap-2 font-medium">
                {card.icon}
                <span>{card.label}</span>
              </span>
              {card.description && (
                <span id={`${id}-${index}-description`} className="text-pretty text-ink-2">
                  {card.description}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
