"use client";

import { SearchInput } from "@/components/ui/search-input";
import { useFilters } from "@/components/ui/use-filters";
import { attentionMessages } from "@/lib/messages/en/attention";

/** Finds items, resolved ones too, by reference, ID, transaction hash or amount. */
export function ItemSearch() {
  const { params, change } = useFilters();
  const search = (text: string) => {
    const words = text.trim();
    change({ q: words || null, show: words === "" ? null : "all" });
  };
  return (
    <SearchInput
      label={attentionMessages.search.label}
      placeholder={attentionMessages.search.placeholder}
      defaultValue={params.get("q") ?? ""}
      onSearch={search}
      maxLength={200}
      className="w-full sm:w-96"
      spellCheck={false}
      autoComplete="off"
    />
  );
}
