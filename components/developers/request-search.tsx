"use client";

import { SearchInput } from "@/components/ui/search-input";
import { useFilters } from "@/components/ui/use-filters";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Finds a call by the id that its answer carried in X-Request-Id: as soon as a whole one stands there. */
export function RequestSearch() {
  const { params, change } = useFilters();
  const search = (text: string) => {
    const id = text.trim();
    if (id === "" || UUID.test(id)) change({ id: id || null });
  };
  return (
    <SearchInput
      label="Request id"
      defaultValue={params.get("id") ?? ""}
      onSearch={search}
      className="w-full sm:w-96"
      spellCheck={false}
    />
  );
}
