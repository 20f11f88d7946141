"use client";

import { useEffect, useState } from "react";
import { LoadedDialog } from "@/components/ui/loaded-dialog";
import { shellMessages } from "@/lib/service/messages/en/shell";
import type { SectionKey } from "./shortcut-list";

const { shortcuts: text } = shellMessages;

const load = () => import("./shortcut-list").then((module) => module.ShortcutList);

const OPEN = "till:shortcuts";

/** Opens the dialog, from a menu or the palette. */
export function openShortcuts(): void {
  document.dispatchEvent(new Event(OPEN));
}

/** Every keyboard shortcut of the dashboard. */
export function ShortcutsDialog({ sections }: { sections: SectionKey[] }) {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const show = () => setOpen(true);
    document.addEventListener(OPEN, show);
    return () => document.removeEventListener(OPEN, show);
  }, []);
  return <LoadedDialog title={text.title} open={open} onOpenChange={setOpen} load={load} content={{ sections }} />;
}
