import type { Sql, Transaction } from "@/lib/base/db/client";

/**
 * SQL for the block behind which a lease begins. Old leases have no newest block, so the cursor's block at that time
 * stands in.
 */
export function afterBlock(sql: Sql | Transaction, lease: "l" | "e" | "held") {
  return sql`coalesce(${sql(lease)}.head_block, ${sql(lease)}.leased_at_block)`;
}
