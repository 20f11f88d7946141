"use client";

import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { focusOpenedRow, rememberOpenedRow } from "./opened-row";

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 };
const SIDEWAYS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

/**
 * Gives each row of a table one tab stop, moves between row links and within a row by keyboard, makes a click anywhere
 * on a row follow its link, and focuses the row that was opened when the reader comes back.
 */
export function TableKeys({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const table = box.current;
    if (!table) return;
    const keepOneStop = () => {
      for (const row of table.querySelectorAll("tbody tr")) keepOneStopIn(row);
    };
    keepOneStop();
    focusOpenedRow(table);
    const changes = new MutationObserver(keepOneStop);
    changes.observe(table, { childList: true, subtree: true });
    window.addEventListener("resize", keepOneStop);
    return () => {
      changes.disconnect();
      window.removeEventListener("resize", keepOneStop);
    };
  }, []);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!box.current || event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
      const next = SIDEWAYS[event.key] ? besideFocus(box.current, event.key) : rowFromFocus(box.current, event.key);
      if (!next) return;
      event.preventDefault();
      next.focus({ focusVisible: true } as FocusOptions);
      next.scrollIntoView({ block: "nearest" });
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a wider target for the link in the row, which has the keyboard
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div ref={box} onClickCapture={rememberOpenedRow} onClick={followRow} onAuxClick={followRow}>
      {children}
    </div>
  );
}

/**
 * The row link that the key moves to. With focus elsewhere, only j and k enter the list, and never from another
 * control.
 */
function rowFromFocus(table: Element, key: string): HTMLElement | undefined {
  const step = STEPS[key];
  if (!step) return undefined;
  const links = [...table.querySelectorAll<HTMLElement>("[data-row-link]")];
  const focused = document.activeElement;
  const from = links.findIndex((link) => link === focused || link.closest("tr")?.contains(focused));
  if (from === -1 && (key.startsWith("Arrow") || isTaken(focused))) return undefined;
  return links[Math.min(Math.max(from + step, 0), links.length - 1)];
}

/** The next control of the focused row. */
function besideFocus(table: Element, key: string): HTMLElement | undefined {
  const focused = document.activeElement;
  const row = focused?.closest("tbody tr");
  if (!row || !table.contains(row) || isTaken(focused)) return undefined;
  const controls = controlsOf(row);
  const at = controls.indexOf(focused as HTMLElement);
  return at === -1 ? undefined : controls[at + (SIDEWAYS[key] ?? 0)];
}

/** Leaves the row's link in the tab order, or else its first control; the others are reached by arrow keys. */
function keepOneStopIn(row: Element) {
  const controls = controlsOf(row);
  const stop =
    controls.find((control) => control.matches("[data-row-link]")) ??
    controls.find((control) => !control.matches("time")) ??
    controls[0];
  for (const control of controls) control.tabIndex = control === stop ? 0 : -1;
}

/** What can be focused in a row at this width, in order. */
function controlsOf(row: Element): HTMLElement[] {
  const all = row.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, summary, [tabindex]");
  return [...all].filter((control) => control.getClientRects().length > 0);
}

/** True while focus is in a text field, a dialog or a menu. */
function isTaken(focused: Element | null) {
  return Boolean(
    focused?.closest("input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu]"),
  );
}

function followRow(event: MouseEvent) {
  if (!(event.target instanceof Element) || event.button > 1) return;
  if (event.target.closest("a, button, input, label, select, summary")) return;
  if (window.getSelection()?.toString()) return;
  const link = event.target.closest("tr")?.querySelector<HTMLAnchorElement>("[data-row-link]");
  if (!link) return;
  const { ctrlKey, metaKey, shiftKey, button } = event;
  if (ctrlKey || metaKey || shiftKey || button === 1) window.open(link.href, "_blank", "noopener");
  else link.click();
}
