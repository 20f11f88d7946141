"use client";

import { anchorAt, barShare, labelled, ticksUpTo } from "@/components/overview/chart-scale";
import { numberFormat } from "@/lib/base/values/intl";

type Bar = {
  id: string;
  /** below the bar, where there is room: `20 Nov`, `14:00` */
  label: string;
  micros: bigint;
  /** what a pointer on the bar shows: the full label and amount */
  title: string;
};

type Props = {
  /** for screen readers; the figures themselves stand in a table */
  name: string;
  bars: Bar[];
};

/** Pixels from the top: the highest grid line, the baseline, and the end of the labels below it. */
const [TOP, BASE, HEIGHT] = [12, 168, 192];
const AXIS = 44;
const COMPACT = numberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/**
 * Bars of takings with an axis from zero, drawn on the server: places are percentages, so one drawing fits every width.
 * A client component, so that it is one piece: React sends the rest of a drawing that comes in pieces with inline
 * styles, which the policy blocks.
 */
export function BarChart({ name, bars }: Props) {
  const values = bars.map(({ micros }) => Number(micros) / 1_000_000);
  const ticks = ticksUpTo(Math.max(0, ...values));
  const yAt = (value: number) => BASE - (value / (ticks.at(-1) || 1)) * (BASE - TOP);
  const slot = 100 / Math.max(1, bars.length);
  const width = slot * barShare(bars.length);
  return (
    <div className="flex">
      <svg width={AXIS} height={HEIGHT} aria-hidden="true" className="shrink-0 overflow-visible">
        {ticks.map((tick) => (
          <text key={tick} x={AXIS - 8} y={yAt(tick) + 4} textAnchor="end" className="figures fill-ink-2 text-12">
            {tick > 0 && tick < 1 ? String(tick) : COMPACT.format(tick)}
          </text>
        ))}
      </svg>
      <svg role="img" aria-label={name} width="100%" height={HEIGHT} className="block min-w-0 flex-1 overflow-visible">
        {ticks.map((tick) => (
          <line
            key={tick}
            x1="0"
            x2="100%"
            y1={yAt(tick)}
            y2={yAt(tick)}
            className={tick === 0 ? "stroke-ink-2" : "stroke-line"}
          />
        ))}
        {bars.map(({ id, label, title }, index) => {
          const middle = rounded((index + 0.5) * slot);
          const y = rounded(yAt(values[index] ?? 0));
          return (
            <g key={id}>
              <title>{title}</title>
              <rect
                x={`${rounded(index * slot)}%`}
                y={TOP}
                width={`${rounded(slot)}%`}
                height={BASE - TOP}
                className="fill-transparent"
              />
              <rect
                data-bar=""
                x={`${rounded(middle - width / 2)}%`}
                y={y}
                width={`${rounded(width)}%`}
                height={rounded(BASE - y)}
                className="fill-verdigris"
              />
              <Label text={label} index={index} count={bars.length} percent={middle} />
            </g>
          );
        })}
      </svg>
    </div>
  );
}

/** Finer than any screen, and short. */
function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

/** Below its bar, where there is room for it. */
function Label({ text, index, count, percent }: { text: string; index: number; count: number; percent: number }) {
  const { phone, wide } = labelled(index, count, "day");
  if (!phone && !wide) return null;
  const textAnchor = anchorAt(percent);
  const x = textAnchor === "middle" ? `${percent}%` : textAnchor === "start" ? "0%" : "100%";
  const shown = phone === wide ? "" : phone ? "sm:hidden" : "max-sm:hidden";
  return (
    <text x={x} y={HEIGHT - 6} textAnchor={textAnchor} className={`figures fill-ink-2 text-12 ${shown}`}>
      {text}
    </text>
  );
}
