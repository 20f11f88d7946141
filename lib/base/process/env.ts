import { readFileSync } from "node:fs";
import type { z } from "zod";
import { EnvSchema } from "@/lib/base/process/variables";

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

/**
 * Parses a set of variables; empty strings count as not set. Error: `EnvError` with one sentence per invalid variable.
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ""));
  const result = EnvSchema.safeParse(given);
  if (!result.success) throw new EnvError(result.error.issues.map((issue) => sentence(issue, given)).join("\n"));
  const env = result.data;
  const broken = RULES.find(({ isBroken }) => isBroken(env));
  if (broken) throw new EnvError(broken.sentence(env));
  return {
    ...env,
    APP_URL: env.APP_URL ?? `http://localhost:${env.PORT}`,
    jobs: jobsOf(env),
    tracing: exportsTraces(env),
  };
}

type Rule = { isBroken(env: ParsedEnv): boolean; sentence(env: ParsedEnv): string };
type Name = keyof ParsedEnv;

/** How variables depend on one another, the first broken one first. */
const RULES: readonly Rule[] = [
  together("UPSTASH_REDIS_REST_URL", "UPSTASH_REDIS_REST_TOKEN"),
  needs("DATABASE_DIRECT_URL", "DATABASE_URL", "the URL of the pooler in front of the same database"),
  {
    isBroken: (env) => env.TILL_ROLE === "engine" && env.JOBS_DRIVER === "off",
    sentence: () => "TILL_ROLE=engine runs background jobs, and JOBS_DRIVER=off turns them off. Set one of them.",
  },
  needs("SMTP_URL", "MAIL_FROM", "the sender address, for example till@shop.example"),
  needs("ALARM_EMAIL", "SMTP_URL", "the mail server that sends the emails"),
  needs("ALARM_TELEGRAM_CHAT_ID", "TELEGRAM_BOT_TOKEN", "the bot that writes to the chat"),
  together("ALARM_WEBHOOK_URL", "ALARM_WEBHOOK_SECRET"),
  {
    isBroken: (env) => env.TRON_NETWORK === "custom" && (!env.TRON_CHAIN_ID || !env.TRON_TOKEN),
    sentence: () => "TRON_NETWORK=custom needs TRON_CHAIN_ID and TRON_TOKEN.",
  },
  {
    isBroken: (env) => (env.JOBS_DRIVER === "inngest" || env.JOBS_DRIVER === "both") && !isInngestConfigured(env),
    sentence: (env) =>
      `JOBS_DRIVER=${env.JOBS_DRIVER} needs INNGEST_DEV, or INNGEST_EVENT_KEY and INNGEST_SIGNING_KEY.`,
  },
];

function together(one: Name, other: Name): Rule {
  return {
    isBroken: (env) => Boolean(env[one]) !== Boolean(env[other]),
    sentence: () => `${one} and ${other} go together. Set both or neither.`,
  };
}

function needs(name: Name, needed: Name, what: string): Rule {
  return {
    isBroken: (env) => Boolean(env[name]) && !env[needed],
    sentence: () => `${name} needs ${needed}, ${what}.`,
  };
}

function isInngestConfigured({ INNGEST_DEV, INNGEST_EVENT_KEY, INNGEST_SIGNING_KEY }: ParsedEnv): boolean {
  const isDev = INNGEST_DEV !== undefined && !/^(0|false)$/i.test(INNGEST_DEV);
  return isDev || Boolean(INNGEST_EVENT_KEY && INNGEST_SIGNING_KEY);
}

function exportsTraces(env: ParsedEnv): boolean {
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_ENDPOINT;
  return endpoint !== undefined && env.OTEL_SDK_DISABLED?.toLowerCase() !== "true";
}

function jobsOf(env: ParsedEnv): Jobs {
  const { JOBS_DRIVER, TILL_ROLE } = env;
  const driver = JOBS_DRIVER === "auto" ? (isInngestConfigured(env) ? "inngest" : "embedded") : JOBS_DRIVER;
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
 * Fills in each variable whose value is in a file, as container platforms mount secrets: `DATABASE_URL_FILE` names the
 * file of `DATABASE_URL`. Line feeds at the file's end don't count. Error: `EnvError` if both are set or the file can't
 * be read.
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
