import type { MouseEvent } from "react";

/** The row that was opened last in this document: the list's URL, and where the row leads. */
let opened: { list: string; row: string } | null = null;
let isBack = false;

/** Remembers the row whose link is followed. */
export function noteOpenedRow(event: MouseEvent) {
  const link = event.target instanceof Element ? event.target.closest("[data-row-link]") : null;
  const row = link?.getAttribute("href");
  if (!row) return;
  // before the router hears of it, which shows the list at once
  if (opened === null) window.addEventListener("popstate", noteReturn, true);
  opened = { list: currentUrl(), row };
  isBack = false;
}

/** Focuses the row that was opened, if the reader has come back to its list by the browser's history. */
export function focusOpenedRow(table: Element) {
  if (!opened || !isBack || document.activeElement !== document.body) return;
  isBack = false;
  const link = table.querySelector<HTMLElement>(`a[data-row-link][href="${CSS.escape(opened.row)}"]`);
  // the browser restores the position of the page itself
  link?.focus({ preventScroll: true, focusVisible: true } as FocusOptions);
}

function noteReturn() {
  isBack = opened?.list === currentUrl();
}

function currentUrl() {
  return location.pathname + location.search;
}
