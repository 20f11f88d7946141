import { z } from "zod";
import { databaseUrl, delays, flag, origin, proxyList, url, urlList, wholeNumber } from "@/lib/base/process/env-values";
import { hexFromTron } from "@/lib/base/tron/address";
import { parseSender } from "@/lib/base/values/mail-sender";
import { findHiddenFault } from "@/lib/base/values/name-rules";

/** Delay before attempt n + 1 is 10ⁿ seconds: six attempts over 31 hours. */
export const RETRY_DELAYS_S: readonly number[] = [10, 100, 1000, 10_000, 100_000];

/*
 * Every variable with its description in Markdown, and what its default is where no value can say it. After a change,
 * run `node scripts/configuration.mjs`, which writes docs/configuration.md and .env.example; a test compares them.
 */

const addressAndName = {
  PORT: wholeNumber(3000, 0, 65_535).describe("Port of the HTTP server; 0 picks a free one."),
  HOST: z.string().optional().meta({
    description: "Address to listen on. Set `127.0.0.1` behind a proxy on the same machine.",
    otherwise: "all addresses",
  }),
  APP_URL: origin("https://pay.shop.example").optional().meta({
    description:
      "Public URL of the service, used in links and in the API description: a host name, perhaps with a port, without a path.",
    otherwise: "http://localhost:PORT",
  }),
  APP_NAME: z
    .string()
    .min(1)
    .max(60)
    .refine((name) => findHiddenFault(name) === null, "must be one line without invisible characters, for example Till")
    .default("Till")
    .describe("Name shown to customers and in the dashboard."),
  TRUSTED_PROXIES: proxyList
    .default([])
    .describe("Comma-separated addresses or CIDR ranges of your proxies. Only their `X-Forwarded-For` is trusted."),
};

const storage = {
  DATA_DIR: z
    .string()
    .min(1)
    .default(".data")
    .describe("Folder of the embedded PostgreSQL and `secrets.json`, relative to the project folder."),
  DATABASE_URL: databaseUrl.optional().meta({
    description:
      "Your own PostgreSQL, version 14 or later, [as libpq reads it](operations/grow.md#the-connection-url). `?host=/var/run/postgresql` connects through a Unix socket.",
    otherwise: "the embedded PostgreSQL",
  }),
  DATABASE_DIRECT_URL: databaseUrl.optional().meta({
    description: "PostgreSQL's own URL, if `DATABASE_URL` is that of a pooler in transaction mode (PgBouncer).",
    otherwise: "DATABASE_URL",
  }),
  DATABASE_POOL: wholeNumber(10, 2, 200).describe("Database connections per process, besides two for notifications."),
  BACKUP_MAX_AGE_HOURS: wholeNumber(48, 0, 8_760).describe(
    "Hours after the last backup from which Till raises an alarm; 0 if your database is backed up otherwise.",
  ),
};

const secretsAndAccounts = {
  ENCRYPTION_KEY: z
    .string()
    .refine((value) => Buffer.from(value, "base64").length === 32, {
      error: "must be 32 bytes in base64, for example the output of: openssl rand -base64 32",
    })
    .optional()
    .meta({
      description:
        "32 bytes in base64 that encrypt webhook and authenticator secrets. All machines need the same key. To generate one: `openssl rand -base64 32`.",
      otherwise: "generated on the first start and stored in secrets.json",
    }),
  ENCRYPTION_KEYS_OLD: z
    .string()
    .default("")
    .describe("Comma-separated former values of `ENCRYPTION_KEY`, still accepted for decryption."),
  NEXTAUTH_SECRET: z.string().min(32, "must have at least 32 characters").optional().meta({
    description: "Protects the sign-in cookies; at least 32 characters.",
    otherwise: "derived from ENCRYPTION_KEY",
  }),
  SIGNUP: z
    .enum(["auto", "open", "invite", "closed"])
    .default("auto")
    .describe(
      "Who can create an account: `open` (everyone), `invite` (invited people only) or `closed` (no one; invitations work only for existing accounts). `auto` is open until the first business exists, then `invite`.",
    ),
  SMTP_URL: url("smtp:", "smtps:")
    .optional()
    .describe(
      "Mail server for password resets, invitations, notices about accounts, notifications, reports and customers' receipts, for example `smtps://user:password@mail.shop.example`. Without one, you pass on the links of the first two yourself, and the others aren't sent by email.",
    ),
  MAIL_FROM: z
    .string()
    .refine((value) => parseSender(value) !== null, {
      error: "must be one email address, with or without a name, for example Corner Shop <till@shop.example>",
    })
    .optional()
    .describe("Sender, with or without a name: `Corner Shop <till@shop.example>`. Required with `SMTP_URL`."),
};

