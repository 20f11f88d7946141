"use client";

import { Button } from "@/components/ui/button";

export function PrintButton() {
  return (
    <Button look="secondary" size="small" className="print:hidden noscript:hidden" onClick={() => window.print()}>
      Print
    </Button>
  );
}
