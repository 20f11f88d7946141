import type { ReactNode } from "react";
import { SEGMENT, SEGMENTS } from "@/components/ui/segment-look";
import { AddressWay } from "./address-way";
import { LinkWay } from "./link-way";
import { faceOf } from "./shown-status";
import { Sums } from "./sums";
import type { View } from "./view";

/** How to pay a pending payment. `confirmations` are those of the part that has been sent already. */
export function RequestPaper({ view, confirmations }: { view: View; confirmations: ReactNode }) {
  const { checkout } = view;
  return (
    <div className="flex flex-col gap-5 px-5 pt-6 pb-5 sm:px-6">
      {faceOf(checkout) === "partly" && <Missing view={view} confirmations={confirmations} />}
      <Ways view={view} />
    </div>
  );
}

function Missing({ view, confirmations }: { view: View; confirmations: ReactNode }) {
  const { checkout, words } = view;
  return (
    <section
      aria-label={words.partiallyPaid}
      className="flex w-full flex-col gap-3 rounded-till bg-amber-wash px-4 py-4"
    >
      <Sums view={view} />
      {checkout.confirming && confirmations}
      <p className="text-14 text-ink-2">{checkout.receiveAddress ? words.sendRemaining : words.remainingHint}</p>
    </section>
  );
}

function Ways({ view }: { view: View }) {
  const { checkout, words, linkShown } = view;
  if (checkout.receiveAddress === null) return <LinkWay view={view} />;
  if (linkShown) return <TwoWays view={view} />;
  return (
    <section aria-label={words.anyWallet} className="flex flex-col gap-5">
      <WayHeading>{words.anyWallet}</WayHeading>
      <AddressWay view={view} />
    </section>
  );
}

/**
 * The address comes first: every wallet can pay to it, while hardly any opens the payment link. Radio buttons and CSS keep
 * the choice across refreshes. Without JavaScript, the link is a button below the address, without a second QR code that
 * could be scanned by mistake.
 */
function TwoWays({ view }: { view: View }) {
  const { words } = view;
  return (
    <div className="group/ways flex flex-col gap-5">
      <fieldset className={`grid grid-cols-2 noscript:hidden ${SEGMENTS}`}>
        <legend className="sr-only">{words.ways}</legend>
        <label className={SEGMENT}>
          <input type="radio" name="way" id="way-address" defaultChecked className="sr-only" />
          {words.anyWallet}
        </label>
        <label className={SEGMENT}>
          <input type="radio" name="way" id="way-link" className="sr-only" />
          {words.walletApp}
        </label>
      </fieldset>
      <section
        aria-label={words.anyWallet}
        className="hidden group-has-[#way-address:checked]/ways:block noscript:block"
      >
        <div className="hidden pb-5 noscript:block">
          <WayHeading>{words.anyWallet}</WayHeading>
        </div>
        <AddressWay view={view} />
      </section>
      <section
        aria-label={words.walletApp}
        className="hidden group-has-[#way-link:checked]/ways:block noscript:block noscript:border-t noscript:border-dashed noscript:pt-5"
      >
        <div className="hidden pb-5 noscript:block">
          <WayHeading>{words.walletApp}</WayHeading>
        </div>
        <LinkWay view={view} hint={words.linkHint} codeClass="noscript:hidden" />
      </section>
    </div>
  );
}

function WayHeading({ children }: { children: ReactNode }) {
  return <h2 className="text-center text-16 font-semibold">{children}</h2>;
}
