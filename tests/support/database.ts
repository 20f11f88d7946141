import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, inject } from "vitest";
import { systemContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { resetEnv } from "@/lib/base/process/env";
import { seedDemoMerchant } from "@/lib/business/merchants/seed-demo";
import { TEMPLATE, withDatabase } from "@/tests/support/cluster";

const name = `till_${randomBytes(6).toString("hex")}`;

/** Every test file has a database of its own, a copy of the migrated template. */
beforeAll(async () => {
  await administer(async (admin) => {
    await admin`select pg_advisory_lock(1)`;
    await admin.unsafe(`create database ${name} template ${TEMPLATE}`);
  });
  process.env.DATABASE_URL = withDatabase(inject("clusterUrl"), name);
  resetEnv();
  await seedDemoMerchant(systemContext(database(), "test"));
  // what runs at once in a test would otherwise run one after the other, as each connection opens
  await openAllConnections();
});

async function administer(work: (admin: postgres.Sql) => Promise<void>): Promise<void> {
  const admin = postgres(inject("clusterUrl"), { max: 1, onnotice: () => {} });
  await work(admin);
  await admin.end();
}

async function openAllConnections(): Promise<void> {
  const { sql } = database();
  const held = await Promise.all(Array.from({ length: sql.options.max }, () => sql.reserve()));
  for (const one of held) one.release();
}

afterAll(async () => {
  await database().close();
  // left there, each would be vacuumed again and again while others run
  await administer(async (admin) => void (await admin.unsafe(`drop database ${name} with (force)`)));
});
