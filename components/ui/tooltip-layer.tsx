"use client";

import { useEffect, useRef } from "react";

const DELAY_MS = 400;
const GAP_PX = 6;

/**
 * One tooltip for the whole page: any element with `data-tip="…"`, server-rendered or not, shows it on hover and
 * keyboard focus. Escape hides it, the pointer may move onto it, and it stays above dialogs. Mounted once by the shell.
 */
export function TooltipLayer() {
  const bubble = useRef<HTMLDivElement>(null);
  useEffect(() => (bubble.current ? attend(bubble.current) : undefined), []);
  return (
    <div
      ref={bubble}
      popover="manual"
      role="tooltip"
      id="tip"
      className="fixed m-0 max-w-72 rounded-till border-0 bg-ink px-2 py-1 text-12 text-pretty text-paper [inset:auto]"
    />
  );
}

function attend(bubble: HTMLDivElement) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let target: HTMLElement | null = null;
  let described: HTMLElement | null = null;

  const hide = () => {
    clearTimeout(timer);
    target = null;
    if (bubble.matches(":popover-open")) bubble.hidePopover();
    described?.removeAttribute("aria-describedby");
    described = null;
  };
  const show = () => {
    if (!target?.isConnected || !target.dataset.tip) return hide();
    bubble.textContent = target.dataset.tip;
    bubble.showPopover();
    if (target.ariaLabel !== target.dataset.tip && !target.hasAttribute("aria-describedby")) {
      described = target;
      described.setAttribute("aria-describedby", bubble.id);
    }
    position(bubble, target.getBoundingClientRect());
  };
  const want = (event: Event, delayMs: number) => {
    if (!(event.target instanceof Element) || bubble.contains(event.target)) return;
    const next = event.target.closest<HTMLElement>("[data-tip]");
    if (next === target) return;
    hide();
    target = next;
    if (next) timer = setTimeout(show, delayMs);
  };

  const controller = new AbortController();
  const listen = (type: string, handler: (event: Event) => void) =>
    document.addEventListener(type, handler, { signal: controller.signal, capture: true, passive: true });
  listen("pointerover", (event) => {
    if ((event as PointerEvent).pointerType === "mouse") want(event, DELAY_MS);
  });
  listen("focusin", (event) => {
    // a tap on text shows its tip; a tap on a link or button only acts
    if (event.target instanceof Element && event.target.matches(":focus-visible, :not(a, button)")) want(event, 0);
  });
  listen("focusout", hide);
  listen("pointerdown", hide);
  listen("scroll", hide);
  listen("keydown", (event) => {
    if ((event as KeyboardEvent).key === "Escape") hide();
  });
  return () => {
    controller.abort();
    hide();
  };
}

/** Centred above the target, or below where there is no room; always within the window. */
function position(bubble: HTMLElement, at: DOMRect) {
  const { width, height } = bubble.getBoundingClientRect();
  const above = at.top - height - GAP_PX;
  const start = Math.min(Math.max(at.left + at.width / 2 - width / 2, GAP_PX), window.innerWidth - width - GAP_PX);
  bubble.style.top = `${above < GAP_PX ? at.bottom + GAP_PX : above}px`;
  bubble.style.left = `${start}px`;
}
