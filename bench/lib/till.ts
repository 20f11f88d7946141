import { systemContext } from "@/lib/context";
import { openDatabase } from "@/lib/db/client";
import { startEmbeddedPostgres } from "@/lib/db/embedded/start";
import { migrateDatabase } from "@/lib/db/migrate";
import { readKey } from "@/lib/keys/key";
import { createMerchant } from "@/lib/merchants/create";
import { createEndpoint } from "@/lib/webhooks/create-endpoint";
import { DEFAULT_EVENT_TYPES } from "@/lib/webhooks/events";

/** The launcher of the service, with its settings: durable commits. */
export function startPostgres(dataDir: string) {
  return startEmbeddedPostgres({ dataDir, supervise: false });
}

export function migrate(url: string, folder: string) {
  return migrateDatabase(url, folder);
}

/** A merchant with a terminal, its sandbox key and an endpoint for each URL, made by the verbs that the operator uses. */
export async function makeMerchant(databaseUrl: string, webhookUrls: string[]) {
  const db = openDatabase(databaseUrl, { pool: 2 });
  try {
    const ctx = systemContext(db, "bench");
    const made = await createMerchant(ctx, {
      name: "Corner Bookshop",
      email: "owner@example.com",
      password: "a long enough password",
      terminal: "Front desk",
    });
    const endpointIds: string[] = [];
    for (const url of webhookUrls) {
      const input = { environment: "sandbox" as const, terminalId: null, url, eventTypes: DEFAULT_EVENT_TYPES };
      endpointIds.push((await createEndpoint({ ...ctx, merchantId: made.merchant_id }, input)).id);
    }
    const key = made.keys.sandbox;
    return {
      merchantId: made.merchant_id,
      terminalId: made.terminal_id,
      key,
      keyHash: readKey(key)?.hash.toString("hex") ?? "",
      endpointIds,
    };
  } finally {
    await db.close();
  }
}
