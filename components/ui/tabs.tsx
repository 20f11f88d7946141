"use client";

import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";

type Tab = { id: string; label: ReactNode; content: ReactNode };

const LINE = "relative flex gap-5 overflow-x-auto border-b [scrollbar-width:none]";
const TAB =
  "relative inline-flex min-h-11 shrink-0 items-center gap-2 text-14 font-medium text-ink-2 outline-offset-[-2px] hover:text-ink " +
  "pointer-fine:min-h-9 after:absolute after:inset-x-0 after:bottom-0 after:h-0.5";

/** The classes of a row of tabs, shared with `TabLinks`. */
export const tabClasses = { line: LINE, tab: TAB, current: "text-ink after:bg-ink" };

type Props = { label: string; tabs: Tab[]; defaultTab?: string; onChange?: (id: string) => void };

/** Tabs without URLs of their own; with URLs, use `TabLinks`. Arrow keys move. */
export function Tabs({ label, tabs, defaultTab, onChange }: Props) {
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(defaultTab ?? tabs[0]?.id);

  const choose = (id: string) => {
    setCurrent(id);
    onChange?.(id);
  };
  const move = (event: KeyboardEvent) => {
    const next = neighbour(
      event.key,
      tabs.findIndex((tab) => tab.id === current),
      tabs.length,
    );
    const tab = next === null ? undefined : tabs[next];
    if (next === null || !tab) return;
    event.preventDefault();
    choose(tab.id);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  };

  return (
    <div>
      <div ref={list} role="tablist" aria-label={label} onKeyDown={move} className={LINE}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${base}-${tab.id}`}
            aria-selected={tab.id === current}
            aria-controls={`${base}-${tab.id}-panel`}
            tabIndex={tab.id === current ? 0 : -1}
            onClick={() => choose(tab.id)}
            className={`${TAB} ${tab.id === current ? tabClasses.current : ""}`}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.id}
          role="tabpanel"
          id={`${base}-${tab.id}-panel`}
          aria-labelledby={`${base}-${tab.id}`}
          hidden={tab.id !== current}
          className="pt-5"
        >
          {tab.id === current && tab.content}
        </div>
      ))}
    </div>
  );
}

/** The index that an arrow key, Home or End leads to among `count`, wrapping at the ends; null for any other key. */
export function neighbour(key: string, from: number, count: number) {
  switch (key) {
    case "ArrowRight":
      return (from + 1) % count;
    case "ArrowLeft":
      return (from - 1 + count) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}
