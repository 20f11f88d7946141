import { formatClock } from "@/lib/checkout/clock";

const ENGLISH = { timeLeft: "{time} left", timeUp: "Time's up" };

/** The time left. Not announced to screen readers, since it changes every second. */
export function Countdown({ seconds, words = ENGLISH }: { seconds: number; words?: typeof ENGLISH }) {
  const [before, after] = words.timeLeft.split("{time}");
  return (
    <p role="timer" className="text-16 text-ink-2">
      {seconds > 0 ? (
        <>
          {before}
          <bdi className="figures">{formatClock(seconds)}</bdi>
          {after}
        </>
      ) : (
        words.timeUp
      )}
    </p>
  );
}