const monitoring = {
  ALARM_EMAIL: z
    .email("must be an email address")
    .optional()
    .describe(
      "Where problems of the installation are reported by email: blockchain, jobs, backup, disk, certificate. Requires `SMTP_URL`.",
    ),
  TELEGRAM_BOT_TOKEN: z
    .string()
    .regex(/^\d+:[\w-]{20,}$/, "must be a bot's token, as @BotFather gives it")
    .optional()
    .describe("A Telegram bot, through which members and operators can be notified."),
  TELEGRAM_API_URL: url("http:", "https:").default("https://api.telegram.org").describe("Base URL of the Bot API."),
  ALARM_TELEGRAM_CHAT_ID: z
    .string()
    .regex(/^(-?\d{1,20}|@\w{1,64})$/, "must be a chat's number, for example -1001234567890, or @channel")
    .optional()
    .describe("The chat in which the bot reports problems of the installation. Requires `TELEGRAM_BOT_TOKEN`."),
  ALARM_WEBHOOK_URL: url("http:", "https:")
    .optional()
    .describe(
      "Gets `alarm.raised` and `alarm.cleared` for problems of the installation. Requires `ALARM_WEBHOOK_SECRET`.",
    ),
  ALARM_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/, "must be whsec_ and at least 24 bytes in base64")
    .optional()
    .describe("Signs these webhooks: `whsec_` and 32 bytes in base64."),
  METRICS_TOKEN: z
    .string()
    .min(16, "must have at least 16 characters")
    .optional()
    .describe("Bearer token for `/metrics`, at least 16 characters. If not set, `/metrics` is off."),
};

const processesAndLogs = {
  WEB_CONCURRENCY: wholeNumber(1, 1, 64).describe("Number of HTTP processes on this machine."),
  TILL_ROLE: z
    .enum(["all", "web", "engine"])
    .default("all")
    .describe(
      "`web` serves pages and the API and leaves background jobs to the engines of other processes on the same database. `engine` runs background jobs and serves only the health checks, `/metrics` and `/api/inngest`. `all` does both.",
    ),
  LOG_LEVEL: z
    .enum(["debug", "info", "warn", "error", "silent"])
    .default("info")
    .describe("`debug`, `info`, `warn`, `error` or `silent`."),
  FAST_LANE: flag(true).describe(
    "Serve `/api/v1` without going through Next.js. `false` routes it through Next.js, with the same responses.",
  ),
};

