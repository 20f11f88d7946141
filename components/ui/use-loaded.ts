"use client";

import { type ComponentType, useCallback, useState } from "react";

/**
 * A component that is loaded on first use; null until then. Not `lazy`, which React reveals no earlier than 300 ms
 * after its fallback, even if the code is already loaded. `want` resolves when the component is loaded, or has failed
 * to.
 */
export function useLoaded<P>(load: () => Promise<ComponentType<P>>) {
  const [state, setState] = useState<{ Loaded: ComponentType<P> } | null>(null);
  const want = useCallback(() => {
    return load().then(
      (Loaded) => setState((before) => before ?? { Loaded }),
      // a failed load is shown by the error page, whose button retries
      (error) =>
        setState(() => {
          throw error;
        }),
    );
  }, [load]);
  return { Loaded: state?.Loaded ?? null, want };
}
