import type { EventType } from "./feed.js";
import type { Environment, Open } from "./intents.js";
import type { Members } from "./members.js";
import { type Page, pageOf } from "./pages.js";
import { segmentOf } from "./parameters.js";
import type { Call, CallOptions, Transport } from "./transport.js";

/** A webhook endpoint that this key created. */
export type WebhookEndpoint = {
  readonly id: string;
  readonly url: string;
  readonly eventTypes: readonly EventType[];
  /** The terminal whose events are sent, null for all terminals. */
  readonly terminalId: string | null;
  readonly environment: Environment;
  readonly livemode: boolean;
  readonly status: Open<"enabled" | "disabled">;
  readonly disabledReason: Open<"gone" | "failing" | "manual" | "api"> | null;
  readonly failingSince: Date | null;
  readonly createdAt: Date;
};

export type CreatedWebhookEndpoint = WebhookEndpoint & {
  /** False if the key had created this endpoint before. */
  readonly created: boolean;
  /** The signing secret. Store it now: it isn't returned again. Null if the endpoint isn't new. */
  readonly secret: string | null;
};

export type RotatedWebhookEndpoint = WebhookEndpoint & {
  /** The new signing secret. Store it now: it isn't returned again. */
  readonly secret: string;
  /** From then on, only the new secret signs. Accept both until then. */
  readonly takesOverAt: Date;
};

/** How your server responded to a test event. */
export type TestEventResult = {
  readonly eventId: string;
  readonly status: Open<"delivered" | "failed">;
  /** HTTP status, null without a response. */
  readonly responseStatus: number | null;
  readonly error: string | null;
};

export type CreateWebhookEndpointParams = {
  url: string;
  /** Default: the usual ones. */
  eventTypes?: readonly EventType[];
  /** Only the events of this terminal. Default: those of the key. */
  terminalId?: string;
};

/** What to change; what is left out stays as it is. */
export type UpdateWebhookEndpointParams = { url?: string; eventTypes?: readonly EventType[]; enabled?: boolean };

/** The service waits up to this long for your server's response to a test event. */
const TEST_MS = 10_000;

/** Manages the webhook endpoints of a restricted key with the scope `webhooks:write`. */
export class WebhookEndpoints {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Returns every endpoint that this key created, at most five. */
  list(options: CallOptions = {}): Promise<Page<WebhookEndpoint>> {
    return this.#call({ method: "GET" }, pageOf(readEndpoint), options);
  }

  /**
   * Creates an endpoint, or returns the one that the key has already created for the URL and terminal, without its
   * secret. Errors: `limit_reached`, `invalid_url_scheme`, `http_in_live`, `private_ip_in_live`.
   */
  create(params: CreateWebhookEndpointParams, options: CallOptions = {}): Promise<CreatedWebhookEndpoint> {
    const { url, eventTypes, terminalId } = params;
    const body = JSON.stringify({ url, event_types: eventTypes, terminal_id: terminalId });
    return this.#call({ method: "POST", body }, readCreated, options);
  }

  /** Error: `not_found`, also for an endpoint that another key or the dashboard created. */
  async retrieve(id: string, options: CallOptions = {}): Promise<WebhookEndpoint> {
    return this.#call({ method: "GET", path: pathOf(id) }, readEndpoint, options);
  }

  /** Retried only after a 429. Errors: as for `create`, and `not_found`. */
  async update(id: string, params: UpdateWebhookEndpointParams, options: CallOptions = {}): Promise<WebhookEndpoint> {
    const { url, eventTypes, enabled } = params;
    const body = JSON.stringify({ url, event_types: eventTypes, enabled });
    return this.#call({ method: "PATCH", path: pathOf(id), body, repeatable: false }, readEndpoint, options);
  }

  /** Deletes the endpoint with its delivery log. Error: `not_found`. */
  async delete(id: string, options: CallOptions = {}): Promise<void> {
    await this.#call({ method: "DELETE", path: pathOf(id) }, (members) => members.text("id"), options);
  }

  /** Returns a new secret. Retried only after a 429. Error: `not_found`. */
  async rotateSecret(id: string, options: CallOptions = {}): Promise<RotatedWebhookEndpoint> {
    const path = `${pathOf(id)}/rotate-secret`;
    return this.#call({ method: "POST", path, body: "{}", repeatable: false }, readRotated, options);
  }

  /** Sends a `test.ping` to your server. Retried only after a 429. Errors: `not_found`, `invalid_transition`. */
  async test(id: string, options: CallOptions = {}): Promise<TestEventResult> {
    const timeoutMs = (options.timeoutMs ?? this.#transport.timeoutMs) + TEST_MS;
    const call = { method: "POST" as const, path: `${pathOf(id)}/test`, body: "{}", repeatable: false };
    return this.#call(call, readTest, { ...options, timeoutMs });
  }

  async #call<T>(
    call: Omit<Call, "path" | "withKey"> & { path?: string },
    read: (members: Members) => T,
    options: CallOptions,
  ): Promise<T> {
    const whole = { ...call, path: `/webhook-endpoints${call.path ?? ""}`, withKey: true };
    return (await this.#transport.call(whole, read, options)).value;
  }
}

function pathOf(id: string): string {
  return `/${segmentOf(id)}`;
}

function readEndpoint(members: Members): WebhookEndpoint {
  return {
    id: members.text("id"),
    url: members.text("url"),
    eventTypes: members.texts("event_types"),
    terminalId: members.textOrNull("terminal_id"),
    environment: members.text("environment"),
    livemode: members.flag("livemode"),
    status: members.text("status"),
    disabledReason: members.textOrNull("disabled_reason"),
    failingSince: members.momentOrNull("failing_since"),
    createdAt: members.moment("created_at"),
  };
}

function readCreated(members: Members): CreatedWebhookEndpoint {
  return { ...readEndpoint(members), created: members.flag("created"), secret: members.textOrNull("secret") };
}

function readRotated(members: Members): RotatedWebhookEndpoint {
  return {
    ...readEndpoint(members),
    secret: members.text("secret"),
    takesOverAt: members.moment("takes_over_at"),
  };
}

function readTest(members: Members): TestEventResult {
  return {
    eventId: members.text("event_id"),
    status: members.text("status"),
    responseStatus: members.integerOrNull("response_status"),
    error: members.textOrNull("error"),
  };
}
