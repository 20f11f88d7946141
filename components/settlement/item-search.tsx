"use client";

import { SearchInput } from "@/components/ui/search-input";
import { useFilters } from "@/components/ui/use-filters";

const WHOLE = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|(0x)?[0-9a-f]{64})$/i;

/** Finds an item by its payment's id or a transaction's hash: as soon as a whole one stands there. */
export function ItemSearch() {
  const { params, change } = useFilters();
  const search = (text: string) => {
    const words = text.trim();
    if (words === "" || WHOLE.test(words)) change({ q: words || null, show: words === "" ? null : "all" });
  };
  return (
    <SearchInput
      label="Search items"
      placeholder="Payment id or transaction hash"
      defaultValue={params.get("q") ?? ""}
      onSearch={search}
      maxLength={80}
      className="w-full sm:w-96"
      spellCheck={false}
      autoComplete="off"
    />
  );
}
