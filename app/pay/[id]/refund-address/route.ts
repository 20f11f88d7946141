import { findPayment, paymentTrouble } from "@/app/pay/payment-pages";
import { readerOf } from "@/app/pay/reader";
import { paymentDocument } from "@/app/pay/render";
import { viewOf } from "@/app/pay/view-of";
import { isDomainError } from "@/lib/base/values/errors";
import { REFUND_ADDRESS_LENGTH, type RefundAddressProblem } from "@/lib/customer/checkout/refund-address";
import { leaveRefundAddress, type RefundAddressRefusal } from "@/lib/payments/intents/leave-refund-address";
import type { Checkout } from "@/lib/payments/page/get-checkout";
import type { Answer } from "@/lib/service/api/answer";
import { anonymous } from "@/lib/service/api/context";
import { answerError } from "@/lib/service/api/errors";
import { addressKey } from "@/lib/service/api/limits/address-key";
import { limitCall, limitShared } from "@/lib/service/api/limits/limit";
import { isFromOwnPage } from "@/lib/service/api/own-origin";
import { HTML_HEADERS, pageEndpoint } from "@/lib/service/api/page-endpoint";
import { type ApiRequest, clientAddress, parseForm } from "@/lib/service/api/request";

/** The form of the payment page for an address to refund to. Works without JavaScript. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = pageEndpoint({
  path: "/pay/[id]/refund-address",
  methods: {
    /** the address bar after a refused form: leads back to the page, in the language chosen there */
    GET: async (request) => backTo((await findPayment(request)).id, request),
    POST: leave,
  },
  trouble: paymentTrouble,
});

const STATUS: Record<RefundAddressRefusal, number> = { invalid: 422, lost: 422, own: 422, taken: 409, closed: 409 };

async function leave(request: ApiRequest): Promise<Answer> {
  const checkout = await findPayment(request);
  const { id } = checkout;
  if (!isFromOwnPage(request)) return again(request, { status: 403, problem: "crossSite" });
  const address = (await parseForm(request)).get("address") ?? "";
  const limited = await overLimit(request, checkout);
  if (limited) return again(request, { ...limited, problem: "limited", typed: address });
  const refusal = await leaveRefundAddress(anonymous(), { id, address });
  return refusal ? again(request, { status: STATUS[refusal], problem: refusal, typed: address }) : backTo(id);
}

/** Null within the limits. */
async function overLimit(
  request: ApiRequest,
  { id, refundAddress }: Checkout,
): Promise<Pick<Answer, "status" | "headers"> | null> {
  try {
    await limitCall("status", addressKey(clientAddress(request)));
    if (refundAddress) await limitShared("refundAddress", id);
    return null;
  } catch (error) {
    if (!isDomainError(error) || error.code !== "rate_limited") throw error;
    return answerError(error, "");
  }
}

type Refused = { status: number; problem: RefundAddressProblem; typed?: string; headers?: Answer["headers"] };

/** The payment page as it is now, with what is wrong beside what was typed. */
async function again(request: ApiRequest, { status, problem, typed = "", headers }: Refused): Promise<Answer> {
  const view = viewOf(await findPayment(request), readerOf(request));
  const refused = { problem, typed: typed.slice(0, REFUND_ADDRESS_LENGTH) };
  return { status, headers: { ...HTML_HEADERS, ...headers }, body: paymentDocument({ ...view, refused }) };
}

function backTo(id: string, request?: ApiRequest): Answer {
  const query = request && /\?.*/.exec(request.url)?.[0];
  return { status: 303, headers: { location: `/pay/${id}${query ?? ""}`, "cache-control": "no-store" }, body: "" };
}
