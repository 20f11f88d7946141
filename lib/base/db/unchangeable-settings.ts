import type { Sql } from "@/lib/base/db/client";

export type UnchangeableSetting = { name: string; value: string };

/** Settings of the server that can lose what was acknowledged, whatever a session says. */
const OF_DURABILITY = ["fsync", "full_page_writes"];

/**
 * Settings that Till can't change or leaves alone, where they differ from what it was made for: those that risk data,
 * those that take plans from the planner, and behind a pooler the one that ends its idle connections.
 */
export async function unchangeableSettings(sql: Sql, isPooled: boolean): Promise<UnchangeableSetting[]> {
  return sql<UnchangeableSetting[]>`
    select coalesce(name, '') as name, coalesce(setting, '') as value from pg_settings
     where (name = any(${OF_DURABILITY}::text[]) and setting = 'off')
        or (starts_with(name, 'enable_') and setting <> boot_val)
        or (name = 'session_replication_role' and setting <> 'origin')
        or (name = 'idle_session_timeout' and setting <> '0' and ${isPooled})
     order by name`;
}
