import type { ReactNode } from "react";
import { Amount } from "@/components/ui/amount";
import { buttonClass } from "@/components/ui/button";
import { Ledger, LedgerLine } from "@/components/ui/ledger";
import type { Face } from "@/lib/customer/checkout/face";
import { BackToShop, StartAgain } from "./back-to-shop";
import { Contact } from "./contact";
import { LongLine } from "./long-line";
import { ReloadLink } from "./reload-link";
import { uncountedLabels } from "./uncounted-labels";
import type { View } from "./view";

type Ending = Extract<Face, "closing" | "expired" | "cancelled">;

type Props = { view: View; ending: Ending; timeOf(iso: string): ReactNode };

/** A payment that expired, was cancelled or is past its deadline: what happened and what to do. */
export function EndedPaper({ view, ending, timeOf }: Props) {
  const { checkout, words, back } = view;
  const { title, text, next } = endingText(ending, view);
  const startsAgain = ending === "expired" && mayStartAgain(view);
  return (
    <section aria-label={words[ending]} className="px-6 pt-8 pb-6">
      <h2 className="text-20 font-semibold">{title}</h2>
      <p className="mt-2 text-16">{text}</p>
      <p className="mt-2 text-16 text-ink-2">{next}</p>
      {checkout.followUp && !checkout.followUp.isPaid && (
        <a
          href={checkout.followUp.url}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ look: "primary" }, "mt-4 w-full text-center")}
        >
          {words.payRemaining}
        </a>
      )}
      {ending === "closing" && (
        <p className="mt-2 text-14 text-ink-2">
          <ReloadLink view={view} />
        </p>
      )}
      <div className="my-5 border-t border-dashed border-ink-2/60" />
      <Ledger>
        {checkout.received !== null && (
          <LedgerLine name={words.received} strong>
            <Amount value={checkout.received} />
          </LedgerLine>
        )}
        {checkout.uncounted !== null && (
          <LedgerLine name={uncountedLabels(view).name} strong>
            <Amount value={checkout.uncounted} />
          </LedgerLine>
        )}
        {ending === "expired" && checkout.missing !== null && (
          <LedgerLine name={words.remaining} strong>
            <Amount value={checkout.missing} />
          </LedgerLine>
        )}
        {checkout.endedAt !== null && <LedgerLine name={words[ending]}>{timeOf(checkout.endedAt)}</LedgerLine>}
      </Ledger>
      <LongLine name={words.payment} value={checkout.id} />
      {checkout.uncounted !== null && !checkout.refundsBeyondDue && (
        <p className="mt-4 text-14">{uncountedLabels(view).text}</p>
      )}
      {back && startsAgain && (
        <div className="mt-6">
          <StartAgain view={view} back={back} />
        </div>
      )}
      <Contact view={view} />
      {back && !startsAgain && ending !== "closing" && (
        <div className="mt-6">
          <BackToShop view={view} back={back} look="secondary" />
        </div>
      )}
    </section>
  );
}

/** Customers whose money arrived, here or in an earlier part, contact the shop instead, or they would pay twice. */
function mayStartAgain({ checkout: { received, uncounted, isForRemaining }, back }: View): boolean {
  return back !== null && received === null && uncounted === null && !isForRemaining;
}

function endingText(ending: Ending, view: View) {
  const { words } = view;
  switch (ending) {
    case "closing":
      return { title: words.timeUp, text: words.closingText, next: words.closingNext };
    case "expired":
      return {
        title: view.checkout.price ? words.priceExpired : words.expiredTitle,
        text: words.expiredHint,
        next: expiredNext(view),
      };
    case "cancelled":
      return { title: words.cancelledTitle, text: words.cancelledHint, next: words.cancelledNext };
  }
}

function expiredNext(view: View): string {
  const { checkout, words } = view;
  if (checkout.followUp) return words.remainingRequested;
  if (checkout.missing !== null) return words.expiredPartly;
  if (checkout.price) return mayStartAgain(view) ? words.priceAgain : words.priceNext;
  return mayStartAgain(view) ? words.expiredAgain : words.expiredNext;
}
