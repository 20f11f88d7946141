"use client";

import { useEffect } from "react";
import { saveChoice } from "@/lib/customer/browser/save-choice";

/** Remembers the keypad in a cookie, so that a cashier who signs in starts there. It authorises nothing. */
export function RememberKeypad({ terminalId, environment }: { terminalId: string; environment: string }) {
  useEffect(() => {
    saveChoice("till-keypad", `${terminalId}/${environment}`);
  }, [terminalId, environment]);
  return null;
}
