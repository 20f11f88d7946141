import { readFileSync } from "node:fs";
import ipaddr from "ipaddr.js";
import { z } from "zod";
import { DatabaseUrlError, readDatabaseUrl } from "@/lib/base/process/database-url";
import { hexFromTron } from "@/lib/base/tron/address";
import { parseSender } from "@/lib/base/values/mail-sender";
import { findHiddenFault } from "@/lib/base/values/name-rules";

/** Delay before attempt n + 1 is 10ⁿ seconds: six attempts over 31 hours. */
export const RETRY_DELAYS_S: readonly number[] = [10, 100, 1000, 10_000, 100_000];

const wholeNumber = (fallback: number, min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`))
    .default(fallback);

const flag = (fallback: boolean) =>
  z
    .enum(["true", "false", "1", "0"], { error: "must be true or false" })
    .transform((value) => value === "true" || value === "1")
    .default(fallback);

const url = (...protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `must be a URL that starts with ${protocols.map((p) => `${p}//`).join(" or ")}`,
  });

const databaseUrl = z.string().superRefine((value, issues) => {
  try {
    readDatabaseUrl(value);
  } catch (error) {
    if (!(error instanceof DatabaseUrlError)) throw error;
    issues.addIssue({ code: "custom", message: error.message });
  }
});

/** Pages and links begin at a host's root. A slash at the end is left out, and so is the default port. */
const origin = (example: string) =>
  url("http:", "https:")
    .superRefine((value, context) => {
      const fault = URL.canParse(value) ? findOriginFault(new URL(value), value) : null;
      if (fault) context.addIssue({ code: "custom", message: `${fault}, for example ${example}` });
    })
    .transform((value) => new URL(value).origin);

function findOriginFault({ pathname, username, password }: URL, value: string): string | null {
  if (username || password) return "must be a URL without a user name and password";
  if (/[?#]/.test(value)) return "must be a URL without a query and fragment";
  if (/[^/]/.test(pathname)) {
    return "must be a URL without a path, since Till needs a host name or a port of its own";
  }
  return null;
}

const proxyList = z
  .string()
  .transform((value) =>
    value
      .split(",")
      .map((entry) => entry.trim())
      .filter(Boolean),
  )
  .refine((entries) => entries.every((entry) => ipaddr.isValid(entry) || ipaddr.isValidCIDR(entry)), {
    error: "must be addresses or CIDR ranges, separated by commas, for example 127.0.0.1,10.0.0.0/8",
  });

const delays = z
  .string()
  .regex(/^\d+(\.\d+)?(,\d+(\.\d+)?){4}$/, "must be five numbers of seconds, separated by commas")
  .transform((value) => value.split(",").map(Number));

const urlList = z
  .string()
  .transform((value) =>
    value
      .split(",")
      .map((entry) => entry.trim())
      .filter(Boolean),
  )
  .refine((entries) => entries.every((entry) => /^https?:$/.test(URL.canParse(entry) ? new URL(entry).protocol : "")), {
    error: "must be URLs that start with http:// or https://, separated by commas",
  });

/** One entry per variable. README.md and `.env.example` list the same names; a test compares them. */
export const EnvSchema = z.object({
  PORT: wholeNumber(3000, 0, 65_535),
  HOST: z.string().optional(),
  APP_URL: origin("https://pay.shop.example").optional(),
  APP_NAME: z
    .string()
    .min(1)
    .max(60)
    .refine((name) => findHiddenFault(name) === null, "must be one line without invisible characters, for example Till")
    .default("Till"),
  DATA_DIR: z.string().min(1).default(".data"),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  DATABASE_POOL: wholeNumber(10, 2, 200),
  ENCRYPTION_KEY: z
    .string()
    .refine((value) => Buffer.from(value, "base64").length === 32, {
      error: "must be 32 bytes in base64, for example the output of: openssl rand -base64 32",
    })
    .optional(),
  ENCRYPTION_KEYS_OLD: z.string().default(""),
  NEXTAUTH_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  SIGNUP: z.enum(["auto", "open", "invite", "closed"]).default("auto"),
  SMTP_URL: url("smtp:", "smtps:").optional(),
  MAIL_FROM: z
    .string()
    .refine((value) => parseSender(value) !== null, {
      error: "must be one email address, with or without a name, for example Corner Shop <till@shop.example>",
    })
    .optional(),
  TRUSTED_PROXIES: proxyList.default([]),
  WEB_CONCURRENCY: wholeNumber(1, 1, 64),
  TILL_ROLE: z.enum(["all", "web", "engine"]).default("all"),
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
  BACKUP_MAX_AGE_HOURS: wholeNumber(48, 0, 8_760),
  ALARM_EMAIL: z.email("must be an email address").optional(),
  ALARM_TELEGRAM_CHAT_ID: z
    .string()
    .regex(/^(-?\d{1,20}|@\w{1,64})$/, "must be a chat's number, for example -1001234567890, or @channel")
    .optional(),
  ALARM_WEBHOOK_URL: url("http:", "https:").optional(),
  ALARM_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/, "must be whsec_ and at least 24 bytes in base64")
    .optional(),
  TELEGRAM_BOT_TOKEN: z
    .string()
    .regex(/^\d+:[\w-]{20,}$/, "must be a bot's token, as @BotFather gives it")
    .optional(),
  TELEGRAM_API_URL: url("http:", "https:").default("https://api.telegram.org"),
  METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),

  OTEL_EXPORTER_OTLP_ENDPOINT: url("http:", "https:").optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url("http:", "https:").optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_RESOURCE_ATTRIBUTES: z.string().optional(),
  OTEL_TRACES_SAMPLER: z.string().optional(),
  OTEL_TRACES_SAMPLER_ARG: z.string().optional(),
  OTEL_SDK_DISABLED: z.string().optional(),

  REDIS_URL: url("redis:", "rediss:").optional(),
  UPSTASH_REDIS_REST_URL: url("http:", "https:").optional(),
  UPSTASH_REDIS_REST_TOKEN: z.string().optional(),
  RATE_LIMIT_DEMO_PER_MINUTE: wholeNumber(5, 0, 1_000_000),
  RATE_LIMIT_SIGN_IN_PER_MINUTE: wholeNumber(10, 0, 1_000_000),
  RATE_LIMIT_SIMULATE_PER_MINUTE: wholeNumber(60, 0, 1_000_000),
  RATE_LIMIT_RECEIPT_PER_MINUTE: wholeNumber(5, 0, 1_000_000),
  RATE_LIMIT_STATUS_PER_MINUTE: wholeNumber(600, 0, 10_000_000),
  RATE_LIMIT_CREATE_PER_SECOND: wholeNumber(100, 0, 1_000_000),
  OPEN_PAGES_PER_ADDRESS: wholeNumber(50, 0, 1_000_000),
  OPEN_PAGES_PER_PROCESS: wholeNumber(20_000, 0, 1_000_000),

  FAST_LANE: flag(true),
  JOBS_DRIVER: z.enum(["auto", "embedded", "inngest", "both", "off"]).default("auto"),
  INNGEST_DEV: z.string().optional(),
  INNGEST_EVENT_KEY: z.string().optional(),
  INNGEST_SIGNING_KEY: z.string().optional(),
  INNGEST_BASE_URL: url("http:", "https:").optional(),
  INNGEST_SERVE_ORIGIN: origin("http://till:3000").optional(),

  CHECKOUT_URI_SCHEME: z
    .string()
    .regex(/^[a-z][a-z0-9+.-]*$/, "must be a URI scheme in lowercase, for example service")
    .default("service"),
  TRON_RPC_URLS: urlList.default([]),
  TRON_HTTP_URLS: urlList.default([]),
  TRON_API_KEY: z.string().optional(),
  TRON_NETWORK: z.enum(["mainnet", "nile", "custom"]).default("mainnet"),
  TRON_CHAIN_ID: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, "must be a whole number above 0")
    .transform(Number)
    .optional(),
  TRON_TOKEN: z
    .string()
    .refine((value) => hexFromTron(value) !== null, {
      error:
        "must be the token's contract address (T and 33 more characters), for example TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
    })
    .optional(),
  TRON_POLL_BUSY_MS: wholeNumber(6_000, 100, 60_000),
  TRON_POLL_IDLE_MS: wholeNumber(60_000, 100, 3_600_000),
  TRON_AGREE_FROM_USDT: wholeNumber(1_000, 0, 1_000_000_000),
  TRON_CLOCK_TOLERANCE_S: wholeNumber(30, 5, 86_400),

  WEBHOOK_RETRY_DELAYS_S: delays.default([...RETRY_DELAYS_S]),
  WEBHOOK_ALLOW_PRIVATE_SANDBOX: flag(true),
});

type ParsedEnv = z.infer<typeof EnvSchema>;
export type Env = Omit<ParsedEnv, "APP_URL"> & {
  APP_URL: string;
  jobs: Jobs;
  /** traces are exported; OpenTelemetry's SDK reads the other `OTEL_` variables itself */
  tracing: boolean;
};

type Jobs = {
  /** this process runs the embedded engine */
  embedded: boolean;
  /** this process hands scheduled work to Inngest */
  inngest: boolean;
  /** this process answers Inngest's calls */
  serves: boolean;
  /** this process notifies embedded engines in other processes */
  notifies: boolean;
};

/** An invalid variable. The message names it and says what is allowed and what was given. */
export class EnvError extends Error {}

/** Parses a set of variables; empty strings count as not set. Error: `EnvError` with one sentence per invalid variable. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ""));
  const result = EnvSchema.safeParse(given);
  if (!result.success) throw new EnvError(result.error.issues.map((issue) => sentence(issue, given)).join("\n"));
  const env = result.data;
  if (Boolean(env.UPSTASH_REDIS_REST_URL) !== Boolean(env.UPSTASH_REDIS_REST_TOKEN)) {
    throw new EnvError("UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN go together. Set both or neither.");
  }
  if (env.DATABASE_DIRECT_URL && !env.DATABASE_URL) {
    throw new EnvError("DATABASE_DIRECT_URL needs DATABASE_URL, the URL of the pooler in front of the same database.");
  }
  if (env.TILL_ROLE === "engine" && env.JOBS_DRIVER === "off") {
    throw new EnvError("TILL_ROLE=engine runs background jobs, and JOBS_DRIVER=off turns them off. Set one of them.");
  }
  if (env.SMTP_URL && !env.MAIL_FROM) {
    throw new EnvError("SMTP_URL needs MAIL_FROM, the sender address, for example till@shop.example.");
  }
  if (env.ALARM_EMAIL && !env.SMTP_URL) {
    throw new EnvError("ALARM_EMAIL needs SMTP_URL, the mail server that sends the emails.");
  }
  if (env.ALARM_TELEGRAM_CHAT_ID && !env.TELEGRAM_BOT_TOKEN) {
    throw new EnvError("ALARM_TELEGRAM_CHAT_ID needs TELEGRAM_BOT_TOKEN, the bot that writes to the chat.");
  }
  if (Boolean(env.ALARM_WEBHOOK_URL) !== Boolean(env.ALARM_WEBHOOK_SECRET)) {
    throw new EnvError("ALARM_WEBHOOK_URL and ALARM_WEBHOOK_SECRET go together. Set both or neither.");
  }
  if (env.TRON_NETWORK === "custom" && (!env.TRON_CHAIN_ID || !env.TRON_TOKEN)) {
    throw new EnvError("TRON_NETWORK=custom needs TRON_CHAIN_ID and TRON_TOKEN.");
  }
  const inngestDev = env.INNGEST_DEV !== undefined && !/^(0|false)$/i.test(env.INNGEST_DEV);
  const inngestConfigured = inngestDev || Boolean(env.INNGEST_EVENT_KEY && env.INNGEST_SIGNING_KEY);
  if ((env.JOBS_DRIVER === "inngest" || env.JOBS_DRIVER === "both") && !inngestConfigured) {
    throw new EnvError(
      `JOBS_DRIVER=${env.JOBS_DRIVER} needs INNGEST_DEV, or INNGEST_EVENT_KEY and INNGEST_SIGNING_KEY.`,
    );
  }
  return {
    ...env,
    APP_URL: env.APP_URL ?? `http://localhost:${env.PORT}`,
    jobs: jobsOf(env, inngestConfigured),
    tracing: exportsTraces(env),
  };
}

