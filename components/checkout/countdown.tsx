/** `1781` → `29:41`, `5400` → `1:30:00`. */
export function formatClock(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = two(seconds % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

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
