import { processWide } from "@/lib/base/process/process-wide";
import { DomainError } from "@/lib/base/values/errors";

/** Of one person in one process: reports and exports that are made or downloaded at the same moment. */
export const HEAVY_READS_AT_ONCE = 4;
const RETRY_SECONDS = 10;

/**
 * Counts a report or export of a person until the function that it returns is called, which may happen more than once.
 * Error: `rate_limited` if so many of theirs are under way already.
 */
export function beginHeavyRead(who: string): () => void {
  const underWay = processWide("pacing.heavyReads", () => new Map<string, number>());
  const count = underWay.get(who) ?? 0;
  if (count >= HEAVY_READS_AT_ONCE) {
    throw new DomainError(
      "rate_limited",
      `You have ${HEAVY_READS_AT_ONCE} reports or exports under way, the most at a time. Wait until one has finished, then try again.`,
      { retryAfterSeconds: RETRY_SECONDS },
    );
  }
  underWay.set(who, count + 1);
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    const others = (underWay.get(who) ?? 1) - 1;
    if (others > 0) underWay.set(who, others);
    else underWay.delete(who);
  };
}
