import { existsSync, readFileSync } from "node:fs";
import { userInfo } from "node:os";
import path from "node:path";
import type { ConnectionOptions } from "node:tls";

/** What a connection URL says, as libpq reads it. */
export type DatabaseAddress = {
  /** tried in this order; several of them, or one folder of a Unix socket */
  hosts: { host: string; port: number }[];
  /** the file of a Unix socket, if the host is a folder */
  socket: string | null;
  user: string;
  password: string;
  database: string;
  /** `prefer`: TLS without a check of the certificate, where the server offers it */
  tls: false | "prefer" | ConnectionOptions;
  /** begins with TLS instead of asking for it */
  isDirectTls: boolean;
  /** which of several hosts is taken; null: the first that answers */
  targetSessionAttrs: string | null;
  /** `options` of the URL, for the server's command line */
  options: string | null;
  /** transactions can't write, because the URL says so */
  isReadOnly: boolean;
  /** parameters without effect, by name */
  ignored: string[];
};

/** Why a URL can't be used. Its message continues a sentence that begins with the variable's name. */
export class DatabaseUrlError extends Error {}

type Environment = Record<string, string | undefined>;
type Parameters = Map<string, string>;

/** What a URL leaves out is taken from libpq's variables. */
const VARIABLES: Record<string, string> = {
  host: "PGHOST",
  port: "PGPORT",
  user: "PGUSER",
  password: "PGPASSWORD",
  dbname: "PGDATABASE",
  sslmode: "PGSSLMODE",
  sslrootcert: "PGSSLROOTCERT",
  target_session_attrs: "PGTARGETSESSIONATTRS",
};

const UNDERSTOOD = new Set([
  "host",
  "hostaddr",
  "port",
  "user",
  "password",
  "dbname",
  "options",
  "target_session_attrs",
  "default_transaction_read_only",
  "channel_binding",
  "gssencmode",
  "schema",
  "currentschema",
  "search_path",
  "ssl",
  "sslmode",
  "sslrootcert",
  "sslcert",
  "sslkey",
  "sslpassword",
  "sslcrl",
  "sslsni",
  "sslnegotiation",
  "ssl_min_protocol_version",
  "ssl_max_protocol_version",
  "sslcertmode",
  "requiressl",
  "sslaccept",
  "replication",
]);

/** Those of libpq and other drivers that say how they work, which Till decides itself. In lower case. */
const HARMLESS = new Set([
  "application_name",
  "applicationname",
  "fallback_application_name",
  "client_encoding",
  "encoding",
  "charset",
  "connect_timeout",
  "logintimeout",
  "sockettimeout",
  "socket_timeout",
  "tcpkeepalive",
  "tcp_user_timeout",
  "keepalives",
  "keepalives_idle",
  "keepalives_interval",
  "keepalives_count",
  "load_balance_hosts",
  "gssdelegation",
  "gsslib",
  "krbsrvname",
  "sslcompression",
  "sslkeylogfile",
  "min_protocol_version",
  "max_protocol_version",
  "uselibpqcompat",
  "serverversion",
  "server_version",
  "statement_timeout",
  "lock_timeout",
  "idle_in_transaction_session_timeout",
  "idle_session_timeout",
  "transaction_timeout",
  "query_timeout",
  "timeout",
  "datestyle",
  "timezone",
  "intervalstyle",
  "pgbouncer",
  "supa",
  "workaround",
  "connection_limit",
  "pool_timeout",
  "statement_cache_size",
  "max_connection_lifetime",
  "max_idle_connection_lifetime",
  "pool",
  "pool_size",
  "pool_mode",
  "max",
  "min",
  "max_pool_size",
  "min_pool_size",
  "pool_max_conns",
  "pool_min_conns",
  "pool_max_conn_lifetime",
  "pool_max_conn_idle_time",
  "pool_health_check_period",
  "checkout_timeout",
  "reaping_frequency",
  "idle_timeout",
  "max_lifetime",
  "max_pipeline",
  "fetch_types",
  "debug",
  "prepare",
  "prepared_statements",
  "preparethreshold",
  "prepared_statement_cache_size",
  "binary_parameters",
  "default_query_exec_mode",
  "statement_cache_capacity",
  "description_cache_capacity",
  "statement_cache_mode",
  "rewritebatchedinserts",
]);

const TARGETS = ["any", "read-write", "read-only", "primary", "standby", "prefer-standby"];
const SSL_MODES = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"];
const TLS_VERSIONS = ["TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3"] as const;
const SOCKET_FOLDERS = ["/var/run/postgresql", "/tmp"];
const DEFAULT_PORT = 5432;

const FORM = "must be a URL that starts with postgres:// or postgresql://";

/**
 * Reads a connection URL. Files that it names are read too. Error: `DatabaseUrlError` for what can't be understood, and
 * for what Till can't do and would be missed.
 */
