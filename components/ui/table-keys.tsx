"use client";

import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 };

/** Moves between row links by keyboard, and makes a click anywhere on a row follow its link. */
export function TableKeys({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const step = STEPS[event.key];
      if (!step || !box.current || event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
      const links = [...box.current.querySelectorAll<HTMLElement>("[data-row-link]")];
      const focused = document.activeElement;
      const from = links.findIndex((link) => link === focused || link.closest("tr")?.contains(focused));
      // with focus elsewhere, only j and k enter the list, and never while another control takes the keys
      if (from === -1 && (event.key.startsWith("Arrow") || isTaken(focused))) return;
      const next = links[Math.min(Math.max(from + step, 0), links.length - 1)];
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
    <div ref={box} onClick={followRow} onAuxClick={followRow}>
      {children}
    </div>
  );
}

/** True while focus is in a text field, a dialog or a menu. */
function isTaken(focused: Element | null) {
  return Boolean(focused?.closest("input, textarea, select, [contenteditable], [role=dialog], [role=menu]"));
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
