"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { SearchInput } from "./search-input";
import { type FilterChanges, useFilters } from "./use-filters";

const PAUSE_MS = 250;

type Props = {
  label: string;
  placeholder: string;
  className?: string;
  /** what else changes with the text, which is empty once the search is cleared */
  also?(words: string): FilterChanges;
};

/** Searches a list a moment after the last keystroke; the URL holds the text as `q`. */
export function TextSearch({ label, placeholder, className = "w-full sm:w-96", also }: Props) {
  const { params, latest, change, pending } = useFilters();
  const searched = params.get("q") ?? "";
  const shown = useRef(searched);
  const [version, setVersion] = useState(0);
  // null once it was searched for
  const [typed, setTyped] = useState<string | null>(null);

  const search = useEffectEvent((text: string) => {
    const words = text.trim();
    setTyped(null);
    shown.current = words;
    if (words !== (latest().get("q") ?? "")) change({ q: words || null, ...also?.(words) });
  });
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => search(typed), typed.trim() === "" ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  // the list is filtered by another text: the filters were cleared, or the reader followed a link or went back
  useEffect(() => {
    if (typed !== null || pending || searched === shown.current) return;
    shown.current = searched;
    setVersion((before) => before + 1);
  }, [typed, pending, searched]);

  return (
    <SearchInput
      key={version}
      label={label}
      placeholder={placeholder}
      defaultValue={searched}
      onSearch={setTyped}
      maxLength={200}
      spellCheck={false}
      autoComplete="off"
      className={className}
    />
  );
}
