import pino from "pino";
import { env } from "@/lib/base/process/env";
import { processWide } from "@/lib/base/process/process-wide";
import { traceFields } from "@/lib/base/process/tracing";

/**
 * Leaves out what quotes rows, requests and passwords: `detail` and `where` of PostgreSQL, `command` of Redis, and the
 * command in Upstash's messages.
 */
export function loggedError(error: unknown) {
  return error instanceof Error ? unquoting(pino.stdSerializers.err(error)) : error;
}

const UPSTASH_COMMAND = /, command was: .*/g;

function unquoting({ detail: _, where: __, command: ___, ...fields }: pino.SerializedError): Record<string, unknown> {
  const inner = (value: unknown) => (isSerialized(value) ? unquoting(value) : value);
  const safe = Object.entries(fields).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(inner) : inner(value),
  ]);
  const [message, stack] = [fields.message, fields.stack].map((text) => text.replace(UPSTASH_COMMAND, ""));
  return { ...Object.fromEntries(safe), message, stack };
}

const SERIALIZED = Object.getPrototypeOf(pino.stdSerializers.err(new Error()));
const isSerialized = (value: unknown): value is pino.SerializedError =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === SERIALIZED;

/**
 * Structured log lines on standard error, with the trace that they belong to. Ids may be logged; keys, secrets and
 * bodies never are.
 */
export function log() {
  return processWide("log", () =>
    pino(
      {
        level: env().LOG_LEVEL,
        base: { pid: process.pid },
        mixin: traceFields,
        timestamp: pino.stdTimeFunctions.isoTime,
        formatters: { level: (label) => ({ level: label }) },
        serializers: { err: loggedError },
        redact: { paths: ["*.authorization", "*.secret", "*.password", "*.key", "*.body"], censor: "[redacted]" },
      },
      pino.destination({ dest: 2, sync: false }),
    ),
  );
}
