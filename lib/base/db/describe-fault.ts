import { isDatabaseUnavailable } from "@/lib/base/db/unavailable";
import { EnvError } from "@/lib/base/process/env";

/** What an error of the driver or of PostgreSQL has; more of it depends on which it is. */
type Fault = {
  code?: unknown;
  message?: unknown;
  severity?: unknown;
  path?: unknown;
  cause?: unknown;
  errors?: unknown[];
} & Place;
type Place = { address?: unknown; port?: unknown; hostname?: unknown };

/** By code: what is wrong at `place`, the address if the error has one, and what the server says; then what to do. */
type Sentence = (place: string, said: string) => string;

const UNANSWERED: Sentence = (place) =>
  `no answer from the database${place}. Check the host and port, and that a firewall lets this machine through.`;
const NOT_TRUSTED: Sentence = (_place, said) =>
  `the server's certificate isn't trusted (${said}). Give its authority by sslrootcert=<file>.`;

const SENTENCES: Record<string, Sentence> = {
  ECONNREFUSED: (place) => `no database accepts connections${place}. Start it, or correct the host and port.`,
  ENOTFOUND: (place) => `the host${place} isn't known. Correct its name, or this machine's DNS.`,
  EAI_AGAIN: (place) => `the host${place} can't be looked up now. Check this machine's DNS.`,
  ETIMEDOUT: UNANSWERED,
  CONNECT_TIMEOUT: UNANSWERED,
  EHOSTUNREACH: UNANSWERED,
  ENETUNREACH: UNANSWERED,
  ENOENT: (place) => `there is no Unix socket${place}. Start the database, or correct the folder and port.`,
  EACCES: (place) => `this account may not use the Unix socket${place}.`,
  ECONNRESET: (place) => `the database${place} closed the connection at once. Is it PostgreSQL, and does it need TLS?`,
  CONNECTION_CLOSED: (place) =>
    `the database${place} closed the connection at once. Is it PostgreSQL, and does it need TLS?`,
  "28P01": (_place, said) => `the login is refused (${said}). Correct the user name and password.`,
  "28000": (_place, said) => `the login is refused (${said}). Correct the user name, or the server's pg_hba.conf.`,
  "3D000": (_place, said) => `the database isn't there (${said}). Create it, or correct its name.`,
  "08P01": (_place, said) => `the server or pooler refuses the connection: ${said}.`,
  "53300": (_place, said) =>
    `the server has no connection left (${said}). Lower DATABASE_POOL, or raise max_connections.`,
  "57P03": (_place, said) => `the server takes no connections yet (${said}). Try again in a moment.`,
  "25006": (_place, said) => `the database can't be written (${said}). Name the primary server.`,
  "42501": (_place, said) => `the role lacks a right (${said}). Let the database's owner grant it.`,
  TLS_NOT_OFFERED: (_place, said) =>
    `sslmode asks for TLS, but ${said}. Turn TLS on there, or set sslmode=disable if the network is trusted.`,
  UNKNOWN_LOGIN: (_place, said) => `${said}. Let it ask for a password (scram-sha-256).`,
  SASL_SIGNATURE_MISMATCH: () =>
    "the server doesn't know the password itself, so it isn't the database. Check the host.",
  ERR_TLS_CERT_ALTNAME_INVALID: (_place, said) =>
    `the server's certificate is for another name (${said}). Use the name in the certificate, or sslmode=verify-ca.`,
  CERT_HAS_EXPIRED: () => "the server's certificate has expired. Renew it.",
  CERT_NOT_YET_VALID: () => "the server's certificate isn't valid yet. Check the clocks of both machines.",
  DEPTH_ZERO_SELF_SIGNED_CERT: NOT_TRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: NOT_TRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: NOT_TRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: NOT_TRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: NOT_TRUSTED,
};

/**
 * Says in a sentence why a database can't be used, beginning with the variable that names it. Null if the error is no
 * such failure.
 */
export function describeFault(error: unknown, variable: string): string | null {
  const fault = (error ?? {}) as Fault;
  const { code } = fault;
  // a file's error, not a connection's
  if (fault.path !== undefined) return null;
  const said = plain(fault.message);
  if (code === "42501" && said.includes("session_replication_role")) return `${variable}: ${TRIGGERS_OFF}`;
  const sentence = typeof code === "string" ? SENTENCES[code] : undefined;
  if (sentence) return `${variable}: ${sentence(placeOf(fault), said)}`;
  if (typeof code === "string" && /^(ERR_(SSL|TLS)|EPROTO$)/.test(code)) return `${variable}: TLS failed (${said}).`;
  if (fault.severity === "FATAL") return `${variable}: the server refuses the connection: ${said}.`;
  if (isDatabaseUnavailable(error)) return `${variable}: the database can't be reached (${said}).`;
  return fault.cause === undefined ? null : describeFault(fault.cause, variable);
}

/** Does `work`, whose failures to use the database become an `EnvError` that names the variable. */
export async function explainFaults<T>(variable: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const sentence = describeFault(error, variable);
    throw sentence === null ? error : new EnvError(sentence);
  }
}

/** Till's sums and guards are triggers. */
const TRIGGERS_OFF =
  "session_replication_role turns triggers off, which Till needs, and only an administrator may change it. Run, with the names " +
  "of Till's role and database: alter role till reset session_replication_role; alter database till reset session_replication_role;";

/** One line without the driver's own code in front of it, and without a full stop. */
function plain(message: unknown): string {
  return String(message)
    .replace(/^[A-Z_]+: /, "")
    .replace(/\s+/g, " ")
    .replace(/\.$/, "");
}

/** A name of several addresses has an error for each. */
function placeOf(fault: Fault): string {
  const { address, port, hostname } = (fault.errors?.[0] ?? fault) as Place;
  const host = [address, hostname].find((one) => typeof one === "string" && one !== "");
  if (host === undefined) return "";
  return port === undefined ? ` at ${host}` : ` at ${host}:${port}`;
}
