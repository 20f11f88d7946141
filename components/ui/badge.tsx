import type { ReactNode } from "react";

const TONES = {
  plain: "border-ink/20 text-ink-2",
  good: "border-transparent bg-verdigris-wash text-verdigris",
  amber: "border-transparent bg-amber-wash text-amber-ink",
  brick: "border-transparent bg-brick-wash text-brick",
  training: "border-transparent bg-training text-training-ink",
};

/** A short label beside the thing it describes: a role, a count, the environment. */
export function Badge({ tone = "plain", children }: { tone?: keyof typeof TONES; children: ReactNode }) {
  return (
    <span
      className={`inline-flex min-h-5 items-center gap-1 rounded-[4px] border px-1.5 text-12 font-medium whitespace-nowrap ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}
