const DAY_MS = 86_400_000;

/** As many days directly before a span of days, both ends included. Pure. */
export function periodBefore({ from, to }: { from: string; to: string }): { from: string; to: string } {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  return { from: dayOf(first - (last - first) - DAY_MS), to: dayOf(first - DAY_MS) };
}

/** The change in whole percent, rounded half away from zero; null without anything to compare with. Pure. */
export function changePercent(micros: bigint, beforeMicros: bigint): number | null {
  return beforeMicros === 0n ? null : Math.round((Number(micros - beforeMicros) / Number(beforeMicros)) * 100);
}
