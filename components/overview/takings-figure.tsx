"use client";

import { useEffect } from "react";
import { useLoaded } from "@/components/ui/use-loaded";
import type { ChartPoint } from "./chart-points";

type Props = { points: ChartPoint[]; name: string; nameBefore: string };

const load = () => import("./takings-chart").then((module) => module.TakingsChart);

/** The chart loads after the page; until then placeholder bars take its space. */
export function TakingsFigure(props: Props) {
  const { Loaded: Chart, want } = useLoaded(load);
  useEffect(want, [want]);
  return <div className="h-64">{Chart ? <Chart {...props} /> : <Placeholder />}</div>;
}

const HEIGHTS = ["h-1/4", "h-2/5", "h-3/5", "h-1/2", "h-4/5", "h-3/4", "h-1/3"];

function Placeholder() {
  return (
    <div aria-hidden="true" className="flex h-full items-end gap-[3%] border-b border-line ps-13 pb-7">
      {HEIGHTS.map((height) => (
        <span key={height} className={`flex-1 rounded-t-[2px] bg-ink/6 ${height}`} />
      ))}
    </div>
  );
}
