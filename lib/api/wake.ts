import { processWide } from "@/lib/process-wide";

/** What just happened that an engine may want to act on before its next look. */
export type Wake = { intentId?: string; expiresAt?: Date; demo?: boolean; settled?: boolean };

type Listener = (wake: Wake) => void;

function listeners(): Set<Listener> {
  return processWide("wake.listeners", () => new Set<Listener>());
}

/** Tells the engines of this process; never fails and never waits. */
export function wakeJobs(wake: Wake = {}): void {
  for (const listener of listeners()) listener(wake);
}

/** Registers an engine. Returns how to take it off again. */
export function onWake(listener: Listener): () => void {
  listeners().add(listener);
  return () => listeners().delete(listener);
}
