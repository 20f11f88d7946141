import { startServer } from "@/tests/e2e/support/server";
import { watchedBy } from "@/tests/e2e/support/settlement";
import { openServerDatabase, serverDatabaseUrl } from "@/tests/e2e/support/shop";

/** A second service on the database of the server under test, without an engine of its own. */
export async function startSecondServer(settings: Record<string, string>) {
  // a service asks where live payments were last watched: not on a network that a test made up
  const db = await openServerDatabase();
  await watchedBy(db);
  await db.close();
  return startServer({ JOBS_DRIVER: "off", DATABASE_URL: await serverDatabaseUrl(), ...settings });
}
