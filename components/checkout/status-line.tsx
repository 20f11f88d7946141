import { shownStatus } from "@/components/checkout/shown-status";
import { type ShownStatus, StatusMark } from "@/components/ui/status-mark";
import type { Checkout } from "@/lib/intents/get-checkout";

const COLOURS: Record<ShownStatus, string> = {
  pending: "text-amber-ink",
  partly: "text-amber-ink",
  paid: "text-white",
  expired: "text-brick",
  cancelled: "text-ink-2",
};

/** The status as shape and words, said aloud when it changes. */
export function StatusLine({ checkout }: { checkout: Checkout }) {
  const status = shownStatus(checkout);
  return (
    <p role="status" className={`flex items-center gap-2 text-16 font-medium ${COLOURS[status]}`}>
      <StatusMark status={status} className="size-5" />
      {wordsOf(status, checkout)}
    </p>
  );
}

function wordsOf(status: ShownStatus, checkout: Checkout) {
  switch (status) {
    case "pending":
      return "Waiting for your payment";
    case "partly":
      return `Received ${checkout.received} of ${checkout.amount}\u00a0USDT`;
    case "paid":
      return "Paid";
    case "expired":
      return "Expired";
    case "cancelled":
      return "Cancelled";
  }
}
