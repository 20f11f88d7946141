import { shownStatus } from "@/components/checkout/shown-status";
import { Amount } from "@/components/ui/amount";
import { buttonClass } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Ledger, LedgerLine } from "@/components/ui/ledger";
import { Qr } from "@/components/ui/qr";
import type { Checkout } from "@/lib/intents/get-checkout";

/** What a waiting payment asks of the customer: scan, or open the wallet on this device. */
export function RequestPaper({ checkout }: { checkout: Checkout }) {
  return (
    <div className="flex flex-col items-center gap-5 px-6 pt-7 pb-6">
      {shownStatus(checkout) === "partly" && <Missing checkout={checkout} />}
      <Qr value={checkout.checkoutUri} title={`QR code of this payment of ${checkout.amount} USDT`} />
      <a href={checkout.checkoutUri} rel="noreferrer" className={buttonClass({}, "w-full")}>
        Open in your wallet
      </a>
      <div className="flex flex-col items-center gap-1 text-center text-14 text-ink-2">
        <p>Scan the code, or open your wallet on this device. This page turns green by itself.</p>
        <CopyButton text={checkout.checkoutUri} name="the payment link">
          Copy the payment link
        </CopyButton>
      </div>
    </div>
  );
}

function Missing({ checkout }: { checkout: Checkout }) {
  return (
    <section aria-label="Partly received" className="w-full rounded-till bg-amber-wash px-4 py-4">
      <Ledger>
        <LedgerLine name="Asked for">
          <Amount value={checkout.amount} />
        </LedgerLine>
        <LedgerLine name="Received">
          <Amount value={checkout.received ?? "0.00"} />
        </LedgerLine>
        <LedgerLine name="Still missing" strong>
          <Amount value={checkout.missing ?? "0.00"} />
        </LedgerLine>
      </Ledger>
      <p className="mt-3 text-14 text-ink-2">Pay what is missing before the time runs out. Nothing received is lost.</p>
    </section>
  );
}
