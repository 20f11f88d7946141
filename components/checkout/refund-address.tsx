import { buttonClass } from "@/components/ui/button";
import { Ledger, LedgerLine } from "@/components/ui/ledger";
import { REFUND_ADDRESS_LENGTH, type RefundAddressProblem } from "@/lib/customer/checkout/refund-address";
import type { CheckoutWords } from "@/lib/customer/checkout/words/checkout-words";
import { AddressText } from "./address-text";
import { LocalTime } from "./time";
import type { View } from "./view";

/** Once a payment has ended with money to give back: where the customer would like a refund to go. */
export function RefundAddress({ view }: { view: View }) {
  const { checkout, words } = view;
  return (
    <section aria-labelledby="refund" className="flex flex-col gap-3 rounded-till border p-5 print:hidden">
      <h2 id="refund" className="text-16 font-semibold">
        {words.refundAddress}
      </h2>
      {checkout.refundAddress ? (
        <LeftAddress view={view} text={words.refundNext} />
      ) : (
        <RefundForm view={view} text={words.refundText} />
      )}
    </section>
  );
}

/** The address that the customer left, with what happens next. */
export function LeftAddress({ view, text }: { view: View; text: string }) {
  const { words, checkout } = view;
  const left = checkout.refundAddress;
  if (!left) return null;
  return (
    <>
      <RefundProblem view={view} />
      <AddressText value={left.address} />
      <Ledger>
        <LedgerLine name={words.refundSaved}>
          <LocalTime iso={left.at} locale={view.locale} />
        </LedgerLine>
      </Ledger>
      <p className="text-14 text-ink-2">{text}</p>
    </>
  );
}

/** Works without a script. */
export function RefundForm({ view, text }: { view: View; text?: string }) {
  const { checkout, words, refused } = view;
  return (
    <form method="post" action={`/pay/${checkout.id}/refund-address`} className="flex flex-col gap-3 text-14">
      {text && <p>{text}</p>}
      <label htmlFor="refund-address" className="font-medium">
        {words.refundWallet}
      </label>
      <input
        id="refund-address"
        name="address"
        defaultValue={refused?.typed}
        required
        maxLength={REFUND_ADDRESS_LENGTH}
        dir="ltr"
        autoComplete="off"
        spellCheck="false"
        aria-describedby={refused ? "refund-problem refund-hint" : "refund-hint"}
        aria-invalid={refused ? true : undefined}
        className={`figures min-h-11 w-full rounded-till border bg-card px-4 text-16 ${refused ? "border-brick" : "border-ink/60"}`}
      />
      <RefundProblem view={view} />
      <p id="refund-hint" className="text-ink-2">
        {words.refundHint}
      </p>
      <button type="submit" className={buttonClass({ look: "secondary" }, "w-full")}>
        {words.refundSave}
      </button>
    </form>
  );
}

/** Why what was typed wasn't saved. */
export function RefundProblem({ view: { refused, words } }: { view: View }) {
  const name = refused && SENTENCES[refused.problem];
  if (!name) return null;
  return (
    <p id="refund-problem" role="alert" className="text-14 text-brick">
      {words[name]}
    </p>
  );
}

/** `closed` needs none: without money to give back there is no form, and the page says how the payment stands. */
const SENTENCES: Record<RefundAddressProblem, keyof CheckoutWords | null> = {
  invalid: "refundInvalid",
  lost: "refundLost",
  own: "refundOwn",
  taken: "refundTaken",
  limited: "refundLimited",
  crossSite: "refundCrossSite",
  closed: null,
};
