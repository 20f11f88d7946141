import type { Context } from "@/lib/base/context/context";
import { isDomainError, notFound } from "@/lib/base/values/errors";
import { WORDS } from "@/lib/customer/checkout/words/all";
import { emailReceipt, offersReceiptEmail } from "@/lib/payments/page/email-receipt";
import type { Checkout } from "@/lib/payments/page/get-checkout";
import { Email } from "@/lib/people/accounts/email";
import type { Answer } from "@/lib/service/api/answer";
import { anonymous } from "@/lib/service/api/context";
import { answerError } from "@/lib/service/api/errors";
import { addressKey } from "@/lib/service/api/limits/address-key";
import { limitShared } from "@/lib/service/api/limits/limit";
import { isFromOwnPage } from "@/lib/service/api/own-origin";
import { HTML_HEADERS } from "@/lib/service/api/page-endpoint";
import { type ApiRequest, clientAddress, parseForm } from "@/lib/service/api/request";
import { intentIn } from "./intent-in";
import { findPayment } from "./payment-pages";
import { type Reader, readerOf } from "./reader";
import { receiptDocument } from "./render";
import { viewOf } from "./view-of";

/** Seconds, for a mail server that is busy or restarting. */
const RETRY_WHEN_FAILED = 60;

/** Where a reload leads after an answer to the form. Error: `not_found` where no mail server is set up. */
export async function backToReceipt(request: ApiRequest): Promise<Answer> {
  requireMail(anonymous());
  const mark = request.url.indexOf("?");
  return seeReceipt(intentIn(request), mark < 0 ? "" : request.url.slice(mark));
}

/** Sends the receipt, or shows it with the form and why nothing was sent. Errors: `not_found`, those of `parseForm`. */
export async function sendReceipt(request: ApiRequest): Promise<Answer> {
  const ctx = anonymous();
  requireMail(ctx);
  const checkout = await findPayment(request);
  const reader = readerOf(request);
  const words = WORDS[reader.locale];
  if (!isFromOwnPage(request)) return failed(checkout, reader, { status: 403, email: "", text: words.receiptNotSent });
  const email = (await parseForm(request)).get("email") ?? "";
  const refuse = (status: number, text: string, headers = {}) =>
    failed(checkout, reader, { status, email, text, headers });
  if (!offersReceiptEmail(ctx.settings, checkout)) return refuse(409, "");
  try {
    await limitShared("receiptAddress", addressKey(clientAddress(request)));
    const to = Email.safeParse(email);
    if (!to.success) return refuse(422, words.invalidEmail);
    await limitShared("receiptPayment", checkout.id);
    const outcome = await emailReceipt(ctx, { checkout, locale: reader.locale, to: to.data });
    if (outcome === "sent" || outcome === "deferred") return seeReceipt(checkout.id, "?sent=1");
    return refuse(503, words.receiptNotSent, { "retry-after": String(RETRY_WHEN_FAILED) });
  } catch (error) {
    if (!isDomainError(error) || error.code !== "rate_limited") throw error;
    return refuse(429, words.tooManyEmails, answerError(error, "").headers);
  }
}

function requireMail({ settings }: Context): void {
  if (!settings.mail) throw notFound("intent");
}

function seeReceipt(id: string, query: string): Answer {
  return { status: 303, headers: { location: `/pay/${id}/receipt${query}`, "cache-control": "no-store" }, body: "" };
}

type Failure = { status: number; email: string; text: string; headers?: Record<string, string> };

function failed(checkout: Checkout, reader: Reader, { status, email, text, headers }: Failure): Answer {
  const view = viewOf(checkout, reader);
  const receiptEmail = view.receiptEmail && { isSent: false, failure: { email, text } };
  return { status, headers: { ...HTML_HEADERS, ...headers }, body: receiptDocument({ ...view, receiptEmail }) };
}
