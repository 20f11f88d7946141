"use client";

import { useEffect, useState } from "react";
import type { CommandPaletteProps } from "./command";
import type { Elements } from "./elements";
import { PendingIndicator } from "./pending-indicator";
import { useGo } from "./use-go";
import { useLoaded } from "./use-loaded";

const load = () => import("./command-palette-popup").then((module) => module.CommandPalettePopup);

/** Search and commands at ⌘K or Ctrl K; loaded when the modifier key goes down. `children` gets the open function. */
export function CommandPalette({
  children,
  ...palette
}: CommandPaletteProps & { children: (open: () => void, warm: () => void) => Elements }) {
  const { Loaded: Popup, want } = useLoaded(load);
  const [open, setOpen] = useState(false);
  const { go, pending } = useGo();

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === "Meta" || event.key === "Control") void load();
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      // leaving the page would lose a secret that is shown once
      if (document.querySelector("[data-held]")) return;
      want();
      setOpen((before) => !before);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [want]);

  const show = () => {
    want();
    setOpen(true);
  };
  return (
    <>
      {children(show, () => void load())}
      {Popup && <Popup {...palette} open={open} onOpenChange={setOpen} go={go} />}
      <PendingIndicator when={pending} />
    </>
  );
}
