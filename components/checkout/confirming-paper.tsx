import { Confirmations } from "./confirmations";
import { ConfirmingTransactions } from "./confirming-transactions";
import { ReloadLink } from "./reload-link";
import { Sums } from "./sums";
import type { View } from "./view";

/** The full amount is being confirmed: nothing to do, and no address that could be paid twice. */
export function ConfirmingPaper({ view }: { view: View }) {
  const { words, checkout } = view;
  return (
    <section aria-label={words.detected} className="flex flex-col gap-5 px-6 pt-8 pb-6">
      <div>
        <h2 className="text-20 font-semibold">{words.confirmingTitle}</h2>
        <p className="mt-2 text-16 text-ink-2">{words.confirmingText}</p>
      </div>
      {checkout.confirming && <Confirmations {...checkout.confirming} words={words} />}
      <Sums view={view} />
      <ConfirmingTransactions view={view} />
      <p className="grid text-14 text-ink-2">
        <ReloadLink view={view} />
        <span>{words.mayLeave}</span>
      </p>
    </section>
  );
}
