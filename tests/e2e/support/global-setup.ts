import { createMerchant, startServer } from "@/tests/e2e/support/server";

/**
 * Without `E2E_BASE_URL` the built server is started for the run. A server that is already there brings the sandbox key
 * of one of its terminals in `E2E_SANDBOX_KEY` and its data folder in `E2E_DATA_DIR`.
 */
export default async function globalSetup() {
  if (process.env.E2E_BASE_URL) return undefined;
  const server = await startServer();
  try {
    process.env.E2E_SANDBOX_KEY = createMerchant(server.dataDir, new URL(server.url).port);
  } catch (error) {
    await server.stop();
    throw error;
  }
  process.env.E2E_BASE_URL = server.url;
  process.env.E2E_DATA_DIR = server.dataDir;
  return server.stop;
}
