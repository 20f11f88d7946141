import { type AmountInput, decimalOf, microsOf } from "./amounts.js";
import { idempotencyKeyOf } from "./idempotency.js";
import type { Environment, Open } from "./intents.js";
import type { Members } from "./members.js";
import { type Listing, listingOf, type Page, pageOf } from "./pages.js";
import { queryOf, segmentOf, timeOf } from "./parameters.js";
import type { CallOptions, Transport } from "./transport.js";

export type RefundStatus = Open<"waiting_for_address" | "prepared" | "sent" | "final" | "failed" | "cancelled">;

/** Money that goes back to a customer. */
export type Refund = {
  readonly id: string;
  /** Null for money that belongs to no intent. */
  readonly intentId: string | null;
  readonly environment: Environment;
  readonly livemode: boolean;
  readonly status: RefundStatus;
  readonly amountUsdt: string;
  readonly amountMicros: bigint;
  /** The recipient. Null until it's known, and without the scope `customers:read` or `refunds:write`. */
  readonly toAddress: string | null;
  /** Your address that pays it. Null in the sandbox. */
  readonly fromAddress: string | null;
  readonly reason: string | null;
  /** Whether a member has confirmed it with their password. Only then can it be signed. */
  readonly confirmed: boolean;
  readonly preparedBy: Open<"member" | "api_key">;
  /** Null until it is sent. */
  readonly txHash: string | null;
  /** Why its last transaction failed, such as `"OUT_OF_ENERGY"` or `"EXPIRED"`. */
  readonly failure: string | null;
  readonly createdAt: Date;
  readonly sentAt: Date | null;
  readonly failedAt: Date | null;
  /** When the money left, by the time of its block. */
  readonly finalAt: Date | null;
  readonly cancelledAt: Date | null;
};

export type CreateRefundParams = AmountInput & {
  intentId: string;
  /** The TRON address that the customer gave you, never the sender's. Without it, the payment page asks for one. */
  to?: string;
  /** For your own records, up to 200 characters; the customer doesn't see it. */
  reason?: string;
};

export type ListRefundsParams = {
  intentId?: string;
  status?: RefundStatus;
  /** Created at this time or later. A string is passed on unchanged. */
  createdAfter?: Date | string;
  /** Created before this time. */
  createdBefore?: Date | string;
  /** The `next` of the page before, with the same filters. */
  after?: string;
  /** Refunds of a page, 1 to 100. Default: 20. */
  limit?: number;
};

export type CreateRefundOptions = CallOptions & {
  /**
   * Identifies the same refund across calls and restarts. It stays with the refund, so use one for each refund, such as
   * `return-1042-1`. By default, each call has its own.
   */
  idempotencyKey?: string;
};

/** Prepares refunds with a restricted key. A member confirms each one with their password, and then signs it. */
export class Refunds {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Prepares a refund of what an intent has received. No money moves. All attempts of a call use the same idempotency
   * key, so a lost response never leads to a second refund. Errors: `invalid_amount`, `not_found`, `limit_reached`,
   * `invalid_transition` if nothing is left to refund, `idempotency_conflict`, `insufficient_scope`.
   */
  async create(params: CreateRefundParams, options: CreateRefundOptions = {}): Promise<Refund> {
    const { intentId, to, reason } = params;
    const amount = decimalOf(microsOf(params));
    const rest = JSON.stringify({ intent_id: intentId, to, reason });
    const call = {
      method: "POST" as const,
      path: "/refunds",
      // the exact digits, which a double may not represent
      body: `{"amount_usdt":${amount}${rest === "{}" ? "" : `,${rest.slice(1, -1)}`}}`,
      withKey: true,
      idempotencyKey: idempotencyKeyOf(options),
    };
    return (await this.#transport.call(call, readRefund, options)).value;
  }

  /**
   * Finds refunds, newest first, also those that members and other keys prepared: `await` gives one page, `for await`
   * all refunds. Errors: `insufficient_scope`, `invalid_request`.
   */
  list(params: ListRefundsParams = {}, options: CallOptions = {}): Listing<Refund> {
    return listingOf(
      (after) => this.#page({ ...params, ...(after !== undefined && { after }) }, options),
      params.after,
    );
  }

  /** Returns a refund. Errors: `not_found`, `insufficient_scope`. */
  async retrieve(id: string, options: CallOptions = {}): Promise<Refund> {
    const call = { method: "GET" as const, path: `/refunds/${segmentOf(id)}`, withKey: true };
    return (await this.#transport.call(call, readRefund, options)).value;
  }

  /**
   * Cancels a refund that this key prepared. You can safely repeat it. Errors: `invalid_transition` if it was sent, or
   * a member or another key prepared it, and `not_found`.
   */
  async cancel(id: string, options: CallOptions = {}): Promise<Refund> {
    const call = { method: "POST" as const, path: `/refunds/${segmentOf(id)}/cancel`, body: "{}", withKey: true };
    return (await this.#transport.call(call, readRefund, options)).value;
  }

  async #page(params: ListRefundsParams, options: CallOptions): Promise<Page<Refund>> {
    const query = queryOf({
      intent_id: params.intentId,
      status: params.status,
      created_after: timeOf("createdAfter", params.createdAfter),
      created_before: timeOf("createdBefore", params.createdBefore),
      after: params.after,
      limit: params.limit,
    });
    const call = { method: "GET" as const, path: "/refunds", query, withKey: true };
    return (await this.#transport.call(call, pageOf(readRefund), options)).value;
  }
}

function readRefund(members: Members): Refund {
  const { usdt, micros } = members.amount("amount_usdt");
  return {
    id: members.text("id"),
    intentId: members.textOrNull("intent_id"),
    environment: members.text("environment"),
    livemode: members.flag("livemode"),
    status: members.text("status"),
    amountUsdt: usdt,
    amountMicros: micros,
    toAddress: members.textOrNull("to_address"),
    fromAddress: members.textOrNull("from_address"),
    reason: members.textOrNull("reason"),
    confirmed: members.flag("confirmed"),
    preparedBy: members.text("prepared_by"),
    txHash: members.textOrNull("tx_hash"),
    failure: members.textOrNull("failure"),
    createdAt: members.moment("created_at"),
    sentAt: members.momentOrNull("sent_at"),
    failedAt: members.momentOrNull("failed_at"),
    finalAt: members.momentOrNull("final_at"),
    cancelledAt: members.momentOrNull("cancelled_at"),
  };
}