const traces = {
  OTEL_EXPORTER_OTLP_ENDPOINT: url("http:", "https:")
    .optional()
    .describe(
      "URL of an OpenTelemetry collector, for [traces](operations/run.md#traces) over OTLP/HTTP with JSON. If neither this nor the next variable is set, traces are off.",
    ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url("http:", "https:").optional().meta({
    description: "The complete URL for traces, used as it is.",
    otherwise: "the URL above with /v1/traces",
  }),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .optional()
    .describe("Comma-separated headers for the collector, such as its token: `authorization=Bearer%20token`."),
  OTEL_SERVICE_NAME: z.string().optional().meta({ description: "Name of this service in traces.", otherwise: "till" }),
  OTEL_RESOURCE_ATTRIBUTES: z
    .string()
    .optional()
    .describe("Comma-separated attributes of every span, for example `deployment.environment.name=production`."),
  OTEL_TRACES_SAMPLER: z.string().optional().meta({
    description: "Which traces are exported, for example `parentbased_traceidratio` with 0.1 for a tenth.",
    otherwise: "parentbased_always_on",
  }),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .optional()
    .meta({ description: "The share of them, for the samplers with `traceidratio`.", otherwise: "1" }),
  OTEL_SDK_DISABLED: z.string().optional().meta({ description: "`true` turns traces off.", otherwise: "false" }),
};

const rateLimits = {
  RATE_LIMIT_DEMO_PER_MINUTE: wholeNumber(5, 0, 1_000_000).describe("Demo payments per client address."),
  RATE_LIMIT_SIGN_IN_PER_MINUTE: wholeNumber(10, 0, 1_000_000).describe(
    "Sign-in attempts per account and client address; three times as many per address, five times per account. Also confirmations with a password per person, and sign-ups and password resets per address and per account.",
  ),
  RATE_LIMIT_SIMULATE_PER_MINUTE: wholeNumber(60, 0, 1_000_000).describe("Simulated payments per client address."),
  RATE_LIMIT_API_PER_MINUTE: wholeNumber(600, 0, 10_000_000).describe(
    "Requests for lists, events and webhook endpoints per API key.",
  ),
  RATE_LIMIT_RECEIPT_PER_MINUTE: wholeNumber(5, 0, 1_000_000).describe(
    "Receipts sent by email per client address. For each payment, at most three an hour are sent.",
  ),
  RATE_LIMIT_STATUS_PER_MINUTE: wholeNumber(600, 0, 10_000_000).describe(
    "Status and instruction requests, updates of payment pages and windows, and submitted refund addresses: all together, per client address and process.",
  ),
  RATE_LIMIT_CREATE_PER_SECOND: wholeNumber(100, 0, 1_000_000).describe(
    "New intents per key, and charges per terminal at the keypad and in the dashboard, per process.",
  ),
  OPEN_PAGES_PER_ADDRESS: wholeNumber(50, 0, 1_000_000).describe(
    "Payment pages with live updates per client address and process. Further pages poll every 2 s.",
  ),
  OPEN_PAGES_PER_PROCESS: wholeNumber(20_000, 0, 1_000_000).describe("The limit for all client addresses together."),
  REDIS_URL: url("redis:", "rediss:")
    .optional()
    .describe("Redis, which lets several machines share all limits except those of status requests and new intents."),
  UPSTASH_REDIS_REST_URL: url("http:", "https:")
    .optional()
    .describe("Redis over Upstash REST. Takes precedence over `REDIS_URL`."),
  UPSTASH_REDIS_REST_TOKEN: z.string().optional().describe("Token for Upstash. Required with its URL."),
};

const backgroundJobs = {
  JOBS_DRIVER: z
    .enum(["auto", "embedded", "inngest", "both", "off"])
    .default("auto")
    .describe(
      "Engine that runs scheduled work: `auto`, `embedded`, `inngest`, `both` or `off`. `auto` is [Inngest](inngest.md) if it is configured, else the embedded ticker.",
    ),
  INNGEST_DEV: z
    .string()
    .optional()
    .describe(
      "`1` or the URL of the Inngest dev server. Turns off signature checks: never set it on a service that others can reach.",
    ),
  INNGEST_EVENT_KEY: z
    .string()
    .optional()
    .describe(
      "Event key of Inngest Cloud or of your own Inngest server. With the signing key, it makes Inngest the engine.",
    ),
  INNGEST_SIGNING_KEY: z.string().optional().describe("Signing key."),
  INNGEST_BASE_URL: url("http:", "https:")
    .optional()
    .meta({ description: "URL of your own Inngest server.", otherwise: "Inngest Cloud" }),
  INNGEST_SERVE_ORIGIN: origin("http://till:3000")
    .optional()
    .meta({ description: "URL at which Inngest reaches this service.", otherwise: "APP_URL" }),
};

const walletsAndWebhooks = {
  CHECKOUT_URI_SCHEME: z
    .string()
    .regex(/^[a-z][a-z0-9+.-]*$/, "must be a URI scheme in lowercase, for example service")
    .default("service")
    .describe("Scheme of the deep link. Live payment pages show the link only if this is a wallet app's scheme."),
  WEBHOOK_RETRY_DELAYS_S: delays
    .default([...RETRY_DELAYS_S])
    .describe("Seconds between the six delivery attempts of a webhook: five comma-separated numbers."),
  WEBHOOK_ALLOW_PRIVATE_SANDBOX: flag(true).describe(
    "Allow sandbox webhooks to localhost and private networks. Live webhooks never go there.",
  ),
};

const liveSettlement = {
  TRON_RPC_URLS: urlList
    .default([])
    .describe("Comma-separated JSON-RPC URLs of TRON nodes, preferred node first. If not set, live payments are off."),
  TRON_HTTP_URLS: urlList.default([]).meta({
    description:
      "Comma-separated base URLs of the nodes' HTTP API, to which signed refunds and sweeps are sent. Your own java-tron node needs it: its HTTP API has a port of its own, such as 8090.",
    otherwise: "TRON_RPC_URLS without /jsonrpc",
  }),
  TRON_API_KEY: z
    .string()
    .optional()
    .describe("Sent as `TRON-PRO-API-KEY`: only to TronGrid if one of the nodes is TronGrid's, else to all nodes."),
  TRON_NETWORK: z
    .enum(["mainnet", "nile", "custom"])
    .default("mainnet")
    .describe(
      "`mainnet`, `nile`, or `custom` with the next two variables. Use a database of its own (`DATA_DIR` or `DATABASE_URL`) for [each network](settlement.md#choose-a-node): test coins would stay in live reports for good.",
    ),
  TRON_CHAIN_ID: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, "must be a whole number above 0")
    .transform(Number)
    .optional()
    .meta({ description: "Chain ID of a custom network.", otherwise: "by network" }),
  TRON_TOKEN: z
    .string()
    .refine((value) => hexFromTron(value) !== null, {
      error:
        "must be the token's contract address (T and 33 more characters), for example TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
    })
    .optional()
    .meta({ description: "Contract address of the token (`T…`).", otherwise: "by network" }),
  TRON_POLL_BUSY_MS: wholeNumber(6_000, 100, 60_000).describe(
    "Polling interval in milliseconds while live payments are pending.",
  ),
  TRON_POLL_IDLE_MS: wholeNumber(60_000, 100, 3_600_000).describe(
    "Polling interval in milliseconds while none are pending.",
  ),
  TRON_AGREE_FROM_USDT: wholeNumber(1_000, 0, 1_000_000_000).describe(
    "From this amount, a second node must confirm a transfer, if one is configured.",
  ),
  TRON_CLOCK_TOLERANCE_S: wholeNumber(30, 5, 86_400).describe(
    "Maximum difference in seconds between the clocks of the chain and the database. Beyond it, new live payments are refused. Raise it only for a test chain with manually mined blocks.",
  ),
};

/** The variables by topic, in the order of the documentation. */
export const VARIABLES: Record<string, z.ZodRawShape> = {
  "Address and name": addressAndName,
  Storage: storage,
  "Secrets and accounts": secretsAndAccounts,
  "Alarms and metrics": monitoring,
  "Processes and logs": processesAndLogs,
  Traces: traces,
  "Rate limits (0: no limit)": rateLimits,
  "Background jobs": backgroundJobs,
  "Wallets and webhooks": walletsAndWebhooks,
  "Live settlement": liveSettlement,
};

export const EnvSchema = z.object({
  ...addressAndName,
  ...storage,
  ...secretsAndAccounts,
  ...monitoring,
  ...processesAndLogs,
  ...traces,
  ...rateLimits,
  ...backgroundJobs,
  ...walletsAndWebhooks,
  ...liveSettlement,
});
