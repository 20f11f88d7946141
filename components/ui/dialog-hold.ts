"use client";

import { createContext, useCallback, useContext, useEffect, useMemo, useState } from "react";

export type Reason = "secret" | "act";
type Hold = { isActing: boolean; set(reason: Reason, on: boolean): void };

const HoldContext = createContext<Hold>({ isActing: false, set: () => {} });

export const DialogHold = HoldContext.Provider;

/** For a dialog: what in it keeps it open, and what `DialogHold` gives to those who may. */
export function useDialogHold(): { held: Reason | null; hold: Hold } {
  const [reasons, setReasons] = useState({ secret: false, act: false });
  const isActing = reasons.act;
  const set = useCallback((reason: Reason, on: boolean) => setReasons((was) => ({ ...was, [reason]: on })), []);
  const hold = useMemo(() => ({ isActing, set }), [isActing, set]);
  return { held: reasons.secret ? "secret" : isActing ? "act" : null, hold };
}

/**
 * Keeps the dialog around it open against Escape and presses beside it, while `on`: it shows what is shown once, or an act
 * is under way whose answer would be lost. Outside of a dialog it does nothing.
 */
export function useKeepOpen(reason: Reason, on = true): void {
  const { set } = useContext(HoldContext);
  useEffect(() => {
    if (!on) return;
    set(reason, true);
    return () => set(reason, false);
  }, [set, reason, on]);
}

/** Whether an act is under way in the dialog around it: its Cancel waits for the answer. */
export function useIsActing(): boolean {
  return useContext(HoldContext).isActing;
}
