import type { ReactNode } from "react";

/**
 * A strip of paper hanging from a printer's slot. With `slides`, it slides out of the slot inside an ancestor marked
 * `data-was-waiting`.
 */
export function Roll({ children, slides = false }: { children: ReactNode; slides?: boolean }) {
  return (
    <div>
      <div aria-hidden="true" className="h-1.5 rounded-full bg-ink" />
      <div className="paper-shadow -mt-[3px] overflow-clip px-3 pb-2 [clip-path:inset(3px_-24px_-40px)]">
        <div className={`torn bg-card ${slides ? "in-data-was-waiting:slide-out" : ""}`}>{children}</div>
      </div>
    </div>
  );
}
