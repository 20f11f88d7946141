import { z } from "zod";
import { ENVIRONMENTS, type MerchantContext, systemContext } from "@/lib/context";
import type { Database } from "@/lib/db/client";
import { notifyWork } from "@/lib/db/notify";
import { DomainError } from "@/lib/errors";
import { GRACE_HOURS, rotateKey } from "@/lib/keys/rotate";
import { createMerchant } from "@/lib/merchants/create";
import { findOwner } from "@/lib/merchants/find-owner";
import { listMerchants } from "@/lib/merchants/list";
import { createTerminal } from "@/lib/terminals/create";
import { createEndpoint } from "@/lib/webhooks/create-endpoint";
import { enableEndpoint } from "@/lib/webhooks/enable-endpoint";
import { EVENT_TYPES } from "@/lib/webhooks/events";
import { pingEndpoint } from "@/lib/webhooks/ping";
import { resendDelivery, resendFailed } from "@/lib/webhooks/resend";
import { activateEndpointSecret, rotateEndpointSecret } from "@/lib/webhooks/rotate-secret";

type Options = Record<string, string>;

export type Command = {
  what: string;
  options: Record<string, "required" | "optional">;
  run(db: Database, options: Options): Promise<unknown>;
};

const Id = z.uuid();
const EnvironmentName = z.enum(ENVIRONMENTS);
const ACTOR = "admin";

export const COMMANDS: Record<string, Command> = {
  "create-merchant": {
    what: "Makes a merchant with its owner, a terminal, its sandbox key and, with a URL, a webhook endpoint.",
    options: {
      name: "required",
      email: "required",
      password: "required",
      terminal: "required",
      "webhook-url": "optional",
      "time-zone": "optional",
      environment: "optional",
    },
    run: (db, options) => {
      requireSandbox(options.environment);
      return createMerchant(systemContext(db, ACTOR), {
        name: need(options, "name"),
        email: need(options, "email"),
        password: need(options, "password"),
        terminal: need(options, "terminal"),
        webhookUrl: options["webhook-url"],
        timeZone: options["time-zone"],
      });
    },
  },
  "create-terminal": {
    what: "Makes a terminal with its sandbox key.",
    options: { merchant: "required", name: "required", "time-zone": "optional" },
    run: async (db, options) => {
      const merchantId = Id.parse(options.merchant);
      const ctx = { ...systemContext(db, ACTOR), merchantId };
      const terminal = await createTerminal(ctx, { name: need(options, "name"), timeZone: options["time-zone"] });
      return { merchant_id: merchantId, terminal_id: terminal.id, terminal_name: terminal.name, keys: terminal.keys };
    },
  },
  "rotate-key": {
    what: `Replaces a terminal's key; the old one goes on for 0 (default), 1 or 24 hours.`,
    options: { terminal: "required", environment: "optional", "grace-hours": "optional" },
    run: async (db, options) => {
      const ctx = await owning(db, "terminal", options.terminal);
      const environment = EnvironmentName.parse(options.environment ?? "sandbox");
      const graceHours = z.literal([...GRACE_HOURS]).parse(Number(options["grace-hours"] ?? 0));
      const terminalId = Id.parse(options.terminal);
      const { key, last4 } = await rotateKey(ctx, { terminalId, environment, graceHours });
      await notifyWork(db);
      return { terminal_id: terminalId, keys: { [environment]: key }, last4, old_key_ends_in_hours: graceHours };
    },
  },
  list: {
    what: "Lists merchants, terminals, keys (last four characters) and webhook endpoints.",
    options: {},
    run: async (db) => ({ merchants: await listMerchants(systemContext(db, ACTOR)) }),
  },
  "create-webhook": {
    what: "Adds a webhook endpoint for a merchant or for one of its terminals.",
    options: {
      merchant: "required",
      url: "required",
      environment: "optional",
      terminal: "optional",
      events: "optional",
    },
    run: async (db, options) => {
      const ctx = { ...systemContext(db, ACTOR), merchantId: Id.parse(options.merchant) };
      const { id, secret } = await createEndpoint(ctx, {
        environment: EnvironmentName.parse(options.environment ?? "sandbox"),
        url: need(options, "url"),
        terminalId: options.terminal ? Id.parse(options.terminal) : null,
        eventTypes: options.events ? z.array(z.enum(EVENT_TYPES)).parse(options.events.split(",")) : undefined,
      });
      return { endpoint_id: id, webhook_secret: secret };
    },
  },
  "ping-webhook": {
    what: "Sends test.ping to an endpoint and shows the answer.",
    options: { endpoint: "required" },
    run: async (db, options) => {
      const answer = await pingEndpoint(await owning(db, "endpoint", options.endpoint), Id.parse(options.endpoint));
      return {
        delivery_id: answer.deliveryId,
        delivered: answer.delivered,
        status: answer.status,
        error: answer.errorClass,
        duration_ms: answer.durationMs,
        answer: answer.excerpt,
      };
    },
  },
  "resend-webhook": {
    what: "Sends one delivery again.",
    options: { delivery: "required" },
    run: async (db, options) => {
      await resendDelivery(await owning(db, "delivery", options.delivery), Id.parse(options.delivery));
      await notifyWork(db);
      return { delivery_id: options.delivery, status: "pending" };
    },
  },
  "resend-failed": {
    what: "Sends everything again that failed at an endpoint since a moment (ISO 8601).",
    options: { endpoint: "required", since: "required" },
    run: async (db, options) => {
      const since = new Date(z.iso.datetime({ offset: true }).parse(options.since));
      const ctx = await owning(db, "endpoint", options.endpoint);
      const resent = await resendFailed(ctx, Id.parse(options.endpoint), since);
      await notifyWork(db);
      return { endpoint_id: options.endpoint, resent };
    },
  },
  "enable-webhook": {
    what: "Switches an endpoint on again that a 410 or five days of failures switched off.",
    options: { endpoint: "required" },
    run: async (db, options) => {
      await enableEndpoint(await owning(db, "endpoint", options.endpoint), Id.parse(options.endpoint));
      return { endpoint_id: options.endpoint, enabled: true };
    },
  },
  "rotate-webhook-secret": {
    what: "Step one: a second secret signs beside the first, and takes over after 24 hours.",
    options: { endpoint: "required" },
    run: async (db, options) => {
      const ctx = await owning(db, "endpoint", options.endpoint);
      const { secret } = await rotateEndpointSecret(ctx, Id.parse(options.endpoint));
      return { endpoint_id: options.endpoint, webhook_secret: secret };
    },
  },
  "activate-webhook-secret": {
    what: "Step two: from now on the second secret alone.",
    options: { endpoint: "required" },
    run: async (db, options) => {
      await activateEndpointSecret(await owning(db, "endpoint", options.endpoint), Id.parse(options.endpoint));
      return { endpoint_id: options.endpoint, activated: true };
    },
  },
};

async function owning(
  db: Database,
  what: "terminal" | "endpoint" | "delivery",
  id: string | undefined,
): Promise<MerchantContext> {
  const ctx = systemContext(db, ACTOR);
  return { ...ctx, merchantId: await findOwner(ctx, what, Id.parse(id)) };
}

function need(options: Options, name: string): string {
  const value = options[name];
  if (value === undefined) throw new Error(`--${name} is missing`);
  return value;
}

function requireSandbox(environment: string | undefined): void {
  if (EnvironmentName.parse(environment ?? "sandbox") === "sandbox") return;
  throw new DomainError("invalid_request", "A live key needs a receiving wallet, and a new merchant has none set.");
}
