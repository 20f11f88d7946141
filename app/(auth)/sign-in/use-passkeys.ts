"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether the browser has passkeys; false during server rendering. They need HTTPS or localhost. */
export function usePasskeys(): boolean {
  return useSyncExternalStore(
    never,
    () => "PublicKeyCredential" in window,
    () => false,
  );
}
