"use client";

import { useEffect, useRef, useState } from "react";
import { OnTheWay } from "@/components/ui/on-the-way";
import { SearchInput } from "@/components/ui/search-input";
import { useFilters } from "@/components/ui/use-filters";

const PAUSE_MS = 250;

/** Searches a moment after the last letter; what was searched for stands in the address. */
export function PaymentSearch() {
  const { params, change, pending } = useFilters();
  const searched = params.get("q") ?? "";
  const sent = useRef(searched);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [version, setVersion] = useState(0);
  useEffect(() => () => clearTimeout(timer.current), []);

  // cleared or gone back by something else on the page
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
        label="Search payments"
        placeholder="Reference, amount, id or transaction"
        defaultValue={searched}
        onSearch={search}
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
        className="w-full sm:w-96"
      />
      <OnTheWay when={pending} />
    </>
  );
}
