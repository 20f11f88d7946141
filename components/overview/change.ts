import { groupDigits } from "@/lib/base/values/money";
import { overviewMessages } from "@/lib/service/messages/en/overview";

const { change } = overviewMessages;

type Change = { words: string; direction: "up" | "down" | "level" };

/** The change of a figure against the one before: `+12%`, `−3%`, `No change`; null when there was nothing before. */
export function changeOf(now: bigint, before: bigint): Change | null {
  if (before === 0n) return null;
  const difference = now - before;
  if (difference === 0n) return { words: change.none, direction: "level" };
  const up = difference > 0n;
  const percent = ((up ? difference : -difference) * 1_000n) / before;
  const shown =
    percent < 10n ? "<1" : percent < 1_000n ? String((percent + 5n) / 10n) : withCommas((percent + 5n) / 10n);
  return { words: change.percent(up ? "+" : "\u2212", shown), direction: up ? "up" : "down" };
}

/** The change of a percentage in points: `+2 points`. */
export function pointsOf(now: number, before: number): Change {
  const points = now - before;
  if (points === 0) return { words: change.none, direction: "level" };
  const size = Math.abs(points);
  return {
    words: change.points(points > 0 ? "+" : "\u2212", size),
    direction: points > 0 ? "up" : "down",
  };
}

/** The share of ended payments that were paid, in whole percent; null when none ended. */
export function completionPercent(totals: { paid: bigint; expired: bigint; cancelled: bigint }): number | null {
  const ended = totals.paid + totals.expired + totals.cancelled;
  return ended === 0n ? null : Number((totals.paid * 100n + ended / 2n) / ended);
}

/** `48 s`, `2 min 10 s`, `1 h 5 min`. */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole}\u00a0s`;
  const [big, small, unit] =
    whole < 3_600
      ? [Math.floor(whole / 60), whole % 60, ["min", "s"]]
      : [Math.floor(whole / 3_600), Math.floor((whole % 3_600) / 60), ["h", "min"]];
  return `${big}\u00a0${unit[0]}${small === 0 ? "" : ` ${small}\u00a0${unit[1]}`}`;
}

export function withCommas(value: bigint | number): string {
  return groupDigits(String(value));
}
