"use client";

import { createContext, useCallback, useContext, useLayoutEffect, useMemo, useState } from "react";

export type Reason = "secret" | "act";
type Hold = { isActing: boolean; set(reason: Reason, on: boolean): void };

const HoldContext = createContext<Hold>({ isActing: false, set: () => {} });

export const DialogHold = HoldContext.Provider;

/** For a dialog: why it must stay open now, and the value for `DialogHold` through which its content says so. */
export function useDialogHold(): { held: Reason | null; hold: Hold } {
  const [reasons, setReasons] = useState({ secret: false, act: false });
  const isActing = reasons.act;
  const set = useCallback((reason: Reason, on: boolean) => setReasons((was) => ({ ...was, [reason]: on })), []);
  const hold = useMemo(() => ({ isActing, set }), [isActing, set]);
  return { held: reasons.secret ? "secret" : isActing ? "act" : null, hold };
}

/**
 * While `on`, keeps the surrounding dialog open against Escape and clicks outside: a secret is shown once, or an action
 * is running whose answer would be lost. Does nothing outside a dialog.
 */
export function useKeepOpen(reason: Reason, on = true): void {
  const { set } = useContext(HoldContext);
  // with the same frame: after it, Escape may come first
  useLayoutEffect(() => {
    if (!on) return;
    set(reason, true);
    return () => set(reason, false);
  }, [set, reason, on]);
}

/** Whether an action is running in the surrounding dialog; Cancel is busy until it answers. */
export function useIsActing(): boolean {
  return useContext(HoldContext).isActing;
}