export function readDatabaseUrl(url: string, environment: Environment = process.env): DatabaseAddress {
  const given = parse(url);
  for (const [name, variable] of Object.entries(VARIABLES)) {
    const value = environment[variable];
    if (value && !given.get(name)) given.set(name, value);
  }
  const ignored = sort(given);
  const user = given.get("user") || accountName();
  return {
    ...placeOf(given),
    user,
    password: given.get("password") ?? "",
    database: given.get("dbname") || user,
    ...securityOf(given),
    targetSessionAttrs: targetOf(given),
    options: given.get("options") || null,
    isReadOnly: /^(on|true|yes|1)$/i.test(given.get("default_transaction_read_only") ?? ""),
    ignored,
  };
}

/** The parts by libpq's names. Parameters after the question mark go before the parts in front of it. */
function parse(url: string): Parameters {
  const found = /^postgres(?:ql)?:\/\/(?:([^@/]*)@)?([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/s.exec(url);
  if (!found) throw new DatabaseUrlError(FORM);
  const [, login, hosts = "", database, query] = found;
  const given: Parameters = new Map();
  if (login) {
    const [, user = "", password] = /^([^:]*)(?::(.*))?$/s.exec(login) ?? [];
    given.set("user", decode(user));
    if (password !== undefined) given.set("password", decode(password));
  }
  if (hosts) readHosts(hosts, given);
  if (database) given.set("dbname", decode(database));
  for (const part of query?.split("&") ?? []) {
    const [name = "", ...value] = part.split("=");
    if (name) given.set(nameOf(decode(name)), decode(value.join("=")));
  }
  return given;
}

/** Other drivers write some names in another case. */
function nameOf(name: string): string {
  const folded = name.toLowerCase();
  return UNDERSTOOD.has(folded) || HARMLESS.has(folded) ? folded : name;
}

function readHosts(list: string, given: Parameters): void {
  const found = list.split(",").map((one) => {
    const match = /^(?:\[([^\]]*)\]|([^:]*))(?::([^:]*))?$/.exec(one);
    if (!match) throw new DatabaseUrlError(`names the host ${one}. Put an IPv6 address in brackets, such as [::1]`);
    return { host: decode(match[1] ?? match[2] ?? ""), port: match[3] ?? "" };
  });
  if (found.some(({ host }) => host)) given.set("host", found.map(({ host }) => host).join(","));
  if (found.some(({ port }) => port)) given.set("port", found.map(({ port }) => port).join(","));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new DatabaseUrlError("has a % that begins no code, such as in a password. Write %25 for it");
  }
}

/** The names of those without effect. Error: `DatabaseUrlError` for one that would be missed. */
function sort(given: Parameters): string[] {
  for (const name of given.keys()) {
    if (!UNDERSTOOD.has(name) && !HARMLESS.has(name)) {
      throw new DatabaseUrlError(`has the parameter ${name}, which Till doesn't know. Remove it`);
    }
  }
  const schema = given.get("schema") || given.get("currentschema") || given.get("search_path");
  if (schema && schema !== "public") throw new DatabaseUrlError(`names the schema ${schema}. ${ONLY_PUBLIC}`);
  const schemas = /search_path\s*=\s*(\S+)/.exec(given.get("options") ?? "")?.[1];
  if (schemas && schemas !== "public") throw new DatabaseUrlError(`sets search_path to ${schemas}. ${ONLY_PUBLIC}`);
  for (const [name, value] of REFUSED) {
    if (given.get(name) === value) throw new DatabaseUrlError(`has ${name}=${value}, which Till can't do. Remove it`);
  }
  if (given.get("sslaccept") === "strict" && given.get("sslmode") !== "verify-full") {
    throw new DatabaseUrlError("has sslaccept=strict. Write sslmode=verify-full for it");
  }
  const harmless = [...given.keys()].filter((name) => HARMLESS.has(name) || WITHOUT_EFFECT.includes(name));
  return given.get("channel_binding") === "require" ? [...harmless, "channel_binding"] : harmless;
}

const ONLY_PUBLIC = "Till's tables are in the schema public of a database of its own. Remove it";
const WITHOUT_EFFECT = ["schema", "currentschema", "search_path", "gssencmode", "sslaccept", "sslcertmode"];
const REFUSED = [
  ["gssencmode", "require"],
  ["sslcertmode", "require"],
  ["replication", "database"],
  ["replication", "true"],
] as const;

function placeOf(given: Parameters): Pick<DatabaseAddress, "hosts" | "socket"> {
  const names = (given.get("hostaddr") || given.get("host") || defaultHost(given)).split(",");
  const ports = (given.get("port") || String(DEFAULT_PORT)).split(",").map(toPort);
  if (ports.length > 1 && ports.length !== names.length) {
    throw new DatabaseUrlError(
      `has ${ports.length} ports for ${names.length} hosts. Give one for all, or one for each`,
    );
  }
  const hosts = names.map((host, index) => ({
    host: host || "localhost",
    port: ports[ports.length > 1 ? index : 0] ?? DEFAULT_PORT,
  }));
  if (!hosts.some(({ host }) => host.startsWith("/"))) return { hosts, socket: null };
  const [first] = hosts;
  if (!first || hosts.length > 1) {
    throw new DatabaseUrlError("names a Unix socket beside another host. Give one socket, or hosts alone");
  }
  return { hosts, socket: path.posix.join(first.host, `.s.PGSQL.${first.port}`) };
}

