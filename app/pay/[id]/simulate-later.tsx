"use client";

import { type ComponentProps, lazy, Suspense } from "react";

/** A separate script that only sandbox pages load. */
const Panel = lazy(async () => ({ default: (await import("./simulate-panel")).SimulatePanel }));

export function SimulateLater(props: ComponentProps<typeof Panel>) {
  return (
    <Suspense>
      <Panel {...props} />
    </Suspense>
  );
}
