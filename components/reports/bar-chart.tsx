"use client";

import { numberFormat } from "@/lib/intl";

type Bar = {
  id: string;
  /** below the bar, where there is room: `20 Nov`, `14` */
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

const [WIDTH, HEIGHT, TOP, BOTTOM, LEFT] = [720, 200, 12, 24, 52];
const MOST_LABELS = 12;
const COMPACT = numberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/**
 * Bars of takings with an axis from zero, drawn on the server. A client component, so that it is one piece: React sends the
 * rest of a drawing that comes in pieces with inline styles, which the policy blocks.
 */
export function BarChart({ name, bars }: Props) {
  const values = bars.map(({ micros }) => Number(micros) / 1_000_000);
  const top = axisTop(Math.max(0, ...values));
  const plot = { width: WIDTH - LEFT, height: HEIGHT - TOP - BOTTOM };
  const step = plot.width / Math.max(1, bars.length);
  const barWidth = Math.min(48, step * 0.76);
  const every = Math.ceil(bars.length / MOST_LABELS);
  const yOf = (value: number) => TOP + plot.height * (1 - value / top);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={name} className="figures h-auto w-full text-12">
      {[0, top / 2, top].map((value) => (
        <g key={value}>
          <line
            x1={LEFT}
            x2={WIDTH}
            y1={yOf(value)}
            y2={yOf(value)}
            className={value === 0 ? "stroke-ink-2" : "stroke-line"}
          />
          <text x={LEFT - 8} y={yOf(value) + 4} textAnchor="end" className="fill-ink-2">
            {COMPACT.format(value)}
          </text>
        </g>
      ))}
      {bars.map(({ id, label, title }, index) => {
        const middle = LEFT + step * (index + 0.5);
        const value = values[index] ?? 0;
        return (
          <g key={id}>
            <title>{title}</title>
            <rect x={middle - step / 2} y={TOP} width={step} height={plot.height} className="fill-transparent" />
            <rect
              data-bar=""
              x={middle - barWidth / 2}
              y={yOf(value)}
              width={barWidth}
              height={TOP + plot.height - yOf(value)}
              className="fill-verdigris"
            />
            {index % every === 0 && (
              <text x={middle} y={HEIGHT - 6} textAnchor="middle" className="fill-ink-2">
                {label}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

/** The next 1, 2 or 5 times a power of ten from the largest value on; 1 without any. */
export function axisTop(largest: number): number {
  if (largest <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(largest));
  return power * ([1, 2, 5, 10].find((factor) => factor * power >= largest) ?? 10);
}
