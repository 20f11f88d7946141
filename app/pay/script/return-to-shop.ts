import { part, wordsOf } from "@/lib/customer/browser/parts";
import { fillIn } from "@/lib/customer/checkout/fill-in";
import { takeWaiting } from "./waited";

const SECONDS = 8;

/**
 * Returns to the shop automatically, once, after a payment this tab waited for. The countdown pauses while the tab is
 * hidden. A press of any link or button ends it, as do entering an address for the receipt and leaving the page.
 */
export function returnToShop(root: HTMLElement, id: string) {
  const box = part(root, "return");
  const href = box?.dataset.return;
  if (root.dataset.status !== "paid" || !box || !href || !takeWaiting(id)) return;
  const { inSeconds = "" } = wordsOf(root);
  const shown = box.querySelector("[data-seconds]");
  let left = SECONDS;
  const show = () => {
    if (shown) shown.textContent = fillIn(inSeconds, { seconds: left });
  };
  const timer = setInterval(() => {
    if (document.hidden) return;
    left -= 1;
    show();
    if (left > 0) return;
    clearInterval(timer);
    location.assign(href);
  }, 1_000);
  const stay = () => {
    clearInterval(timer);
    // kept, since news of the payment would put it back
    box.hidden = true;
  };
  // a press that leads elsewhere isn't overtaken
  root.addEventListener("click", ({ target }) => (target as Element).closest("a, button") && stay());
  for (const used of root.querySelectorAll("[data-stays]")) used.addEventListener("focusin", stay);
  // a browser may keep the page as it was left, timers included
  window.addEventListener("pagehide", stay, { once: true });
  show();
  box.hidden = false;
}
