import { readEvent, type WebhookEvent } from "./events.js";
import type { Open } from "./intents.js";
import { Listener, type ListenParams } from "./listen.js";
import type { Members } from "./members.js";
import { type Page, pageOf } from "./pages.js";
import { queryOf } from "./parameters.js";
import type { CallOptions, Transport } from "./transport.js";

/** Events are kept for reading; test events aren't. */
export type EventType = Open<
  | "payment.success"
  | "payment.expired"
  | "intent.created"
  | "intent.cancelled"
  | "key.rotated"
  | "attention.opened"
  | "attention.resolved"
  | "alarm.raised"
  | "alarm.cleared"
  | "refund.prepared"
  | "refund.sent"
  | "refund.failed"
  | "refund.cancelled"
>;

export type ListEventsParams = {
  /** The `next` of the page before, or `"latest"` for the place behind the newest event. Default: the oldest event. */
  after?: string | null | undefined;
  /** Only events of these types. Default: all. */
  types?: readonly EventType[];
  /** The most events of a page, 1 to 100. Default: 100. */
  limit?: number;
  /** Seconds to wait for an event if there is none, 0 to 25. Default: 0. The timeout is so much longer. */
  waitSeconds?: number;
};

/** Reads the events that webhooks carry, also those that no webhook delivered. */
export class Events {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Returns one page, oldest first. It may have fewer events than `limit`, or none, while `hasMore` is true. Errors:
   * `cursor_expired`, `invalid_request`.
   */
  async list(params: ListEventsParams = {}, options: CallOptions = {}): Promise<Page<WebhookEvent>> {
    const { after, types, limit, waitSeconds } = params;
    const query = queryOf({ after: after ?? undefined, types: types?.join(","), limit, wait: waitSeconds });
    const timeoutMs = (options.timeoutMs ?? this.#transport.timeoutMs) + (waitSeconds ?? 0) * 1_000;
    const call = { method: "GET" as const, path: "/events", query, withKey: true };
    return (await this.#transport.call(call, pageOf(readFeedEvent), { ...options, timeoutMs })).value;
  }

  /**
   * Hands over every event, one after another, and waits for new ones until `signal` is aborted. Continues if the
   * service is briefly unavailable. Errors: `cursor_expired`, and what else a retry can't mend.
   */
  listen(params: ListenParams = {}, options: Omit<CallOptions, "maxRetries"> = {}): Listener {
    return new Listener((page, one) => this.list(page, one), params, options);
  }
}

function readFeedEvent(members: Members): WebhookEvent {
  return readEvent(members.text("body"), members.text("id"));
}
