import type { View } from "@/components/checkout/view";
import { anonymous } from "@/lib/api/context";
import type { Endpoint } from "@/lib/api/endpoint";
import type { ErrorAnswer } from "@/lib/api/errors";
import { pageEndpoint } from "@/lib/api/page-endpoint";
import type { ApiRequest } from "@/lib/api/request";
import { formatClock } from "@/lib/checkout/clock";
import { asksToPay, faceOf } from "@/lib/checkout/face";
import { notFound } from "@/lib/errors";
import { type Checkout, getCheckout } from "@/lib/intents/get-checkout";
import { intentIn } from "./intent-in";
import { answerKept, HOLES, signatureOf } from "./page-bytes";
import { readerOf } from "./reader";
import { missingDocument, troubleDocument } from "./render";
import { viewOf } from "./view-of";

/** The exports of a page of one payment: 404 in the reader's language for an unknown one. */
export function paymentPage(path: string, render: (view: View) => string): Endpoint {
  return pageEndpoint({
    path,
    methods: {
      async GET(request) {
        const checkout = await findPayment(request);
        const reader = readerOf(request);
        const seconds = checkout.progress.expires_in_seconds;
        return answerKept(request, reader, {
          key: `${path} ${checkout.id} ${reader.locale} ${reader.way ?? ""} ${reader.inApp ?? ""} ${reader.isSent}`,
          signature: signatureOf(checkout),
          render: () => {
            const view = viewOf(checkout, reader);
            return render(asksToPay(faceOf(checkout.progress)) ? { ...view, left: HOLES } : view);
          },
          filling: [String(seconds), formatClock(seconds)],
        });
      },
    },
    trouble: paymentTrouble,
  });
}

/** A page that says in the reader's language that there is no such payment, or that something failed. */
export function paymentTrouble(request: ApiRequest, { code, status }: ErrorAnswer): string {
  const { locale } = readerOf(request);
  return code === "not_found" ? missingDocument(locale) : troubleDocument(locale, status);
}

/** Error: `not_found`. */
export async function findPayment(request: ApiRequest): Promise<Checkout> {
  const checkout = await getCheckout(anonymous(), intentIn(request));
  if (!checkout) throw notFound("intent");
  return checkout;
}
