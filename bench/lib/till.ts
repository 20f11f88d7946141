import { type MemberContext, systemContext } from "@/lib/base/context/context";
import { openDatabase } from "@/lib/base/db/client";
import { startEmbeddedPostgres } from "@/lib/base/db/embedded/start";
import { migrateDatabase } from "@/lib/base/db/migrate";
import { CSV_STYLES } from "@/lib/base/exports/formats";
import { writeCsv } from "@/lib/base/exports/write-csv";
import { readKey } from "@/lib/business/keys/key";
import { createMerchant } from "@/lib/business/merchants/create";
import { createEndpoint } from "@/lib/delivery/endpoints/create";
import { DEFAULT_EVENT_TYPES } from "@/lib/delivery/events/catalog";
import { readCursor } from "@/lib/payments/lists/cursor";
import { exportPayments } from "@/lib/payments/lists/export";
import { PaymentFilter } from "@/lib/payments/lists/filter";
import { listPayments } from "@/lib/payments/lists/list";
import { attention } from "@/lib/payments/reports/attention";
import { overview } from "@/lib/payments/reports/overview";
import type { OverviewSpan } from "@/lib/payments/reports/overview-periods";
import { takings } from "@/lib/payments/reports/takings";

/** The launcher of the service, with its settings: durable commits. */
export function startPostgres(dataDir: string) {
  return startEmbeddedPostgres({ dataDir, supervise: false });
}

export function migrate(url: string, folder: string) {
  return migrateDatabase(url, folder);
}

/** Who owns the merchant of a bench. */
export const OWNER = { email: "owner@example.com", password: "a long enough password" };

/** So many merchants, each with an owner, a terminal and its sandbox key. */
export async function makeMerchants(databaseUrl: string, count: number) {
  const merchants: { merchantId: string; terminalId: string; key: string }[] = [];
  const owner = (n: number) => ({ email: `owner-${n}@example.com`, password: OWNER.password });
  for (let n = 0; n < count; n++) merchants.push(await makeMerchant(databaseUrl, [], owner(n)));
  return merchants;
}

/**
 * A merchant with a terminal, its sandbox key and an endpoint for each URL, made by the verbs that the operator uses.
 */
export async function makeMerchant(databaseUrl: string, webhookUrls: string[], owner = OWNER) {
  const db = openDatabase(databaseUrl, { pool: 2 });
  try {
    const ctx = systemContext(db, "bench");
    const made = await createMerchant(ctx, {
      name: "Corner Bookshop",
      ...owner,
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

/** What the pages of a merchant's owner ask, on one connection, so that what a page reads can be told apart. */
export function openDashboard(databaseUrl: string, { merchantId }: { merchantId: string }) {
  const db = openDatabase(databaseUrl, { pool: 1 });
  const actor = { type: "user" as const, userId: merchantId, address: "127.0.0.1" };
  const ctx: MemberContext = {
    ...systemContext(db, "bench"),
    actor,
    merchantId,
    environment: "sandbox",
    role: "owner",
    terminalIds: null,
  };
  type Address = Record<string, string | string[]>;
  return {
    list: (address: Address) =>
      listPayments(ctx, { filter: PaymentFilter.parse(address), cursor: readCursor(address) }),
    exported: (address: Address) =>
      writeCsv(
        exportPayments(ctx, {
          filter: PaymentFilter.parse(address),
          zone: "Europe/Lisbon",
          label: ({ status }) => status,
        }),
        CSV_STYLES.csv,
      ),
    overview: (span: OverviewSpan) => overview(ctx, span),
    attention: () => attention(ctx),
    takings: (from: string, to: string) => takings(ctx, { from, to }),
    /** so that what was just read stands in the statistics */
    flush: () => db.sql`select pg_stat_force_next_flush()`,
    close: () => db.close(),
  };
}
