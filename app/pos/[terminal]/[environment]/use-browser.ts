"use client";

import { useSyncExternalStore } from "react";
import { type DecimalSign, decimalSign } from "@/lib/payments/pos/entry";

const never = () => () => {};

/** The reader's decimal sign; a point during server rendering. */
export function useDecimalSign(): DecimalSign {
  return useSyncExternalStore<DecimalSign>(
    never,
    () => decimalSign(navigator.language),
    () => ".",
  );
}

/** False while the browser reports that it is offline. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    listenToNetwork,
    () => navigator.onLine,
    () => true,
  );
}

function listenToNetwork(onChange: () => void) {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
}
