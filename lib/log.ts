import pino from "pino";
import { env } from "@/lib/env";
import { processWide } from "@/lib/process-wide";
import { traceFields } from "@/lib/tracing";

/** PostgreSQL's `detail` and `where` quote rows and parameters, and so what a request contained. */
export function loggedError(error: unknown) {
  if (!(error instanceof Error)) return error;
  const { detail: _, where: __, ...rest } = pino.stdSerializers.err(error) as pino.SerializedError;
  return rest;
}

/** Structured log lines on standard error, with the trace that they belong to. Ids may be logged; keys, secrets and bodies never are. */
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
