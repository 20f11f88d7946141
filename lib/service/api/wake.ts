import { processWide } from "@/lib/base/process/process-wide";

/** A change that an engine may act on before its next scheduled run. */
export type Wake = { intentId?: string; expiresAt?: Date; demo?: boolean; settled?: boolean };

type Listener = (wake: Wake) => void;

function listeners(): Set<Listener> {
  return processWide("wake.listeners", () => new Set<Listener>());
}

/** Notifies the engines in this process. Never fails and never waits. */
export function wakeJobs(wake: Wake = {}): void {
  for (const listener of listeners()) listener(wake);
}

/** Registers an engine. Returns a function that removes it. */
export function onWake(listener: Listener): () => void {
  listeners().add(listener);
  return () => listeners().delete(listener);
}
