import { followPayment, isOpen } from "@/lib/customer/browser/follow-payment";
import type { Shown } from "@/lib/customer/browser/updater";
import { returnToShop } from "./return-to-shop";
import { simulateOnPress } from "./simulate";
import { correctTimeLeft } from "./time-left";
import { rememberWaiting } from "./waited";

/** Follows an open payment and shows what becomes of it, and returns to the shop once it is paid. */
export function startPayment(root: HTMLElement) {
  const { payment: id = "" } = root.dataset;
  if (isOpen(root)) follow(root, id);
  returnToShop(root, id);
}

function follow(root: HTMLElement, id: string) {
  correctTimeLeft(root, id);
  const { update } = followPayment<Shown & { title: string }>({
    root,
    address: `/pay/${encodeURIComponent(id)}`,
    source: "/fragment",
    onUpdate({ title }) {
      document.title = title;
      if (root.dataset.status !== "pending") returnToShop(root, id);
    },
    onGone: () => location.reload(),
  });
  simulateOnPress(root, id, update);
  if (root.dataset.status !== "pending") return;
  rememberWaiting(id);
  document.body.setAttribute("data-was-waiting", "");
}
