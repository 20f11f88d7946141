import type { View } from "@/components/checkout/view";
import { notFound } from "@/lib/base/values/errors";
import { asksToPay, faceOf } from "@/lib/customer/checkout/face";
import { type Checkout, getCheckout, getCheckoutVersion } from "@/lib/payments/page/get-checkout";
import type { Endpoint } from "@/lib/service/api/answer";
import { anonymous } from "@/lib/service/api/context";
import type { ErrorAnswer } from "@/lib/service/api/errors";
import { pageEndpoint } from "@/lib/service/api/page-endpoint";
import type { ApiRequest } from "@/lib/service/api/request";
import { intentIn } from "./intent-in";
import { answerPage, fillingOf, HOLES, pageCache, signatureOf } from "./page-bytes";
import { readerOf } from "./reader";
import { missingDocument, troubleDocument } from "./render";
import { viewOf } from "./view-of";

/** The exports of a page of one payment: 404 in the reader's language for an unknown one. */
export function paymentPage(path: string, render: (view: View) => string): Endpoint {
  return pageEndpoint({
    path,
    methods: {
      async GET(request) {
        const id = intentIn(request);
        const reader = readerOf(request);
        const key = `${path} ${id} ${reader.locale} ${reader.way ?? ""} ${reader.inApp ?? ""} ${reader.isSent}`;
        const now = pageCache().has(key) ? await getCheckoutVersion(anonymous(), id) : null;
        const cached = now && pageCache().find(key, signatureOf(now), fillingOf(now));
        if (cached) return answerPage(request, reader, cached);
        const checkout = await findPayment(request);
        const view = viewOf(checkout, reader);
        const html = render(asksToPay(faceOf(checkout.progress)) ? { ...view, left: HOLES } : view);
        return answerPage(request, reader, pageCache().set(key, signatureOf(checkout), html, fillingOf(checkout)));
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
