import { isUnknown } from "@/lib/customer/browser/call";
import { followPayment, showTrouble } from "@/lib/customer/browser/follow-payment";
import { poll } from "@/lib/customer/browser/poll";
import { getShown, type Shown, showTree } from "@/lib/customer/browser/updater";
import type { TillEnvironment } from "./checkout";

/** What the service answers the window. */
export type Payment = Shown & {
  /** amount and shop, for the window's name */
  title: string;
  environment: TillEnvironment;
  amount_usdt: number;
  status: "pending" | "paid" | "expired" | "cancelled";
};

type Listener = {
  /** the first answer; false: it isn't shown */
  accepts(payment: Payment): boolean;
  /** after each answer that is shown */
  onShown(payment: Payment): void;
  /** the service doesn't know the payment, and is asked no more */
  onUnknown(): void;
};

/**
 * Shows a payment in `root` and follows it until it has ended or is stopped. `address`: the URL of the payment page.
 */
export function showPayment(root: HTMLElement, address: string, { accepts, onShown, onUnknown }: Listener) {
  const source = "/window";
  let following: { stop(): void } | null = null;

  const asking = poll(
    (signal) => getShown<Payment>(`${address}${source}`, root, signal),
    (answer) => {
      if (!answer.ok) {
        const { trouble } = answer;
        if (!isUnknown(trouble)) return showTrouble(root, trouble.kind === "offline" ? "offline" : "away");
        asking.stop();
        return onUnknown();
      }
      const { body } = answer;
      if (!accepts(body)) return asking.stop();
      try {
        showTree(root, body);
      } catch (error) {
        // something that isn't allowed; asked again, since what is shown is of no use yet
        console.error(error);
        return showTrouble(root, "away");
      }
      asking.stop();
      showTrouble(root, null);
      if (body.status === "pending") {
        following = followPayment<Payment>({ root, address, source, onUpdate: onShown, onGone: onUnknown });
      }
      onShown(body);
    },
    { now: true },
  );

  return {
    stop() {
      asking.stop();
      following?.stop();
    },
  };
}
