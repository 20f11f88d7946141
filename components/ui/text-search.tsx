"use client";

import { useEffect, useRef, useState } from "react";
import { PendingIndicator } from "./pending-indicator";
import { SearchInput } from "./search-input";
import { useFilters } from "./use-filters";

const PAUSE_MS = 250;

type Props = { label: string; placeholder: string; className?: string };

/** Searches a list a moment after the last keystroke; the URL holds the text as `q`. */
export function TextSearch({ label, placeholder, className = "w-full sm:w-96" }: Props) {
  const { params, change, pending } = useFilters();
  const searched = params.get("q") ?? "";
  const sent = useRef(searched);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [version, setVersion] = useState(0);
  useEffect(() => () => clearTimeout(timer.current), []);

  // the URL changed elsewhere: the filters were cleared, or the reader went back
  useEffect(() => {
    if (searched === sent.current) return;
    sent.current = searched;
    setVersion((before) => before + 1);
  }, [searched]);

  const search = (text: string) => {
    clearTimeout(timer.current);
    const words = text.trim();
    const send = () => {
      if (words === sent.current) return;
      sent.current = words;
      change({ q: words || null });
    };
    timer.current = setTimeout(send, words === "" ? 0 : PAUSE_MS);
  };
  return (
    <>
      <SearchInput
        key={version}
        label={label}
        placeholder={placeholder}
        defaultValue={searched}
        onSearch={search}
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
        className={className}
      />
      <PendingIndicator when={pending} />
    </>
  );
}
