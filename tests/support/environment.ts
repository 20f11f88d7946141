import "next/dist/server/node-environment-baseline";
import { randomBytes } from "node:crypto";
import { resetEnv } from "@/lib/base/process/env";

/**
 * Files of one worker share its modules: each begins with the environment that the worker had, and nothing
 * process-wide.
 */
const worker = globalThis as unknown as { __till?: unknown; __environment?: NodeJS.ProcessEnv };
worker.__environment ??= { LOG_LEVEL: "silent", ...process.env };
delete worker.__till;

for (const name of Object.keys(process.env)) if (!(name in worker.__environment)) delete process.env[name];
Object.assign(process.env, worker.__environment, {
  ENCRYPTION_KEY: randomBytes(32).toString("base64"),
  APP_URL: "http://localhost:3000",
  RATE_LIMIT_DEMO_PER_MINUTE: "0",
  RATE_LIMIT_SIMULATE_PER_MINUTE: "0",
  RATE_LIMIT_API_PER_MINUTE: "0",
  RATE_LIMIT_STATUS_PER_MINUTE: "0",
  RATE_LIMIT_CREATE_PER_SECOND: "0",
});
resetEnv();
