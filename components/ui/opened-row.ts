import type { MouseEvent } from "react";

/** The row that was opened last in this document: the list's URL, and where the row leads. */
let opened: { list: string; row: string } | null = null;
let isBack = false;

/** Remembers the row whose link is followed. */
export function rememberOpenedRow(event: MouseEvent) {
  const link = event.target instanceof Element ? event.target.closest("[data-row-link]") : null;
  const row = link?.getAttribute("href");
  if (!row) return;
  if (opened === null) window.addEventListener("popstate", markReturn);
  opened = { list: currentUrl(), row };
  isBack = false;
}

/** Focuses the row that was opened, if the reader has come back to its list by the browser's history. */
export function focusOpenedRow(table: Element) {
  if (isBack) focusRowIn(table);
  isBack = false;
}

/** The router may show a list that it has kept before this is called, or load one and show it after. */
function markReturn() {
  isBack = opened?.list === currentUrl() && !focusRowIn(document.body);
}

function focusRowIn(place: Element): boolean {
  const link = opened && place.querySelector<HTMLElement>(`a[data-row-link][href="${CSS.escape(opened.row)}"]`);
  // the browser restores the position of the page itself
  if (document.activeElement === document.body)
    link?.focus({ preventScroll: true, focusVisible: true } as FocusOptions);
  return link !== null;
}

function currentUrl() {
  return location.pathname + location.search;
}
