import type { ReactNode } from "react";
import { instantLabels } from "./instant-labels";

const TONES = {
  plain: "text-ink-2",
  good: "text-verdigris",
  amber: "text-amber-ink",
  brick: "text-brick",
};

/** Events in chronological order. */
export function Timeline({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol aria-label={label} className="flex flex-col">
      {children}
    </ol>
  );
}

type EventProps = {
  title: ReactNode;
  /** a `Time` */
  time: ReactNode;
  /** a 16 px icon such as `StatusMark` or `WarningMark`; a small dot by default */
  mark?: ReactNode;
  tone?: keyof typeof TONES;
  children?: ReactNode;
};

export function TimelineEvent({ title, time, mark, tone = "plain", children }: EventProps) {
  return (
    <li className="group relative flex gap-3 pb-5 last:pb-0">
      <span
        aria-hidden="true"
        className="absolute start-[7.5px] top-6 bottom-0 border-s border-dashed border-ink/30 group-last:hidden"
      />
      <span className={`grid size-4 shrink-0 translate-y-0.5 place-items-center ${TONES[tone]}`}>
        {mark ?? <span className="size-2 rounded-full bg-current" />}
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-14">
          <span className="min-w-0 font-medium wrap-anywhere">{title}</span>
          <span className="text-ink-2">{time}</span>
        </div>
        {children && <div className="text-14 text-pretty wrap-anywhere text-ink-2">{children}</div>}
      </div>
    </li>
  );
}

/** To the second, since several entries can share a minute. */
export function Moment({ iso, zone, now }: { iso: string; zone: string; now: string }) {
  const instant = instantLabels(iso, zone);
  const seconds = /\d\d:\d\d:\d\d/.exec(instant.exact)?.[0];
  const today = instantLabels(now, zone);
  const isToday = instant.date === today.date;
  const date = instant.year === today.year ? instant.shortDate : instant.date;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the exact time must be within reach of the keyboard too
    <time dateTime={iso} data-tip={instant.exact} tabIndex={0} className="figures whitespace-nowrap">
      {isToday ? seconds : `${date}, ${seconds}`}
    </time>
  );
}
