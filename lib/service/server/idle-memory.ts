import { performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const CHECK_EVERY_MS = 10_000;
/**
 * From Node 22 on. Of an ordinary collection, Node 24 keeps the pages of young objects, about 130 MB; earlier versions
 * of V8 take options for a lesser collection.
 */
const EVERYTHING = { type: "major", execution: "sync", flavor: "last-resort" };
const V8_MAJOR = Number.parseInt(process.versions.v8, 10);
/** With less of the time at work, a collection's pause of about 50 ms delays next to nothing. */
const QUIET_SHARE = 0.25;
/** A heap that has grown less since it was last collected isn't worth the pause. */
const WORTHWHILE_GROWTH = 1.5;
/** A collection that leaves more than this share has nothing more to give. */
const ALL_GIVEN_SHARE = 0.9;

/**
 * Gives memory back to the machine after a burst of work: V8 keeps the pages that its heap has grown to for as long as
 * the process is quiet. Checks every `everyMs` and collects in quiet moments until nothing more is given back. Returns
 * what ends it.
 */
export function giveMemoryBack(everyMs = CHECK_EVERY_MS): () => void {
  setFlagsFromString("--expose-gc");
  const gc: (options?: object) => void = runInNewContext("gc");
  const collect = () => (V8_MAJOR < 12 ? gc() : gc(EVERYTHING));
  let worked = performance.eventLoopUtilization();
  let kept = 0;
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, worked);
    worked = now;
    const held = process.memoryUsage().heapTotal;
    if (utilization > QUIET_SHARE || held < kept * WORTHWHILE_GROWTH) return;
    collect();
    const left = process.memoryUsage().heapTotal;
    // what one collection leaves to finalizers, the next gives back
    kept = left > held * ALL_GIVEN_SHARE ? left : 0;
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
