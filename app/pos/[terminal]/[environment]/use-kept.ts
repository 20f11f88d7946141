"use client";

import { useCallback, useSyncExternalStore } from "react";

const CHANGED = "till:kept";
const inMemory = new Map<string, string>();

/** A setting stored on the device for all its keypads; `fallback` on the server and before anything was chosen. */
export function useKept(name: string, fallback: string): [string, (value: string) => void] {
  const key = `till:${name}`;
  const value = useSyncExternalStore(
    listen,
    () => read(key) ?? fallback,
    () => fallback,
  );
  const keep = useCallback(
    (next: string) => {
      inMemory.set(key, next);
      try {
        localStorage.setItem(key, next);
      } catch {
        // private window or full disk: kept until the page closes
      }
      window.dispatchEvent(new Event(CHANGED));
    },
    [key],
  );
  return [value, keep];
}

function listen(onChange: () => void) {
  window.addEventListener(CHANGED, onChange);
  window.addEventListener("storage", onChange);
  return () => {
    window.removeEventListener(CHANGED, onChange);
    window.removeEventListener("storage", onChange);
  };
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? inMemory.get(key) ?? null;
  } catch {
    return inMemory.get(key) ?? null;
  }
}