/** As libpq's: the server's socket on this machine, if it has one. */
function defaultHost(given: Parameters): string {
  const port = given.get("port") || DEFAULT_PORT;
  return SOCKET_FOLDERS.find((folder) => existsSync(`${folder}/.s.PGSQL.${port}`)) ?? "localhost";
}

function toPort(text: string): number {
  const port = text === "" ? DEFAULT_PORT : Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new DatabaseUrlError(`has the port ${text}. Give a number from 1 to 65535, such as 5432`);
}

function targetOf(given: Parameters): string | null {
  const target = given.get("target_session_attrs") || "any";
  if (!TARGETS.includes(target)) throw new DatabaseUrlError(oneOf("target_session_attrs", target, TARGETS));
  return target === "any" ? null : target;
}

const oneOf = (name: string, value: string, allowed: readonly string[]) =>
  `has ${name}=${value}. Use one of ${allowed.join(", ")}`;

function securityOf(given: Parameters): Pick<DatabaseAddress, "tls" | "isDirectTls"> {
  const tls = tlsOf(given);
  const isDirectTls = given.get("sslnegotiation") === "direct";
  if (isDirectTls && (tls === false || tls === "prefer")) {
    throw new DatabaseUrlError("has sslnegotiation=direct, which needs sslmode=require or a stricter one");
  }
  return { tls, isDirectTls };
}

function tlsOf(given: Parameters): DatabaseAddress["tls"] {
  const root = given.get("sslrootcert") || null;
  const mode = sslMode(given, root);
  if (mode === "disable" || given.get("host")?.startsWith("/") || placeOf(given).socket) return false;
  if (root === "system" && mode !== "verify-full") {
    throw new DatabaseUrlError("has sslrootcert=system, which needs sslmode=verify-full");
  }
  const asked = {
    ...clientCertificate(given),
    ...(given.get("sslcrl") ? { crl: read(given, "sslcrl") } : {}),
    ...version(given, "ssl_min_protocol_version", "minVersion"),
    ...version(given, "ssl_max_protocol_version", "maxVersion"),
  };
  const isWeak = mode === "allow" || mode === "prefer";
  if (isWeak && Object.keys(asked).length === 0) return "prefer";
  return {
    ...(isWeak || mode === "no-verify" || mode === "require" ? { rejectUnauthorized: false } : {}),
    ...(mode === "verify-full" ? {} : { checkServerIdentity: () => undefined }),
    ...(root && root !== "system" ? { ca: read(given, "sslrootcert") } : {}),
    ...(given.get("sslsni") === "0" ? { servername: "" } : serverName(given)),
    ...asked,
  };
}

/** With an authority of its own, a weaker mode than `verify-ca` checks the certificate too, as with libpq. */
function sslMode(given: Parameters, root: string | null): string {
  const mode = given.get("sslmode") || SHORT[given.get("ssl") ?? ""] || (given.get("requiressl") === "1" && "require");
  if (!mode) return root === "system" ? "verify-full" : root ? "verify-ca" : "prefer";
  if (mode !== "no-verify" && !SSL_MODES.includes(mode)) throw new DatabaseUrlError(oneOf("sslmode", mode, SSL_MODES));
  return root && root !== "system" && ["allow", "prefer", "require"].includes(mode) ? "verify-ca" : mode;
}

/** `ssl` of other drivers. */
const SHORT: Record<string, string> = {
  true: "require",
  "1": "require",
  false: "disable",
  "0": "disable",
  "no-verify": "no-verify",
  ...Object.fromEntries(SSL_MODES.map((mode) => [mode, mode])),
};

function clientCertificate(given: Parameters): ConnectionOptions {
  if (given.get("sslcertmode") === "disable") return {};
  const [cert, key] = [given.get("sslcert"), given.get("sslkey")];
  if (!cert && !key) return {};
  if (!cert || !key) {
    throw new DatabaseUrlError(
      `has ${cert ? "sslcert without sslkey" : "sslkey without sslcert"}, which are a client's certificate and its key. ` +
        "The server's authority is given by sslrootcert",
    );
  }
  const passphrase = given.get("sslpassword");
  return { cert: read(given, "sslcert"), key: read(given, "sslkey"), ...(passphrase ? { passphrase } : {}) };
}

/** The name that the certificate has to have, where the address is given beside it. */
function serverName(given: Parameters): ConnectionOptions {
  const name = given.get("hostaddr") && given.get("host");
  return name && !name.includes(",") ? { servername: name } : {};
}

function version(given: Parameters, name: string, option: "minVersion" | "maxVersion"): ConnectionOptions {
  const value = given.get(name);
  if (!value) return {};
  const known = TLS_VERSIONS.find((one) => one === value);
  if (!known) throw new DatabaseUrlError(oneOf(name, value, TLS_VERSIONS));
  return { [option]: known };
}

function read(given: Parameters, name: string): string {
  try {
    return readFileSync(given.get(name) as string, "utf8");
  } catch (error) {
    throw new DatabaseUrlError(`names a file by ${name} that can't be read: ${(error as Error).message}`);
  }
}

function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return "postgres";
  }
}
