import type { ReactNode, Ref } from "react";
import type { Elements } from "@/components/ui/elements";
import { PosAmount } from "./pos-amount";

type Props = {
  /** the screen's name for screen readers, before the amount */
  name: string;
  amount: string;
  /** of an amount that isn't in USDT */
  unit?: string | undefined;
  /** what the amount was quoted from, with its unit */
  price?: string | undefined;
  merchant: string;
  /** start and end of the top bar */
  corner?: ReactNode;
  tools?: ReactNode;
  /** below the amount; the page announces changes */
  status: ReactNode;
  aside?: Elements;
  /** below on a phone, at the end on a wide screen */
  children: ReactNode;
  /** paid: visible from across the counter */
  green?: boolean;
  headRef?: Ref<HTMLHeadingElement>;
};

/** One charge on the whole screen for the customer: amount, status and what to do. */
export function Screen({
  name,
  amount,
  unit,
  price,
  merchant,
  corner,
  tools,
  status,
  aside,
  children,
  green,
  headRef,
}: Props) {
  return (
    <section
      aria-label={name}
      className={`flex flex-1 flex-col transition-colors duration-200 ease-out ${green ? "bg-paid text-white" : ""}`}
    >
      <div className="flex min-h-14 items-center justify-between gap-2 px-3 py-1.5">
        <div>{corner}</div>
        <div className="flex items-center gap-1">{tools}</div>
      </div>
      <div className="flex flex-1 flex-col gap-4 px-4 pb-[max(1rem,env(safe-area-inset-bottom))] lg:grid lg:grid-cols-2 lg:items-center lg:gap-12 lg:px-12 landscape:max-lg:grid landscape:max-lg:grid-cols-2 landscape:max-lg:items-center">
        <div className="@container flex flex-col items-center gap-1.5 text-center">
          <p className={`max-w-full truncate text-16 ${green ? "" : "text-ink-2"}`}>{merchant}</p>
          {price && (
            <p translate="no" className="money text-20 font-medium">
              {price}
            </p>
          )}
          <h2 ref={headRef} tabIndex={-1} className="outline-none">
            <span className="sr-only">{`${name}: `}</span>
            <PosAmount value={amount} unit={unit} isChoice={unit !== undefined} />
          </h2>
          <div className="flex min-h-7 flex-wrap items-center justify-center gap-x-3">
            <div className="text-16 font-medium">{status}</div>
            {aside}
          </div>
        </div>
        <div className="flex w-full flex-1 flex-col items-center gap-4 lg:mx-auto lg:max-w-2xl lg:justify-center">
          {children}
        </div>
      </div>
    </section>
  );
}
