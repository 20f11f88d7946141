"use client";

import { type ComponentType, useCallback, useState } from "react";

/**
 * A component that is fetched when it is first wanted; null until it is there. Not `lazy`, which React shows no
 * earlier than 300 ms after its fallback, even when the code is long there.
 */
export function useLoaded<P>(load: () => Promise<ComponentType<P>>) {
  const [state, setState] = useState<{ Loaded: ComponentType<P> } | null>(null);
  const want = useCallback(() => {
    load().then(
      (Loaded) => setState((before) => before ?? { Loaded }),
      // what cannot be fetched belongs to the error page, whose button tries again
      (error) =>
        setState(() => {
          throw error;
        }),
    );
  }, [load]);
  return { Loaded: state?.Loaded ?? null, want };
}
