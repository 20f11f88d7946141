import type { ReactNode } from "react";

/** A sheet that lies on the page, for the few things that are things: a terminal, an endpoint. Else `Section`. */
export function Card({ children, className = "" }: { children: ReactNode; className?: string }) {
  return <div className={`min-w-0 rounded-till border bg-card p-5 ${className}`}>{children}</div>;
}
