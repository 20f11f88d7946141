import type { ReactNode } from "react";

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
