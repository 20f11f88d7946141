import { groupDigits } from "@/lib/money";

type Change = { words: string; direction: "up" | "down" | "level" };

/** How a figure stands against the one before: `+12 %`, `−3 %`, `no change`; null when there was nothing before. */
export function changeOf(now: bigint, before: bigint): Change | null {
  if (before === 0n) return null;
  const difference = now - before;
  if (difference === 0n) return { words: "no change", direction: "level" };
  const up = difference > 0n;
  const percent = ((up ? difference : -difference) * 1_000n) / before;
  const shown =
    percent < 10n ? "under 1" : percent < 1_000n ? String((percent + 5n) / 10n) : withCommas((percent + 5n) / 10n);
  return { words: `${up ? "+" : "\u2212"}${shown}\u00a0%`, direction: up ? "up" : "down" };
}

/** Points by which a share of hundred moved: `+2 points`. */
export function pointsOf(now: number, before: number): Change {
  const points = now - before;
  if (points === 0) return { words: "no change", direction: "level" };
  const size = Math.abs(points);
  return {
    words: `${points > 0 ? "+" : "\u2212"}${size}\u00a0${size === 1 ? "point" : "points"}`,
    direction: points > 0 ? "up" : "down",
  };
}

/** Whole per cent of what ended that was paid; null when nothing ended. */
export function successPercent(totals: { paid: bigint; expired: bigint; cancelled: bigint }): number | null {
  const ended = totals.paid + totals.expired + totals.cancelled;
  return ended === 0n ? null : Number((totals.paid * 100n + ended / 2n) / ended);
}

/** `48 s`, `2 min 10 s`, `1 h 5 min`. */
export function durationWords(seconds: number): string {
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
