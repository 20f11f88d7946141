import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether the command key is this keyboard's modifier; false while the server renders. */
export function useMac(): boolean {
  return useSyncExternalStore(
    never,
    () => /Mac|iPhone|iPad/.test(navigator.userAgent),
    () => false,
  );
}
