"use client";

import { SearchInput } from "@/components/ui/search-input";
import { useFilters } from "@/components/ui/use-filters";
import { attentionMessages } from "@/lib/messages/en/attention";

const WHOLE = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|(0x)?[0-9a-f]{64})$/i;

/** Finds an item by a payment ID or transaction hash, as soon as a whole one is entered. */
export function ItemSearch() {
  const { params, change } = useFilters();
  const search = (text: string) => {
    const words = text.trim();
    if (words === "" || WHOLE.test(words)) change({ q: words || null, show: words === "" ? null : "all" });
  };
  return (
    <SearchInput
      label={attentionMessages.search.label}
      placeholder={attentionMessages.search.placeholder}
      defaultValue={params.get("q") ?? ""}
      onSearch={search}
      maxLength={80}
      className="w-full sm:w-96"
      spellCheck={false}
      autoComplete="off"
    />
  );
}
