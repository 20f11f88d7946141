import type { ReactNode } from "react";

/**
 * The slot of a till with a strip of paper hanging from it, torn off below. When the ancestor marked
 * `data-was-waiting` is there, a strip with `slides` comes out of the slot.
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
