"use client";

import type { Route } from "next";
import { useEffect, useRef } from "react";
import { PendingIndicator } from "@/components/ui/pending-indicator";
import { useGo } from "@/components/ui/use-go";
import { openShortcuts } from "./shortcuts-dialog";

const SECOND_LETTER_WITHIN_MS = 1_200;

/**
 * `g` and a letter goes to a section, `/` to the search of the page, `?` shows all shortcuts; never while something is
 * typed.
 */
export function ShellKeys({ hrefs }: { hrefs: Record<string, Route> }) {
  const { go, pending } = useGo();
  /** when `g` was pressed; outlives a refresh of the page, which brings new `hrefs` */
  const since = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // leaving the page would lose a secret that is shown once
      if (document.querySelector("[data-held]")) return;
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      const href = hrefs[event.key];
      if (href !== undefined && event.timeStamp - since.current < SECOND_LETTER_WITHIN_MS) {
        event.preventDefault();
        go(href);
      }
      since.current = event.key === "g" ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (event.key === "/") focusSearch(event);
      if (event.key === "?") openShortcuts();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [hrefs, go]);
  return <PendingIndicator when={pending} />;
}

function isTyping(target: EventTarget | null) {
  return (
    target instanceof Element &&
    target.closest("input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu]") !==
      null
  );
}

function focusSearch(event: KeyboardEvent) {
  const search = document.querySelector<HTMLElement>("[data-search]");
  if (!search) return;
  event.preventDefault();
  search.focus();
}
