import { OUTCOMES } from "./outcomes";

/** Sandbox only, in English: simulates each outcome of a payment. The page's script presses the buttons. */
export function SimulatePanel({ pending }: { pending: boolean }) {
  return (
    <section
      lang="en"
      dir="ltr"
      aria-labelledby="simulate"
      className="rounded-till border p-5 lg:col-start-3 lg:mt-6 lg:max-w-80 print:hidden"
    >
      <div aria-hidden="true" className="training-stripes -mx-5 -mt-5 mb-5 h-2 rounded-t-till" />
      <h2 id="simulate" tabIndex={-1} className="text-16 font-semibold">
        Simulate payment
      </h2>
      {pending ? (
        <>
          <p className="mt-1 mb-3 text-14 text-ink-2">Sandbox payments don't need a wallet. Choose an outcome.</p>
          <ul className="flex flex-col divide-y noscript:hidden [&_button]:min-h-11 [&_button]:w-32 [&_button]:shrink-0 [&_button]:rounded-till [&_button]:border [&_button]:border-ink/25 [&_button]:bg-card [&_button]:font-medium hover:[&_button]:border-ink/60">
            {OUTCOMES.map(({ outcome, verb, effect }) => (
              <li key={outcome} className="flex items-center gap-4 py-2 text-14">
                <button type="button" data-simulate={outcome} aria-describedby={outcome}>
                  {verb}
                </button>
                <p id={outcome} className="text-ink-2">
                  {effect}
                </p>
              </li>
            ))}
          </ul>
          <p className="hidden text-14 text-ink-2 noscript:block">
            These buttons need JavaScript. Or call POST /api/v1/simulate-payment.
          </p>
        </>
      ) : (
        <p className="mt-1 text-14 text-ink-2">
          This payment has ended. Create another one to try a different outcome.
        </p>
      )}
      <p
        data-part="failure"
        data-kept=""
        role="alert"
        className="mt-3 rounded-till border-l-2 border-brick bg-brick-wash px-4 py-3 text-14 empty:hidden"
      />
    </section>
  );
}
