import { buttonClass } from "@/components/ui/button";
import { fillIn } from "@/lib/customer/checkout/fill-in";
import { directionOf } from "@/lib/customer/checkout/locales";
import { BackToShop } from "./back-to-shop";
import { ReceiptEmail } from "./receipt-email";
import { ShareReceipt } from "./share-receipt";
import type { View } from "./view";

/**
 * The links back to the shop and to the printable receipt, and what sends it. After a payment that this tab waited for,
 * the page's script returns automatically, and says so here; not while there may be an address to leave, or a refund to
 * follow.
 */
export function AfterPaid({ view }: { view: View }) {
  const { checkout, words, back, locale } = view;
  return (
    <>
      {back && (
        <div className="flex flex-col gap-1 print:hidden">
          <BackToShop view={view} back={back} look="primary" />
          {!checkout.takesRefundAddress && checkout.refunds.length === 0 && (
            <div
              data-part="return"
              data-kept=""
              data-return={back.href}
              hidden
              className="flex flex-wrap items-center justify-between gap-x-3"
            >
              <p className="text-14 text-ink-2">
                <span role="status">{fillIn(words.returning, { host: back.host }, directionOf(locale) === "rtl")}</span>{" "}
                <span data-seconds aria-hidden="true" />
              </p>
              <button type="button" className="min-h-11 text-14 font-medium underline underline-offset-4">
                {words.stay}
              </button>
            </div>
          )}
        </div>
      )}
      <ReceiptLink view={view} />
      <ShareReceipt view={view} />
      <ReceiptEmail view={view} />
    </>
  );
}

/** The link to the printable receipt. */
export function ReceiptLink({ view: { checkout, words } }: { view: View }) {
  return (
    <a href={`/pay/${checkout.id}/receipt`} className={buttonClass({ look: "secondary" }, "w-full")}>
      {words.openReceipt}
    </a>
  );
}
