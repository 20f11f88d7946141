"use client";

import { type ComponentProps, lazy, Suspense } from "react";

/** A script of its own, which only the sandbox's pages ask for. */
const Panel = lazy(async () => ({ default: (await import("@/app/pay/[id]/simulate-panel")).SimulatePanel }));

export function SimulateLater(props: ComponentProps<typeof Panel>) {
  return (
    <Suspense>
      <Panel {...props} />
    </Suspense>
  );
}
