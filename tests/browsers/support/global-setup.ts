import startService from "@/tests/e2e/support/global-setup";
import { ENGINES, missingFor } from "./engines";

/** Says loudly which browsers are not tested; starts the service for the others. */
export default async function globalSetup() {
  const missing = ENGINES.map((engine) => ({ engine, what: missingFor(engine) })).filter(({ what }) => what !== null);
  for (const { engine, what } of missing) console.warn(`\n*** ${what} is missing: ${engine} is NOT tested ***\n`);
  return missing.length < ENGINES.length ? startService() : undefined;
}
