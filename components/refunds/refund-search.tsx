"use client";

import { TextSearch } from "@/components/ui/text-search";
import { refundsMessages } from "@/lib/service/messages/en/refunds";

/** Finds refunds, completed ones too, by payment, ID or address. */
export function RefundSearch() {
  return (
    <TextSearch
      {...refundsMessages.search}
      className="min-w-0 grow basis-48 sm:max-w-72"
      also={(words) => ({ show: words === "" ? null : "all" })}
    />
  );
}
