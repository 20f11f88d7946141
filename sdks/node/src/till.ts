import { ConfigurationError } from "./errors.js";
import { Events } from "./feed.js";
import { Intents } from "./intents.js";
import { Refunds } from "./refunds.js";
import { Reports } from "./reports.js";
import { Sandbox } from "./sandbox.js";
import { refuseBrowser } from "./server-only.js";
import { Transport } from "./transport.js";
import { WebhookEndpoints } from "./webhook-endpoints.js";

export type TillOptions = {
  /** A terminal's key or a restricted key, `svc_test_…` or `svc_live_…`. Secret: keep it on your server. */
  apiKey: string | undefined;
  /** URL of the service, for example `https://pay.example.com`, with or without `/api/v1`. */
  baseUrl: string | undefined;
  /** Timeout per attempt in milliseconds. Default: 10,000. */
  timeoutMs?: number;
  /** Attempts after the first. Default: 3. */
  maxRetries?: number;
  /** A custom `fetch`, for example with a proxy. */
  fetch?: typeof globalThis.fetch;
};

const TIMEOUT_MS = 10_000;
const MAX_RETRIES = 3;

/** API client for one key. The key's prefix selects the environment. */
export class Till {
  readonly environment: "sandbox" | "live";
  readonly livemode: boolean;
  readonly intents: Intents;
  readonly refunds: Refunds;
  readonly sandbox: Sandbox;
  readonly reports: Reports;
  readonly events: Events;
  readonly webhookEndpoints: WebhookEndpoints;

  /** Error: `invalid_configuration`. */
  constructor(options: TillOptions) {
    refuseBrowser();
    const { timeoutMs = TIMEOUT_MS, maxRetries = MAX_RETRIES } = options;
    const apiKey = options.apiKey ?? "";
    this.environment = environmentOf(apiKey);
    this.livemode = this.environment === "live";
    if (!(timeoutMs > 0)) throw new ConfigurationError("timeoutMs must be above 0.");
    if (!Number.isSafeInteger(maxRetries) || maxRetries < 0) {
      throw new ConfigurationError("maxRetries must be 0 or more.");
    }
    const { fetch = globalThis.fetch } = options;
    const transport = new Transport({ apiKey, baseUrl: baseOf(options.baseUrl), timeoutMs, maxRetries, fetch });
    this.intents = new Intents(transport);
    this.refunds = new Refunds(transport);
    this.sandbox = new Sandbox(transport);
    this.reports = new Reports(transport);
    this.events = new Events(transport);
    this.webhookEndpoints = new WebhookEndpoints(transport);
  }
}

/** The message never contains the input: it may be a mistyped key. */
function environmentOf(apiKey: string): "sandbox" | "live" {
  const [, prefix] = /^svc_(test|live)_[\x21-\x7e]+$/.exec(apiKey) ?? [];
  if (prefix) return prefix === "live" ? "live" : "sandbox";
  throw new ConfigurationError(
    apiKey === ""
      ? "apiKey is empty. Is the environment variable set?"
      : "apiKey must be an API key exactly as it was issued: svc_test_… or svc_live_…, without white space.",
  );
}

function baseOf(baseUrl: string | undefined): string {
  const url = parseUrl(baseUrl ?? "");
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new ConfigurationError(
      "baseUrl must be the service's URL, for example https://pay.example.com, without user name or query.",
    );
  }
  const path = /^.*[^/]/.exec(url.pathname)?.[0] ?? "";
  return `${url.origin}${path.endsWith("/api/v1") ? path : `${path}/api/v1`}`;
}

function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
