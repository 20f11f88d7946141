"use client";

import {
  Bar,
  CartesianGrid,
  ComposedChart,
  LabelList,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { numberFormat } from "@/lib/intl";
import { overviewMessages } from "@/lib/messages/en/overview";
import type { ChartPoint } from "./chart-points";

const { chart } = overviewMessages;

type Props = { points: ChartPoint[]; name: string; nameBefore: string };

const AXIS = { fill: "var(--ink-2)", fontSize: 12 };

/** Bars for the span, a dashed line for the span before. Arrow keys move along the bars when the chart has focus. */
export function TakingsChart({ points, name, nameBefore }: Props) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart
        data={points}
        margin={{ top: 20, right: 4, bottom: 0, left: 0 }}
        barCategoryGap="18%"
        title={chart.title(name, points[0]?.step ?? "day")}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="label"
          tick={AXIS}
          tickLine={false}
          axisLine={{ stroke: "var(--ink-2)" }}
          interval="equidistantPreserveStart"
          minTickGap={20}
        />
        <YAxis tick={AXIS} tickLine={false} axisLine={false} width={52} tickCount={4} tickFormatter={compact} />
        <Tooltip
          content={({ active, payload }) => (
            <PointTooltip point={active ? payload?.[0]?.payload : undefined} nameBefore={nameBefore} />
          )}
          cursor={{ fill: "var(--ink)", fillOpacity: 0.06 }}
          isAnimationActive={false}
        />
        <Bar dataKey="value" fill="var(--verdigris)" radius={[2, 2, 0, 0]} maxBarSize={48} isAnimationActive={false}>
          <LabelList
            dataKey="value"
            content={({ x, y, width, value }) => (
              <Peak x={Number(x)} y={Number(y)} width={Number(width)} value={Number(value)} points={points} />
            )}
          />
        </Bar>
        <Line
          dataKey="before"
          type="linear"
          stroke="var(--ink-2)"
          strokeDasharray="3 3"
          strokeWidth={1.5}
          dot={false}
          activeDot={false}
          isAnimationActive={false}
        />
      </ComposedChart>
    </ResponsiveContainer>
  );
}

type PeakProps = { x: number; y: number; width: number; value: number; points: ChartPoint[] };

/** Labels the tallest bar; near an edge of the chart the label turns inwards. */
function Peak({ x, y, width, value, points }: PeakProps) {
  const index = points.findIndex((one) => one.value === value);
  const point = points[index];
  if (!point || value === 0 || points.some((one) => one.value > value)) return null;
  const share = index / points.length;
  const anchor = share > 0.8 ? "end" : share < 0.15 ? "start" : "middle";
  const at = anchor === "end" ? x + width : anchor === "start" ? x : x + width / 2;
  return (
    <text x={at} y={y - 6} textAnchor={anchor} fill="var(--ink)" fontSize={12} className="money">
      {point.amount}
    </text>
  );
}

function PointTooltip({ point, nameBefore }: { point: ChartPoint | undefined; nameBefore: string }) {
  if (!point) return null;
  return (
    <div className="floating px-3 py-2 text-12">
      <p className="font-medium">{point.title}</p>
      <p className="money">{point.amount} USDT</p>
      <p className="text-ink-2">
        {chart.point(point.paid, nameBefore)} <span className="money">{point.amountBefore}</span>
      </p>
    </div>
  );
}

const COMPACT = numberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

function compact(value: number): string {
  return COMPACT.format(value);
}
