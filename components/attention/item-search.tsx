"use client";

import { TextSearch } from "@/components/ui/text-search";
import { attentionMessages } from "@/lib/service/messages/en/attention";

/** Finds items, resolved ones too, by reference, ID, transaction hash or amount. */
export function ItemSearch() {
  return <TextSearch {...attentionMessages.search} also={(words) => ({ show: words === "" ? null : "all" })} />;
}
