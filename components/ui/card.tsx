import type { ReactNode } from "react";

/** A framed box for a single object: a terminal, an endpoint. For parts of a page, use `Section`. */
export function Card({ children, className = "" }: { children: ReactNode; className?: string }) {
  return <div className={`min-w-0 rounded-till border bg-card p-5 ${className}`}>{children}</div>;
}
