import type { ReactNode } from "react";

type Change = {
  /** "+12%", "−3", "No change" */
  words: string;
  direction: "up" | "down" | "level";
  /** the comparison: "vs. previous 7 days" */
  than: string;
  /** whether this direction is good news; neutral by default */
  good?: boolean;
};

type Props = { label: string; value: ReactNode; unit?: string; change?: Change; hint?: ReactNode };

const ARROWS = { up: "↑", down: "↓", level: "→" };

/** One large figure, and its change against the period before. */
export function Stat({ label, value, unit, change, hint }: Props) {
  const tone = change?.good === undefined ? "text-ink-2" : change.good ? "text-verdigris" : "text-brick";
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <dt className="text-14 text-ink-2">{label}</dt>
      <dd translate={unit ? "no" : undefined} className="money text-28 font-medium tracking-[-0.03em] wrap-anywhere">
        <span>{value}</span>
        {unit && (
          <span className="text-14 tracking-normal text-ink-2">
            {" "}
            <span className="whitespace-nowrap">{unit}</span>
          </span>
        )}
      </dd>
      {change && (
        <dd className="text-14 text-ink-2">
          <span className={`figures font-medium ${tone}`}>
            <span aria-hidden="true">{ARROWS[change.direction]}</span>
            <span>{` ${change.words}`}</span>
          </span>
          <span>{` ${change.than}`}</span>
        </dd>
      )}
      {hint && <dd className="text-14 text-ink-2">{hint}</dd>}
    </div>
  );
}

/** Several figures side by side, between hairlines unless `plain`. */
export function Stats({ plain = false, children }: { plain?: boolean; children: ReactNode }) {
  return (
    <dl
      className={`${plain ? "gap-x-5 sm:*:not-first:ps-5" : "gap-x-8 border-y py-5 sm:*:not-first:ps-8"} grid grid-cols-2 gap-y-6 max-sm:*:first:col-span-2 sm:auto-cols-fr sm:grid-cols-none sm:grid-flow-col sm:*:not-first:border-s`}
    >
      {children}
    </dl>
  );
}
