import type { LimitState } from "@/lib/api/limits/window";
import { processWide } from "@/lib/process-wide";

export type RemoteCounter = (name: string, key: string, limit: number, windowMs: number) => Promise<LimitState>;

const slot = () => processWide("limits.remote", () => ({ counter: null as RemoteCounter | null }));

/** Makes this worker count in its primary process. */
export function setRemoteCounter(counter: RemoteCounter): void {
  slot().counter = counter;
}

export function remoteCounter(): RemoteCounter | null {
  return slot().counter;
}
