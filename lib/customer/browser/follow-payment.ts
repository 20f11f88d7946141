import { newsOf, type Told } from "@/lib/customer/checkout/face";
import { POLL_BESIDE_STREAM_MS } from "@/lib/customer/checkout/pace";
import { call, isUnknown } from "./call";
import { createCountdown } from "./countdown";
import { openStream } from "./open-stream";
import { part, wordsOf } from "./parts";
import { poll } from "./poll";
import { showConfirmations } from "./show-confirmations";
import { createUpdater, type Shown } from "./updater";

type Payment<S> = {
  /** shows the payment, as the server's markup of it */
  root: HTMLElement;
  /** URL of the payment page */
  address: string;
  /** where the server answers with the payment as it is now: `address` and this */
  source: "/fragment" | "/window";
  onUpdate(shown: S): void;
  /** the payment no longer exists */
  onGone(): void;
};

/** Whether what `root` shows still changes: a pending payment, or one with a refund that is still to be paid. */
export const isOpen = ({ dataset }: HTMLElement) => dataset.status === "pending" || !!dataset.refunding;

/** Follows an open payment and shows what becomes of it, until nothing of it is open or it is stopped. */
export function followPayment<S extends Shown>({ root, address, source, onUpdate, onGone }: Payment<S>) {
  const updater = createUpdater<S>(root, `${address}${source}`, (shown) => {
    countdown.show();
    if (!isOpen(root)) {
      following.stop();
      countdown.stop();
      showTrouble(root, null);
    }
    onUpdate(shown);
  });
  const countdown = createCountdown(root, () => following.ask());

  function take(told: Told) {
    // no payment that has ended has seconds left, but the time is up only where it has expired
    if (told.status === "pending" || told.status === "expired") countdown.setSeconds(told.expires_in_seconds);
    if (told.confirming) showConfirmations(root, told.confirming);
    if (newsOf(told) !== root.dataset.news) updater.update();
  }

  const following = follow(address, {
    take,
    onTrouble: (kind) => showTrouble(root, kind),
    onGone,
    isSlow: () => root.dataset.status !== "pending",
  });
  countdown.show();
  return {
    update: updater.update,
    stop() {
      following.stop();
      countdown.stop();
      updater.stop();
    },
  };
}

type Listener = {
  take(told: Told): void;
  /** null once the server is reached again */
  onTrouble(kind: "offline" | "away" | null): void;
  /** the payment no longer exists */
  onGone(): void;
  /** changes come days apart, as those of a refund */
  isSlow(): boolean;
};

/**
 * Follows a payment until stopped: by the server's stream, or by polling without one. Only failed polls are
 * reported as trouble, since polling works without a stream. `address`: the URL of the payment page.
 */
function follow(address: string, { take, onTrouble, onGone, isSlow }: Listener) {
  const end = new AbortController();
  let streaming = false;

  const polling = poll(
    (signal) => call<Told>(`${address}/progress`, { signal }),
    (answer) => {
      if (answer.ok) {
        onTrouble(null);
        take(answer.body);
        return;
      }
      const { kind } = answer.trouble;
      if (isUnknown(answer.trouble)) onGone();
      else if (!streaming) onTrouble(kind === "offline" ? "offline" : "away");
      // the open stream may be dead, so it is reopened
      else if (kind !== "limited") stream.renew();
    },
    { everyMs: () => (streaming || isSlow() ? POLL_BESIDE_STREAM_MS : undefined) },
  );

  const stream = openStream(`${address}/events`, {
    onOpen: (open) => {
      const lost = streaming && !open;
      streaming = open;
      if (open) onTrouble(null);
      if (lost) polling.ask();
    },
    onState: take,
  });

  window.addEventListener("offline", () => onTrouble("offline"), { signal: end.signal });

  return {
    ask: polling.ask,
    stop() {
      end.abort();
      polling.stop();
      stream.stop();
    },
  };
}

/** Says that the server can't be reached, in the words that `root` was given; null: it can again. */
export function showTrouble(root: HTMLElement, kind: "offline" | "away" | null) {
  const box = part(root, "trouble");
  const text = kind ? (wordsOf(root)[kind] ?? "") : "";
  if (box && box.textContent !== text) box.textContent = text;
}
