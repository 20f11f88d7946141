import type { ReactNode } from "react";

/**
 * Names at the start, figures at the end, dots between: the body of a receipt. A figure too wide goes below its name.
 */
export function Ledger({ children }: { children: ReactNode }) {
  return <dl className="flex flex-col gap-2 text-14">{children}</dl>;
}

export function LedgerLine({
  name,
  strong = false,
  children,
}: {
  name: string;
  strong?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={`flex flex-wrap items-end justify-end gap-x-2 ${strong ? "font-semibold" : ""}`}>
      <dt className={strong ? "" : "text-ink-2"}>{name}</dt>
      <span aria-hidden="true" className="leader mb-[0.3em]" />
      <dd className="figures max-w-full min-w-0 text-end wrap-anywhere">{children}</dd>
    </div>
  );
}
