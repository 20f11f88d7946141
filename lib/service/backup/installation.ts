import type { Sql, Transaction } from "@/lib/base/db/client";

/**
 * Identifies an installation, also after a restore: the ID of its demo business, which the first start makes. Null
 * before that.
 */
export async function installationId(sql: Sql | Transaction): Promise<string | null> {
  const [demo] = await sql<{ id: string }[]>`select id from merchants where is_demo`;
  return demo?.id ?? null;
}
