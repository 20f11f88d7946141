import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { type ChartPoint, chartPoints } from "@/components/overview/chart-points";
import { anchorAt, barShare, labelled, ticksUpTo } from "@/components/overview/chart-scale";
import { TakingsChart } from "@/components/overview/takings-chart";
import { overviewMessages } from "@/lib/service/messages/en/overview";

const HOUR_MS = 3_600_000;
const MIDNIGHT = Date.parse("2026-11-20T00:00:00Z");

function hours(count: number, micros: (hour: number) => bigint) {
  return Array.from({ length: count }, (_, hour) => ({
    starts: new Date(MIDNIGHT + hour * HOUR_MS),
    ends: new Date(MIDNIGHT + (hour + 1) * HOUR_MS),
    micros: micros(hour),
    paid: micros(hour) === 0n ? 0n : 1n,
    microsBefore: 2_000_000n,
  }));
}

it("the chart ends at now: an hour that has not begun is no bar and no line of the table", () => {
  const day = hours(24, () => 0n);
  const at = (minutes: number) => chartPoints(day, "UTC", "hour", new Date(MIDNIGHT + minutes * 60_000));
  expect(at(0).map(({ title }) => title)).toEqual(["00:00–01:00"]);
  expect(at(150).map(({ title }) => title)).toEqual(["00:00–01:00", "01:00–02:00", "02:00–03:00"]);
  expect(at(23 * 60 + 59)).toHaveLength(24);
});

it("grid lines are round numbers that no bar passes", () => {
  for (const max of [0.000001, 0.3, 1, 9.99, 10, 12.5, 99, 101, 7_654_321.9]) {
    const ticks = ticksUpTo(max);
    expect(ticks).toHaveLength(4);
    expect(ticks[0]).toBe(0);
    expect(ticks[3], String(max)).toBeGreaterThanOrEqual(max);
    expect(ticks[3], String(max)).toBeLessThanOrEqual(max * 3);
  }
  expect(ticksUpTo(12.5)).toEqual([0, 5, 10, 15]);
  expect(ticksUpTo(0)).toEqual([0]);
});

it("labels that stand under the bars never overlap, and the last one, which is now, always has its own", () => {
  for (const [step, widthOf] of [
    ["hour", 44],
    ["day", 76],
  ] as const) {
    for (let count = 1; count <= 30; count++) {
      for (const [screen, width] of [
        ["phone", 280],
        ["wide", 540],
      ] as const) {
        const places = Array.from({ length: count }, (_, index) => index).filter(
          (index) => labelled(index, count, step)[screen],
        );
        expect(places.at(-1)).toBe(count - 1);
        const apart = places.slice(1).map((place, index) => ((place - (places[index] ?? 0)) * width) / count);
        expect(Math.min(widthOf, ...apart), `${count} ${step}s, ${screen}`).toBeGreaterThanOrEqual(widthOf);
      }
    }
  }
  expect([0, 7.9, 8, 50, 88, 88.1, 100].map(anchorAt)).toEqual([
    "start",
    "start",
    "middle",
    "middle",
    "middle",
    "end",
    "end",
  ]);
});

it("few bars stay narrow, many fill the width", () => {
  expect(barShare(1)).toBe(0.12);
  expect(barShare(7)).toBeCloseTo(0.49);
  expect(barShare(30)).toBe(0.82);
});

function draw(points: ChartPoint[]) {
  const { chart } = overviewMessages;
  const withFigures = points.map((point) => ({
    ...point,
    figures: chart.point({ ...point, nameBefore: "Yesterday" }),
  }));
  return (
    <TakingsChart
      points={withFigures}
      title={chart.title("Takings today", "hour")}
      description={chart.description("Yesterday")}
    />
  );
}

it("every bar says its exact figures to the pointer, the keyboard and a screen reader, with one tab stop", () => {
  const points = chartPoints(
    hours(3, (hour) => BigInt(hour) * 1_234_567n),
    "UTC",
    "hour",
    new Date(MIDNIGHT + 3 * HOUR_MS - 1),
  );
  const html = renderToStaticMarkup(draw(points));
  const figures = "02:00–03:00: 2.469134\u00a0USDT, 1 payment. Yesterday: 2.00\u00a0USDT";
  expect(html).toContain(`aria-label="${figures}" data-tip="${figures}"`);
  expect(html.match(/data-point=""/g)).toHaveLength(3);
  expect(html.match(/tabindex="0"/gi)).toHaveLength(1);
  expect(html).toMatch(/<title[^>]*>Takings today, by hour<\/title><desc/);
  expect(html).toContain(">2.47</text>");
});

it("a day without takings is drawn too", () => {
  const none: ChartPoint[] = chartPoints(
    hours(1, () => 0n),
    "UTC",
    "hour",
    new Date(MIDNIGHT),
  );
  const html = renderToStaticMarkup(draw(none.map((point) => ({ ...point, before: 0 }))));
  expect(html).not.toContain("NaN");
  expect(html.match(/<rect/g)).toHaveLength(1);
});
