const STEPS = [
  { who: "Your server", does: "asks for a payment with its secret key.", wire: "POST /create-payment-intent" },
  { who: "Your customer", does: "opens the payment page, or scans the code at the counter.", wire: "checkout_url" },
  { who: "The page", does: "watches the payment and turns green by itself.", wire: "GET /intent-status" },
  { who: "Your server", does: "gets a signed message: up to six tries over 31 hours.", wire: "payment.success" },
];

/** One payment from start to end, read like a tape. */
export function HowItGoes() {
  return (
    <section aria-labelledby="how" className="border-t bg-card">
      <div className="mx-auto max-w-6xl px-4 py-14 sm:px-6">
        <h2 id="how" className="text-28 font-semibold tracking-[-0.02em]">
          How a payment goes
        </h2>
        <ol className="mt-6 flex flex-col">
          {STEPS.map((step, index) => (
            <li
              key={step.wire}
              className="grid grid-cols-[2rem_1fr] items-baseline gap-y-1 border-t py-4 sm:flex sm:gap-x-3"
            >
              <span className="figures text-14 text-ink-2 sm:w-5">{index + 1}</span>
              <span className="text-16">
                <strong className="font-semibold">{step.who}</strong> {step.does}
              </span>
              <span aria-hidden="true" className="leader hidden sm:block" />
              <code className="figures col-start-2 text-14 text-ink-2">{step.wire}</code>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
