import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, inject } from "vitest";
import { systemContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { resetEnv } from "@/lib/env";
import { seedDemoMerchant } from "@/lib/merchants/seed-demo";
import { TEMPLATE, withDatabase } from "@/tests/support/cluster";

const name = `till_${randomBytes(6).toString("hex")}`;

process.env.LOG_LEVEL ??= "silent";
process.env.ENCRYPTION_KEY = randomBytes(32).toString("base64");
process.env.APP_URL = "http://localhost:3000";
for (const limit of ["DEMO_PER_MINUTE", "SIMULATE_PER_MINUTE", "STATUS_PER_MINUTE", "CREATE_PER_SECOND"]) {
  process.env[`RATE_LIMIT_${limit}`] ??= "0";
}

/** Every test file has a database of its own, a copy of the migrated template. */
beforeAll(async () => {
  const clusterUrl = inject("clusterUrl");
  const admin = postgres(clusterUrl, { max: 1, onnotice: () => {} });
  await admin`select pg_advisory_lock(1)`;
  await admin.unsafe(`create database ${name} template ${TEMPLATE}`);
  await admin.end();
  process.env.DATABASE_URL = withDatabase(clusterUrl, name);
  resetEnv();
  await seedDemoMerchant(systemContext(database(), "test"));
});

afterAll(async () => {
  await database().close();
});
