"use client";

import { useRouter } from "next/navigation";
import { useCallback, useState, useTransition } from "react";
import { callFailure } from "@/components/ui/call-failure";
import type { ActionResult } from "@/lib/base/values/action-result";

type Failure = Extract<ActionResult<unknown>, { ok: false }>;

type Options<R> = {
  /** stays busy while its promise is pending, as that of `leaveFor` always is */
  onDone?: (data: R) => unknown;
  onRefused?: (failure: Failure) => void;
  /** ask the server for the page again afterwards (default) */
  refresh?: boolean;
  /** ask for it after a refusal too: what it shows may be out of date */
  refreshRefused?: boolean;
};

/** Calls a server action from a form or button and tells whether it is running, its result, or why it was refused. */
export function useAction<A extends unknown[], R>(
  action: (...args: A) => Promise<ActionResult<R>>,
  { onDone, onRefused, refresh = true, refreshRefused = false }: Options<R> = {},
) {
  const router = useRouter();
  const [busy, start] = useTransition();
  const [failure, setFailure] = useState<Failure | null>(null);
  const clear = useCallback(() => setFailure(null), []);

  const run = (...args: A) =>
    start(async () => {
      const result = await action(...args).catch(callFailure);
      if (!result.ok) {
        setFailure(result);
        onRefused?.(result);
        if (result.code === "signed_out" || refreshRefused) router.refresh();
        return;
      }
      setFailure(null);
      await onDone?.(result.data);
      if (refresh) router.refresh();
    });

  return { run, busy, failure, clear };
}
