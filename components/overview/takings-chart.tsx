"use client";

import { numberFormat } from "@/lib/base/values/intl";
import { ChartKeys } from "./chart-keys";
import type { ChartPoint } from "./chart-points";
import { anchorAt, barShare, labelled, ticksUpTo } from "./chart-scale";

/** Pixels from the top: the highest grid line, the baseline (as in `ChartKeys`), and the end of the labels below it. */
const [TOP, BASE, HEIGHT] = [22, 152, 176];
const AXIS = 44;
const RADIUS = 2;

type Props = {
  /** `figures`: what a bar shows of its hour or day */
  points: (ChartPoint & { figures: string })[];
  title: string;
  description: string;
};

/**
 * Bars for the span, a dashed line for the span before, drawn on the server: places are percentages, so one drawing
 * fits every width. Each bar shows its figures on hover and focus; arrow keys move along the bars. A client component,
 * so that it is one piece: React sends the rest of a drawing that comes in pieces with inline styles, which the policy
 * blocks.
 */
export function TakingsChart({ points, title, description }: Props) {
  const ticks = ticksUpTo(Math.max(0, ...points.map(({ value, before }) => Math.max(value, before))));
  const top = ticks.at(-1) || 1;
  const yAt = (value: number) => BASE - (value / top) * (BASE - TOP);
  /** the smallest takings are still a line */
  const topOf = (value: number) => (value === 0 ? BASE : Math.min(yAt(value), BASE - 1.5));
  const slot = 100 / points.length;
  const width = slot * barShare(points.length);
  const middle = (index: number) => (index + 0.5) * slot;
  const peak = points.reduce((best, { value }, index) => (value > (points[best]?.value ?? 0) ? index : best), 0);
  return (
    <div className="flex">
      <svg width={AXIS} height={HEIGHT} aria-hidden="true" className="shrink-0 overflow-visible">
        {ticks.map((tick) => (
          <text key={tick} x={AXIS - 8} y={yAt(tick) + 4} textAnchor="end" className="figures fill-ink-2 text-12">
            {compact(tick)}
          </text>
        ))}
      </svg>
      <div className="relative min-w-0 flex-1">
        <svg
          role="img"
          aria-labelledby="takings-chart-title"
          aria-describedby="takings-chart-description"
          width="100%"
          height={HEIGHT}
          className="block overflow-visible"
        >
          <title id="takings-chart-title">{title}</title>
          <desc id="takings-chart-description">{description}</desc>
          {ticks.slice(1).map((tick) => (
            <line key={tick} x1="0" x2="100%" y1={yAt(tick)} y2={yAt(tick)} className="stroke-line" />
          ))}
          {/* a drawing of its own cuts off the rounded corners below the baseline */}
          <svg aria-hidden="true" width="100%" height={BASE}>
            {points.map((point, index) => (
              <rect
                key={point.id}
                x={`${middle(index) - width / 2}%`}
                y={topOf(point.value)}
                width={`${width}%`}
                height={point.value === 0 ? 0 : BASE - topOf(point.value) + RADIUS}
                rx={RADIUS}
                className="fill-verdigris"
              />
            ))}
          </svg>
          {points.slice(1).map((point, index) => (
            <line
              key={point.id}
              x1={`${middle(index)}%`}
              y1={yAt(points[index]?.before ?? 0)}
              x2={`${middle(index + 1)}%`}
              y2={yAt(point.before)}
              strokeDasharray="3 3"
              strokeWidth="1.5"
              className="stroke-ink-2"
            />
          ))}
          <line x1="0" x2="100%" y1={BASE} y2={BASE} className="stroke-ink-2" />
          <Peak point={points[peak]} percent={middle(peak)} y={topOf(points[peak]?.value ?? 0) - 6} />
          {points.map((point, index) => (
            <Label key={point.id} point={point} index={index} count={points.length} percent={middle(index)} />
          ))}
        </svg>
        <ChartKeys label={title}>
          {points.map(({ id, figures }, index) => (
            <span
              key={id}
              role="img"
              aria-label={figures}
              data-tip={figures}
              data-point=""
              tabIndex={index === points.length - 1 ? 0 : -1}
              className="flex-1 hover:bg-ink/6 focus-visible:bg-ink/6"
            />
          ))}
        </ChartKeys>
      </div>
    </div>
  );
}

type LabelProps = { point: ChartPoint; index: number; count: number; percent: number };

/** The hour or day under a bar, where there is room for it. */
function Label({ point, index, count, percent }: LabelProps) {
  const { phone, wide } = labelled(index, count, point.step);
  if (!phone && !wide) return null;
  const shown = phone === wide ? "" : phone ? "sm:hidden" : "max-sm:hidden";
  return (
    <text {...placeAt(percent)} y={HEIGHT - 6} className={`figures fill-ink-2 text-12 ${shown}`}>
      {point.label}
    </text>
  );
}

/** The amount of the tallest bar; none while there is nothing to show. */
function Peak({ point, percent, y }: { point: ChartPoint | undefined; percent: number; y: number }) {
  if (!point || point.value === 0) return null;
  return (
    <text {...placeAt(percent)} y={y} className="money fill-ink text-12">
      {point.headline}
    </text>
  );
}

function placeAt(percent: number) {
  const textAnchor = anchorAt(percent);
  return { textAnchor, x: textAnchor === "middle" ? `${percent}%` : textAnchor === "start" ? "0%" : "100%" };
}

const COMPACT = numberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

function compact(value: number): string {
  return value < 1 && value > 0 ? String(value) : COMPACT.format(value);
}
