import { BAR_STEP, barsPath } from "@/lib/customer/checkout/bars-path";
import { fillIn } from "@/lib/customer/checkout/fill-in";

type Props = {
  confirmations: number;
  required: number;
  /** shared sentences; `confirming` with its blanks `{n}` and `{of}` */
  words: { confirming: string; finalizing: string };
};

/** Confirmations as bars that fill up. Not announced to screen readers, since they change every few seconds. */
export function Confirmations({ confirmations, required, words }: Props) {
  const sentence =
    confirmations < required ? fillIn(words.confirming, { n: confirmations, of: required }) : words.finalizing;
  return (
    <div data-part="confirmations" className="flex flex-col gap-2">
      <div
        role="progressbar"
        aria-label={sentence}
        aria-valuemin={0}
        aria-valuemax={required}
        aria-valuenow={confirmations}
        className="text-verdigris rtl:-scale-x-100"
      >
        <svg viewBox={`0 0 ${required * BAR_STEP - 4} 20`} aria-hidden="true" className="block w-full">
          <path d={barsPath(required)} stroke="currentColor" fill="none" opacity="0.5" />
          <path data-bars d={barsPath(confirmations)} stroke="currentColor" fill="currentColor" />
        </svg>
      </div>
      <p className="text-center text-14 text-ink-2 tabular-nums">{sentence}</p>
    </div>
  );
}
