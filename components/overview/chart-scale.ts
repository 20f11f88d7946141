/** The heights and places of a chart, in pixels and percent of its width. Pure, so that the server can draw it. */

const TICKS = 3;
const NICE = [1, 2, 2.5, 5, 10];

/**
 * The values of the grid lines from 0 up, round numbers, the last one at or above `max`; only 0 if there is nothing.
 */
export function ticksUpTo(max: number): number[] {
  if (max <= 0) return [0];
  const rough = max / TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (NICE.find((one) => one * power >= rough) ?? 10) * power;
  return Array.from({ length: TICKS + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** The share of its slot that a bar takes: a few bars stay narrow instead of filling the page. */
export function barShare(count: number): number {
  return Math.min(0.82, Math.max(0.12, count * 0.07));
}

/** The least widths of the drawing, on a phone and from 640 px on. */
const WIDTHS_PX = { phone: 280, wide: 540 };
const LABEL_PX = { hour: 44, day: 76 };

/** Which bars have a label that fits, on a phone and on wider screens, counted back from the last one. */
export function labelled(index: number, count: number, step: "hour" | "day"): { phone: boolean; wide: boolean } {
  const isShown = (width: number) => (count - 1 - index) % Math.ceil((LABEL_PX[step] * count) / width) === 0;
  return { phone: isShown(WIDTHS_PX.phone), wide: isShown(WIDTHS_PX.wide) };
}

/** A label turns inwards near an edge of the chart. */
export function anchorAt(percent: number): "start" | "middle" | "end" {
  if (percent < 8) return "start";
  return percent > 88 ? "end" : "middle";
}
