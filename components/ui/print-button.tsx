"use client";

import { Button } from "@/components/ui/button";
import { reportsMessages } from "@/lib/service/messages/en/reports";

export function PrintButton() {
  return (
    <Button look="secondary" size="small" className="print:hidden noscript:hidden" onClick={() => window.print()}>
      {reportsMessages.printReport}
    </Button>
  );
}
