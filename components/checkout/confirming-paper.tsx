import type { ReactNode } from "react";
import { Sums } from "./sums";
import type { View } from "./view";

/** The full amount is being confirmed: nothing to do, and no address that could be paid twice. */
export function ConfirmingPaper({ view, confirmations }: { view: View; confirmations: ReactNode }) {
  const { words } = view;
  return (
    <section aria-label={words.detected} className="flex flex-col gap-5 px-6 pt-8 pb-6">
      <div>
        <h2 className="text-20 font-semibold">{words.confirmingTitle}</h2>
        <p className="mt-2 text-16 text-ink-2">{words.confirmingText}</p>
      </div>
      {confirmations}
      <Sums view={view} />
    </section>
  );
}
