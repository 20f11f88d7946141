import { fillIn } from "@/lib/checkout/fill-in";

type Props = {
  confirmations: number;
  required: number;
  /** shared sentences; `confirming` with its blanks `{n}` and `{of}` */
  words: { confirming: string; finalizing: string };
};

const STEP = 12;

/** Confirmations as bars that fill up. Not announced to screen readers, since they change every few seconds. */
export function Confirmations({ confirmations, required, words }: Props) {
  const { confirming, finalizing } = words;
  const sentence = confirmations < required ? fillIn(confirming, { n: confirmations, of: required }) : finalizing;
  return (
    <div className="flex flex-col gap-2">
      <div
        role="progressbar"
        aria-label={sentence}
        aria-valuemin={0}
        aria-valuemax={required}
        aria-valuenow={confirmations}
        className="rtl:-scale-x-100"
      >
        <svg viewBox={`0 0 ${required * STEP - 4} 20`} aria-hidden="true" className="block w-full text-verdigris">
          {Array.from({ length: required }, (_, index) => (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
              key={index}
              x={index * STEP + 0.5}
              y="0.5"
              width={STEP - 5}
              height="19"
              rx="1"
              stroke="currentColor"
              fill={index < confirmations ? "currentColor" : "none"}
              className={index < confirmations ? "" : "opacity-50"}
            />
          ))}
        </svg>
      </div>
      <p className="text-center text-14 text-ink-2 tabular-nums">{sentence}</p>
    </div>
  );
}
