"use client";

import { useCallback, useSyncExternalStore } from "react";
import { readStored, writeStored } from "./device-storage";

const CHANGED = "till:setting";

/** A setting stored on the device for all its keypads; `fallback` on the server and before anything was chosen. */
export function useDeviceSetting(name: string, fallback: string): [string, (value: string) => void] {
  const key = `till:${name}`;
  const value = useSyncExternalStore(
    listen,
    () => readStored(key) ?? fallback,
    () => fallback,
  );
  const set = useCallback(
    (next: string) => {
      writeStored(key, next);
      window.dispatchEvent(new Event(CHANGED));
    },
    [key],
  );
  return [value, set];
}

function listen(onChange: () => void) {
  window.addEventListener(CHANGED, onChange);
  window.addEventListener("storage", onChange);
  return () => {
    window.removeEventListener(CHANGED, onChange);
    window.removeEventListener("storage", onChange);
  };
}
