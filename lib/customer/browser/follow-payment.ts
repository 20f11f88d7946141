import { newsOf, type Told } from "@/lib/customer/checkout/face";
import { confirmed } from "./confirmed";
import { createCountdown } from "./countdown";
import { follow } from "./follow";
import { part } from "./part";
import { createUpdater, type Shown } from "./updater";
import { wordsOf } from "./words-of";

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

/** Follows a pending payment and shows what becomes of it, until it has ended or is stopped. */
export function followPayment<S extends Shown>({ root, address, source, onUpdate, onGone }: Payment<S>) {
  const updater = createUpdater<S>(root, `${address}${source}`, (shown) => {
    countdown.show();
    if (root.dataset.status !== "pending") {
      following.stop();
      countdown.stop();
      tellTrouble(root, null);
    }
    onUpdate(shown);
  });
  const countdown = createCountdown(root, () => following.look());

  function take(told: Told) {
    // no payment that has ended has seconds left, but the time is up only where it has expired
    if (told.status === "pending" || told.status === "expired") countdown.setSeconds(told.expires_in_seconds);
    if (told.confirming) confirmed(root, told.confirming);
    if (newsOf(told) !== root.dataset.news) updater.update();
  }

  const following = follow(address, { take, onTrouble: (kind) => tellTrouble(root, kind), onGone });
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

/** Says that the server can't be reached, in the words that `root` was given; null: it can again. */
export function tellTrouble(root: HTMLElement, kind: "offline" | "away" | null) {
  const box = part(root, "trouble");
  const text = kind ? (wordsOf(root)[kind] ?? "") : "";
  if (box && box.textContent !== text) box.textContent = text;
}
