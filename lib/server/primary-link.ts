import { setRemoteCounter } from "@/lib/api/limits/remote";
import type { LimitState } from "@/lib/api/limits/window";
import { onWake } from "@/lib/api/wake";

export type ToPrimary =
  | { till: "ready" }
  | { till: "wake" }
  | { till: "count"; call: number; limit: number; windowMs: number; name: string; key: string };
export type ToWorker = { till: "counted"; call: number; state: LimitState };

const COUNT_MS = 1_000;

/** Ties a worker to its primary: wakes the timed work there, and counts rare calls there so that all workers share a limit. */
export function joinPrimary(): { ready(): void } {
  const tell = (message: ToPrimary) => process.send?.(message);
  const waiting = new Map<number, (state: LimitState) => void>();
  let calls = 0;
  process.on("message", (message: ToWorker) => {
    if (message.till !== "counted") return;
    waiting.get(message.call)?.(message.state);
    waiting.delete(message.call);
  });
  process.on("disconnect", () => process.exit(1));
  onWake(() => tell({ till: "wake" }));
  setRemoteCounter((name, key, limit, windowMs) => {
    const call = ++calls;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(call);
        reject(new Error("the primary process did not count in time"));
      }, COUNT_MS);
      waiting.set(call, (state) => {
        clearTimeout(timer);
        resolve(state);
      });
      tell({ till: "count", call, name, key, limit, windowMs });
    });
  });
  return { ready: () => tell({ till: "ready" }) };
}
