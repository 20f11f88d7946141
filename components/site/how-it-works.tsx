import { siteMessages } from "@/lib/service/messages/en/site";

const text = siteMessages.howItWorks;

/** The four steps of a payment, with the API call or event of each. */
export function HowItWorks() {
  return (
    <section aria-labelledby="how" className="border-t bg-card">
      <div className="mx-auto max-w-6xl px-4 py-14 sm:px-6">
        <h2 id="how" className="text-28 font-semibold tracking-[-0.02em]">
          {text.title}
        </h2>
        <ol className="mt-6 flex flex-col">
          {text.steps.map((step, index) => (
            <li
              key={step.wire}
              className="grid grid-cols-[2rem_1fr] items-baseline gap-y-1 border-t py-4 sm:flex sm:gap-x-3"
            >
              <span className="figures text-14 text-ink-2 sm:w-5">{index + 1}</span>
              <span className="text-16">
                <strong className="font-semibold">{step.who}</strong>
                <span>{` ${step.does}`}</span>
              </span>
              <span aria-hidden="true" className="leader hidden sm:block" />
              <code translate="no" className="figures col-start-2 text-14 text-ink-2">
                {step.wire}
              </code>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
