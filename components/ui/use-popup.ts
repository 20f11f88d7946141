"use client";

import { type ComponentType, type KeyboardEvent, type MouseEvent, useRef, useState } from "react";
import { useLoaded } from "./use-loaded";

/**
 * The state of a popup that is loaded on first use: hover or focus on its button loads it, a click opens it. `Popup` is
 * null until it is loaded. `load` must not change between renders.
 */
export function usePopup<P>(load: () => Promise<ComponentType<P>>, haspopup: "menu" | "dialog" | "listbox") {
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [byKeyboard, setByKeyboard] = useState(false);
  const { Loaded: Popup, want } = useLoaded(load);

  const show = (keyboard = false) => {
    want();
    setByKeyboard(keyboard);
    setOpen(true);
  };
  const warm = () => void load();
  const trigger = {
    ref: anchor,
    "aria-haspopup": haspopup,
    "aria-expanded": open,
    onPointerEnter: warm,
    onFocus: warm,
    // `detail` is 0 for a click made by keyboard
    onClick: (event: MouseEvent) => (open ? setOpen(false) : show(event.detail === 0)),
    onKeyDown: (event: KeyboardEvent) => {
      if (haspopup === "dialog" || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
      event.preventDefault();
      show(true);
    },
  };
  return { anchor, open, setOpen, Popup, want, byKeyboard, trigger, show };
}
