import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { inject } from "vitest";
import { TEMPLATE, withDatabase } from "@/tests/support/cluster";

/** A migrated and empty database of the run's cluster, for who drops it again. */
export async function copyDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `till_${randomBytes(6).toString("hex")}`;
  await administer(async (admin) => {
    await admin`select pg_advisory_lock(1)`;
    await admin.unsafe(`create database ${name} template ${TEMPLATE} strategy file_copy`);
  });
  return {
    url: withDatabase(inject("clusterUrl"), name),
    // left there, each would be vacuumed again and again while others run
    drop: () => administer(async (admin) => void (await admin.unsafe(`drop database ${name} with (force)`))),
  };
}

async function administer(work: (admin: postgres.Sql) => Promise<void>): Promise<void> {
  const admin = postgres(inject("clusterUrl"), { max: 1, onnotice: () => {} });
  await work(admin);
  await admin.end();
}
