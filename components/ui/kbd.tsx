import type { ReactNode } from "react";

/** A key, as printed on the keyboard. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd
      className={`figures inline-flex h-5 min-w-5 items-center justify-center rounded-[4px] border bg-paper px-1 text-12 text-ink-2`}
    >
      {children}
    </kbd>
  );
}
