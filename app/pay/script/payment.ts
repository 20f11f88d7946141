import { call } from "@/lib/customer/browser/call";
import { followPayment, isOpen } from "@/lib/customer/browser/follow-payment";
import type { Shown } from "@/lib/customer/browser/updater";
import { newsOf, type Told } from "@/lib/customer/checkout/face";
import { returnToShop } from "./return-to-shop";
import { simulateOnPress } from "./simulate";
import { correctTimeLeft } from "./time-left";
import { rememberWaiting } from "./waited";

/** Follows an open payment and shows what becomes of it, and returns to the shop once it is paid. */
export function startPayment(root: HTMLElement) {
  const { payment: id = "" } = root.dataset;
  const address = `/pay/${encodeURIComponent(id)}`;
  let following = isOpen(root);
  const start = () =>
    follow(root, {
      id,
      address,
      onUpdate() {
        following = isOpen(root);
      },
    });

  // a refund can begin long after the end: a customer who comes back to the page sees it
  async function lookAgain() {
    if (following || document.hidden) return;
    following = true;
    const answer = await call<Told>(`${address}/progress`);
    following = answer.ok && newsOf(answer.body) !== root.dataset.news;
    if (following) start();
  }

  if (following) start();
  document.addEventListener("visibilitychange", lookAgain);
  returnToShop(root, id);
}

type Followed = { id: string; address: string; onUpdate(): void };

function follow(root: HTMLElement, { id, address, onUpdate }: Followed) {
  correctTimeLeft(root, id);
  const { update } = followPayment<Shown & { title: string }>({
    root,
    address,
    source: "/fragment",
    onUpdate({ title }) {
      document.title = title;
      onUpdate();
      if (root.dataset.status !== "pending") returnToShop(root, id);
    },
    onGone: () => location.reload(),
  });
  simulateOnPress(root, id, update);
  if (root.dataset.status !== "pending") return;
  rememberWaiting(id);
  document.body.setAttribute("data-was-waiting", "");
}
