import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether the page's script answers yet: false in the HTML that the server sends, true from hydration on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
