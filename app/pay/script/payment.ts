import type { Told } from "@/lib/checkout/face";
import { newsOf } from "@/lib/checkout/face";
import { confirmed } from "./confirmed";
import { createCountdown } from "./countdown";
import { follow } from "./follow";
import { pageUpdater } from "./page-updater";
import { part } from "./part";
import { returnToShop } from "./return-to-shop";
import { simulateOnPress } from "./simulate";
import { rememberWaiting } from "./waited";
import { wordsOf } from "./words";

/** Follows a pending payment and shows what becomes of it, and returns to the shop once it is paid. */
export function startPayment(root: HTMLElement) {
  const { payment: id = "" } = root.dataset;
  if (root.dataset.status === "pending") followPayment(root, id);
  returnToShop(root, id);
}

function followPayment(root: HTMLElement, id: string) {
  const update = pageUpdater(root, id, () => {
    countdown.show();
    if (root.dataset.status === "pending") return;
    following.stop();
    countdown.stop();
    tellTrouble(null);
    returnToShop(root, id);
  });
  const countdown = createCountdown(root, () => following.look());

  function take(told: Told) {
    countdown.setSeconds(told.expires_in_seconds);
    if (told.confirming) confirmed(root, told.confirming);
    if (newsOf(told) !== root.dataset.news) update();
  }

  function tellTrouble(kind: "offline" | "away" | null) {
    const box = part(root, "trouble");
    const text = kind ? (wordsOf(root)[kind] ?? "") : "";
    if (box && box.textContent !== text) box.textContent = text;
  }

  const following = follow(id, { take, onTrouble: tellTrouble, onGone: () => location.reload() });
  simulateOnPress(root, id, update);
  countdown.show();
  rememberWaiting(id);
  document.body.setAttribute("data-was-waiting", "");
}
