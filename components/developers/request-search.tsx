"use client";

import { SearchInput } from "@/components/ui/search-input";
import { useFilters } from "@/components/ui/use-filters";
import { developersMessages } from "@/lib/messages/en/developers";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Finds a request by the ID of its response's X-Request-Id header, once the whole ID is entered. */
export function RequestSearch() {
  const { params, change } = useFilters();
  const search = (text: string) => {
    const id = text.trim();
    if (id === "" || UUID.test(id)) change({ id: id || null });
  };
  return (
    <SearchInput
      label={developersMessages.log.search}
      defaultValue={params.get("id") ?? ""}
      onSearch={search}
      className="w-full sm:w-96"
      spellCheck={false}
    />
  );
}
