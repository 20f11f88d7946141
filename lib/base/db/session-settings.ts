/**
 * What statements, results and durability rely on, whatever a database, a role or a pooler sets. Each value is
 * PostgreSQL's own default, but for the time limits, UTC and the path, on which no schema named like the role stands
 * before Till's.
 */
const SETTINGS = {
  // first: the others have their time
  statement_timeout: "'30s'",
  idle_in_transaction_session_timeout: "'30s'",
  lock_timeout: "0",
  search_path: "public, pg_temp",
  datestyle: "'ISO, MDY'",
  intervalstyle: "postgres",
  timezone: "'UTC'",
  bytea_output: "hex",
  extra_float_digits: "1",
  array_nulls: "on",
  transform_null_equals: "off",
  standard_conforming_strings: "on",
  backslash_quote: "safe_encoding",
  quote_all_identifiers: "off",
  row_security: "on",
  exit_on_error: "off",
  gin_fuzzy_search_limit: "0",
  plan_cache_mode: "auto",
  client_min_messages: "warning",
};

/** What only a session can be told; a transaction begins with its own. */
const OF_SESSIONS = {
  default_transaction_isolation: "'read committed'",
  default_transaction_deferrable: "off",
  idle_session_timeout: "0",
};

/**
 * Settings that older versions don't have, that only an administrator may set, and that may also be stricter: changed
 * only where they do harm.
 */
const harmful = (isLocal: boolean) => {
  const change = (name: string, from: string, to: string) =>
    `case when pg_catalog.current_setting('${name}', true) ${from} then pg_catalog.set_config('${name}', '${to}', ${isLocal}) end`;
  return `select ${[
    change("transaction_timeout", "<> '0'", "0"),
    change("synchronous_commit", "= 'off'", "on"),
    change("session_replication_role", "<> 'origin'", "origin"),
  ].join(", ")}`;
};

const assign = (settings: Record<string, string>, scope: "session" | "local") =>
  Object.entries(settings).map(([name, value]) => `set ${scope} ${name} = ${value}`);

/** Run at the beginning of a session that is Till's own until it ends. */
export function sessionSettings({ isReadOnly }: { isReadOnly: boolean }): string {
  const access = { default_transaction_read_only: isReadOnly ? "on" : "off" };
  return [
    // of the one transaction that these statements are: a standby refuses others
    "set transaction isolation level read committed",
    ...assign({ ...SETTINGS, ...OF_SESSIONS, ...access }, "session"),
    harmful(false),
  ].join("; ");
}

/**
 * Begins a transaction in a session that a pooler shares with others: nothing that it sets outlasts it. With an
 * isolation level of its own, its first query takes its snapshot, so none is made here.
 */
export function beginWithSettings(modes: string): string {
  const isolation = /isolation level/i.test(modes) ? "" : "isolation level read committed";
  const access = /read (only|write)/i.test(modes) ? "" : "read write";
  const begin = `begin ${[modes, isolation, access].filter(Boolean).join(" ")}`;
  return [begin, ...assign(SETTINGS, "local"), ...(isolation ? [harmful(true)] : [])].join("; ");
}
