import { deadlineFrom, formatClock, secondsUntil, spokenMark } from "@/lib/customer/checkout/clock";
import { fillIn } from "@/lib/customer/checkout/fill-in";
import { focusHeading } from "./focus-heading";
import { part, wordsOf } from "./parts";
import { createSleepMeter } from "./stopwatch";

const TICK_MS = 250;
/** Delay after the deadline before the server is asked, so that its clock is past it too. */
const PAST_THE_END_MS = 300;

/**
 * Counts down by `performance.now()`, so that a device with a wrong clock shows the right time left. After the deadline
 * no one is asked to pay any more, whether the server can be reached or not.
 */
export function createCountdown(root: HTMLElement, onEnd: () => void) {
  const timer = () => root.querySelector<HTMLElement>("[role=timer]");
  let deadlineMs = deadlineFrom(null, performance.now(), Number(timer()?.dataset.left ?? 0));
  let shown = secondsUntil(deadlineMs, performance.now());
  const slept = createSleepMeter();

  function show() {
    const clock = timer();
    if (!clock) return;
    const seconds = secondsUntil(deadlineMs, performance.now());
    const { timeLeft = "", timeUp = "" } = wordsOf(root);
    if (seconds > 0) writeClock(clock, timeLeft, formatClock(seconds));
    else clock.textContent = timeUp;
    const mark = spokenMark(shown, seconds);
    if (mark) speak(mark / 60);
    if (seconds === 0 && shown > 0) setTimeout(onEnd, PAST_THE_END_MS);
    shown = seconds;
    setClosed(seconds === 0);
  }

  function countSleep() {
    const ms = slept();
    if (ms === 0) return;
    deadlineMs -= ms;
    onEnd();
  }

  /** Until the server's own words are here, the reader whose place is hidden is led to what the clock says. */
  function setClosed(closed: boolean) {
    const asks = part(root, "asks");
    const closing = part(root, "closing");
    if (!asks || !closing || closing.hidden === !closed) return;
    const { activeElement } = root.getRootNode() as Document | ShadowRoot;
    const leads = closed && asks.contains(activeElement);
    asks.hidden = closed;
    closing.hidden = !closed;
    const status = part(root, "status");
    if (status) status.hidden = closed;
    if (leads) focusHeading(closing.querySelector("h2"));
  }

  function speak(minutes: number) {
    const spoken = part(root, "spoken");
    if (spoken) spoken.textContent = fillIn(wordsOf(root).minutesLeft ?? "", { minutes });
  }

  const ticking = setInterval(() => {
    countSleep();
    show();
  }, TICK_MS);
  return {
    show,
    setSeconds(seconds: number) {
      deadlineMs = deadlineFrom(deadlineMs, performance.now(), seconds);
      show();
    },
    stop: () => clearInterval(ticking),
  };
}

function writeClock(clock: HTMLElement, sentence: string, time: string) {
  const figures = clock.querySelector("bdi");
  if (figures) {
    if (figures.textContent !== time) figures.textContent = time;
    return;
  }
  const [before = "", after = ""] = sentence.split("{time}");
  const isolated = document.createElement("bdi");
  isolated.className = "figures";
  isolated.textContent = time;
  clock.replaceChildren(before, isolated, after);
}
