"use client";

import { useSyncExternalStore } from "react";
import { saveChoice } from "@/lib/customer/browser/save-choice";
import { parseTheme, THEME_COOKIE, type Theme } from "./theme";

const CHANGED = "till:theme";

/** The theme of this browser, and a way to choose another one, which applies at once and is kept for a year. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore<Theme>(listen, read, () => "system");
  return [theme, choose];
}

function read(): Theme {
  return parseTheme(document.documentElement.dataset.theme);
}

function choose(theme: Theme) {
  const root = document.documentElement;
  if (theme === "system") delete root.dataset.theme;
  else root.dataset.theme = theme;
  saveChoice(THEME_COOKIE, theme);
  window.dispatchEvent(new Event(CHANGED));
}

function listen(onChange: () => void) {
  window.addEventListener(CHANGED, onChange);
  return () => window.removeEventListener(CHANGED, onChange);
}
