import { formatClock } from "@/lib/customer/checkout/clock";

/** The time left, on the keypad. Not announced to screen readers, since it changes every second. */
export function Countdown({ seconds }: { seconds: number }) {
  return (
    <p role="timer" className="text-16 text-ink-2">
      {seconds > 0 ? (
        <span>
          <bdi translate="no" className="figures">
            {formatClock(seconds)}
          </bdi>{" "}
          left
        </span>
      ) : (
        <span>Time's up</span>
      )}
    </p>
  );
}
