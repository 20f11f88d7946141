import { processMetrics, setClusterMetrics } from "@/lib/base/process/metrics";
import { setRemoteCounter } from "@/lib/service/api/limits/remote-counter";
import { onWake } from "@/lib/service/api/wake";
import { answerCalls, callsTo, type Pipe } from "@/lib/service/server/ipc";

/** Connects a worker to its primary, which wakes the background jobs, counts shared limits and collects metrics. */
export function joinPrimary(): { ready(): void } {
  const primary = process as Pipe;
  const call = callsTo(primary);
  process.on("disconnect", () => process.exit(1));
  answerCalls(primary, { metrics: processMetrics });
  onWake(() => void call("wake").catch(() => undefined));
  setRemoteCounter((name, key, limit, windowMs) => call("count", { name, key, limit, windowMs }));
  setClusterMetrics(() => call<string>("metrics"));
  return { ready: () => void call("ready").catch(() => undefined) };
}
