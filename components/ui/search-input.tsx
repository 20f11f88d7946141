"use client";

import { Search, X } from "lucide-react";
import { type ComponentProps, useRef, useState } from "react";
import { uiMessages } from "@/lib/service/messages/en/ui";
import { Kbd } from "./kbd";

type Props = Omit<ComponentProps<"input">, "type" | "value"> & {
  /** the accessible name */
  label: string;
  onSearch?: (text: string) => void;
};

/** Searches the list on the page. `/` focuses it (see the shell), Escape clears it. */
export function SearchInput({ label, onSearch, defaultValue = "", className = "", ...rest }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(String(defaultValue));
  const change = (next: string) => {
    setText(next);
    onSearch?.(next);
  };
  return (
    <span className={`relative flex min-w-0 items-center ${className}`}>
      <Search aria-hidden="true" strokeWidth={1.5} className="pointer-events-none absolute start-3 size-4 text-ink-2" />
      <input
        placeholder={label}
        {...rest}
        ref={input}
        type="search"
        aria-label={label}
        data-search=""
        value={text}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && text !== "" && change("")}
        className="box ps-9 pe-10 [&::-webkit-search-cancel-button]:hidden"
      />
      {text === "" ? (
        <span className="pointer-events-none absolute end-2.5 hidden pointer-fine:flex">
          <Kbd>/</Kbd>
        </span>
      ) : (
        <button
          type="button"
          aria-label={uiMessages.search.clear}
          onClick={() => {
            change("");
            input.current?.focus();
          }}
          className="absolute inset-y-0 end-0 grid w-10 place-items-center rounded-till text-ink-2 hover:text-ink"
        >
          <X aria-hidden="true" strokeWidth={1.5} className="size-4" />
        </button>
      )}
    </span>
  );
}
