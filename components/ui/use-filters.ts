"use client";

import { useSearchParams } from "next/navigation";
import { useContext } from "react";
import { FiltersContext } from "./filters-provider";

/** What to set: a text, several for a list, or null for nothing. */
export type FilterChanges = Record<string, string | string[] | null>;

/** Reads and changes the filter in the URL. Any change goes back to the first page. */
export function useFilters() {
  const params = useSearchParams();
  const { requested, pending, request } = useContext(FiltersContext);
  /** with the changes that are still loading, so that a further one adds to them */
  const latest = () => new URLSearchParams(requested.current ?? params);
  const change = (changes: FilterChanges) => request(withFilters(latest(), changes));
  return { params, latest, change, pending };
}

const CURSORS = ["cursor", "before", "after", "page"];

/** The query with some parameters set, repeated for a list, or removed; without any cursor. */
export function withFilters(params: URLSearchParams, changes: FilterChanges) {
  const next = new URLSearchParams(params);
  for (const name of [...CURSORS, ...Object.keys(changes)]) next.delete(name);
  for (const [name, value] of Object.entries(changes)) {
    for (const one of [value ?? []].flat()) if (one !== "") next.append(name, one);
  }
  const query = next.toString();
  return query === "" ? "" : `?${query}`;
}
