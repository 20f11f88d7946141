import { buttonClass } from "@/components/ui/button";
import type { View } from "./view";

/** Sends the receipt by email: a form that needs no script, with what was wrong; or the notice that it was sent. */
export function ReceiptEmail({ view: { checkout, words, receiptEmail } }: { view: View }) {
  if (!receiptEmail) return null;
  const { isSent, failure } = receiptEmail;
  if (isSent) {
    return (
      <p role="status" className="rounded-till border px-4 py-3 text-14 print:hidden">
        {words.receiptSent}
      </p>
    );
  }
  return (
    <form
      method="post"
      action={`/pay/${checkout.id}/receipt/email`}
      data-stays=""
      className="flex flex-col gap-2 print:hidden"
    >
      <label htmlFor="email" className="text-14 font-medium">
        {words.emailReceiptTo}
      </label>
      {failure && (
        <p id="email-failure" role="alert" className="text-14 text-brick">
          {failure.text}
        </p>
      )}
      <input
        id="email"
        name="email"
        type="email"
        dir="ltr"
        autoComplete="email"
        maxLength={254}
        required
        defaultValue={failure?.email}
        aria-invalid={failure ? true : undefined}
        aria-describedby={failure ? "email-failure email-use" : "email-use"}
        className="min-h-11 w-full rounded-till border border-ink-2/60 bg-card px-3 font-sans text-16 text-ink"
      />
      <p id="email-use" className="text-14 text-ink-2">
        {words.emailUse}
      </p>
      <button type="submit" className={buttonClass({ look: "secondary" })}>
        {words.sendReceipt}
      </button>
    </form>
  );
}
