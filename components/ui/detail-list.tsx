import type { ReactNode } from "react";

/** Names and values of one object. For amounts that add up, use `Ledger`. */
export function DetailList({ children }: { children: ReactNode }) {
  return <dl className="flex flex-col divide-y text-14">{children}</dl>;
}

export function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 gap-y-0.5 py-2.5 sm:grid-cols-[minmax(8rem,12rem)_minmax(0,1fr)]">
      <dt className="text-ink-2">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}
