import { afterAll, beforeAll } from "vitest";
import { systemContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { resetEnv } from "@/lib/base/process/env";
import { seedDemoMerchant } from "@/lib/business/merchants/seed-demo";
import { copyDatabase } from "@/tests/support/copied-database";

let drop = async () => {};

/** Every test file has a database of its own, a copy of the migrated template. */
beforeAll(async () => {
  const copy = await copyDatabase();
  drop = copy.drop;
  process.env.DATABASE_URL = copy.url;
  resetEnv();
  await seedDemoMerchant(systemContext(database(), "test"));
  // what runs at once in a test would otherwise run one after the other, as each connection opens
  await openAllConnections();
});

async function openAllConnections(): Promise<void> {
  const { sql } = database();
  const held = await Promise.all(Array.from({ length: sql.options.max }, () => sql.reserve()));
  for (const one of held) one.release();
}

afterAll(async () => {
  await database().close();
  await drop();
});
