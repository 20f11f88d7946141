"use client";

import type { ReactNode } from "react";
import { buttonClass } from "@/components/ui/button";

export function PrintButton({ children }: { children: ReactNode }) {
  return (
    <button type="button" onClick={() => window.print()} className={buttonClass({}, "noscript:hidden")}>
      {children}
    </button>
  );
}
