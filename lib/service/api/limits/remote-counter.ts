import { processWide } from "@/lib/base/process/process-wide";
import type { LimitState } from "@/lib/service/api/limits/counters";

export type RemoteCounter = (name: string, key: string, limit: number, windowMs: number) => Promise<LimitState>;

const slot = () => processWide("limits.remote", () => ({ counter: null as RemoteCounter | null }));

/** Makes this worker count in its primary process. */
export function setRemoteCounter(counter: RemoteCounter): void {
  slot().counter = counter;
}

/** Null in a process that counts alone. */
export function remoteCounter(): RemoteCounter | null {
  return slot().counter;
}