function exportsTraces(env: ParsedEnv): boolean {
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_ENDPOINT;
  return endpoint !== undefined && env.OTEL_SDK_DISABLED?.toLowerCase() !== "true";
}

function jobsOf({ JOBS_DRIVER, TILL_ROLE }: ParsedEnv, inngestConfigured: boolean): Jobs {
  const driver = JOBS_DRIVER === "auto" ? (inngestConfigured ? "inngest" : "embedded") : JOBS_DRIVER;
  const hasEmbedded = driver === "embedded" || driver === "both";
  const inngest = driver === "inngest" || driver === "both";
  const embedded = hasEmbedded && TILL_ROLE !== "web";
  return {
    embedded,
    inngest,
    serves: inngest && TILL_ROLE !== "web",
    notifies: !embedded && (hasEmbedded || !inngest),
  };
}

function sentence(issue: z.core.$ZodIssue, given: Record<string, string | undefined>) {
  const name = String(issue.path[0]);
  const secret = /KEY|TOKEN|URL|SECRET|ENDPOINT/.test(name);
  const shown = secret ? "" : ` It is ${JSON.stringify(given[name])}.`;
  return `${name} ${issue.message.replace(/^Invalid option: expected one of /, "must be one of ")}.${shown}`;
}

/**
 * Fills in each variable whose value is in a file, as container platforms mount secrets: `DATABASE_URL_FILE` names the file of
 * `DATABASE_URL`. Line feeds at the file's end don't count. Error: `EnvError` if both are set or the file can't be read.
 */
export function readSecretFiles(environment: Record<string, string | undefined>): void {
  for (const name of Object.keys(EnvSchema.shape)) {
    const file = environment[`${name}_FILE`];
    if (!file) continue;
    if (environment[name]) throw new EnvError(`${name} and ${name}_FILE are both set. Set one of them.`);
    environment[name] = readSecretFile(`${name}_FILE`, file);
    // a forked worker inherits the value; the name stays, empty, so that the worker's .env doesn't set it again
    environment[`${name}_FILE`] = "";
  }
}

/** The text of a file without the line feed at its end. `name` is what the error names. Error: `EnvError`. */
export function readSecretFile(name: string, file: string): string {
  try {
    return readFileSync(file, "utf8").replace(/\r?\n$/, "");
  } catch (error) {
    throw new EnvError(`${name} can't be read: ${(error as Error).message}`);
  }
}

let parsed: Env | undefined;

/** Returns the process's environment, parsed on first use, so that a build needs no variables. */
export function env(): Env {
  parsed ??= parseEnv(process.env);
  return parsed;
}

/** Discards the parsed environment. The server calls this after it has added missing values. */
export function resetEnv() {
  parsed = undefined;
}
