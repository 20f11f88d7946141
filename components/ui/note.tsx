import type { ReactNode } from "react";

const TONES = {
  plain: "border-line",
  amber: "border-amber bg-amber-wash",
  brick: "border-brick bg-brick-wash",
};

/** A short message that the reader must not miss, beside what it is about. */
export function Note({ tone = "plain", children }: { tone?: keyof typeof TONES; children: ReactNode }) {
  return <div className={`rounded-till border-l-2 px-4 py-3 text-14 ${TONES[tone]}`}>{children}</div>;
}
