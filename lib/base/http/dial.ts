import type { LookupAddress } from "node:dns";
import net, { isIP, type LookupFunction, type Socket } from "node:net";
import tls from "node:tls";
import { addressAllowed, resolvedAddressAllowed } from "@/lib/base/http/url-rules";

/** All addresses of a host name; rejects when it has none. */
export type Lookup = (host: string) => Promise<string[]>;

type DialOptions = {
  environment: "sandbox" | "live";
  allowPrivateSandbox: boolean;
  connectTimeoutMs: number;
  lookup: Lookup;
  /** Replaces the trusted certificate authorities; PEM. */
  ca?: string;
};

type DialTarget = { protocol: string; hostname: string; port: string };
export type Dial = (
  target: DialTarget,
  callback: (...answer: [null, Socket] | [DialError, null]) => void,
) => Socket | null;

/** `tls`: no certificate was checked. */
type TlsErrorClass = "tls" | "tls_name" | "tls_expired" | "tls_not_yet_valid" | "tls_self_signed" | "tls_authority";

/** Why the connection failed. */
export class DialError extends Error {
  constructor(
    readonly errorClass: "dns" | "connect_timeout" | "refused" | "blocked_address" | TlsErrorClass,
    cause?: unknown,
  ) {
    super(errorClass, { cause });
    this.name = "DialError";
  }
}

/** With several addresses: the time for each but the last before the next one is tried. */
const NEXT_ADDRESS_AFTER_MS = 1000;

/**
 * Opens connections to checked addresses only: a name is resolved once, all its addresses must be allowed, and exactly
 * those are dialled. TLS verifies the host of the URL, never the resolved address. `connectTimeoutMs` covers DNS, TCP
 * and TLS.
 */
export function createDial(options: DialOptions): Dial {
  const { environment } = options;
  const lookup = checkedLookup(options.lookup, (address) => resolvedAddressAllowed(address, environment, options));

  return function dial(target, callback) {
    const isLiteral = isIP(target.hostname) !== 0;
    if (isLiteral && !addressAllowed(target.hostname, environment, options)) {
      queueMicrotask(() => callback(new DialError("blocked_address"), null));
      return null;
    }
    let stage: "dns" | "tcp" | "tls" = isLiteral ? "tcp" : "dns";
    let isOver = false;
    const socket = open(target, lookup, options.ca);
    const timer = setTimeout(() => {
      socket.destroy(new DialError(stage === "dns" ? "dns" : "connect_timeout"));
    }, options.connectTimeoutMs);

    const finish = (error: Error | null) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      if (error === null) callback(null, socket);
      else callback(error instanceof DialError ? error : explain(error, stage), null);
    };
    socket
      .once("lookup", (error: Error | null) => {
        if (error === null) stage = "tcp";
      })
      .once("connect", () => {
        stage = "tls";
      })
      .once(target.protocol === "https:" ? "secureConnect" : "connect", () => finish(null))
      .on("error", finish)
      .once("close", () => finish(new Error("closed")));
    return socket;
  };
}

function open({ protocol, hostname, port }: DialTarget, lookup: LookupFunction, ca?: string) {
  const isSecure = protocol === "https:";
  const route = {
    host: hostname,
    port: Number(port) || (isSecure ? 443 : 80),
    lookup,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
    noDelay: true,
  };
  if (!isSecure) return net.connect(route);
  const servername = isIP(hostname) === 0 ? hostname.replace(/\.$/, "") : "";
  return tls.connect({ ...route, servername, ca, ALPNProtocols: ["http/1.1"] });
}

/** Concurrent lookups of the same name share one resolution. */
function checkedLookup(lookup: Lookup, allowed: (address: string) => boolean): LookupFunction {
  const pending = new Map<string, Promise<LookupAddress[]>>();
  const resolve = async (host: string) => {
    const addresses = await lookup(host);
    if (addresses.length === 0) throw new DialError("dns");
    if (!addresses.every(allowed)) throw new DialError("blocked_address");
    return addresses.map((address) => ({ address, family: isIP(address) }));
  };
  return (host, _options, callback) => {
    let answer = pending.get(host);
    if (answer === undefined) {
      answer = resolve(host).finally(() => pending.delete(host));
      pending.set(host, answer);
    }
    answer.then(
      (addresses) => callback(null, addresses),
      (error) => callback(error, []),
    );
  };
}

/** By OpenSSL's names for what is wrong with a certificate, and Node's own for its name. */
const TLS_ERROR_CLASSES: Record<string, TlsErrorClass> = {
  ERR_TLS_CERT_ALTNAME_INVALID: "tls_name",
  CERT_HAS_EXPIRED: "tls_expired",
  CERT_NOT_YET_VALID: "tls_not_yet_valid",
  DEPTH_ZERO_SELF_SIGNED_CERT: "tls_self_signed",
  SELF_SIGNED_CERT_IN_CHAIN: "tls_authority",
  UNABLE_TO_GET_ISSUER_CERT: "tls_authority",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "tls_authority",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "tls_authority",
  CERT_UNTRUSTED: "tls_authority",
  INVALID_CA: "tls_authority",
  CERT_SIGNATURE_FAILURE: "tls_authority",
};

function explain(error: NodeJS.ErrnoException, stage: "dns" | "tcp" | "tls"): DialError {
  if (stage === "dns") return new DialError("dns", error);
  if (stage === "tls") return new DialError(TLS_ERROR_CLASSES[error.code ?? ""] ?? "tls", error);
  return new DialError(error.code === "ETIMEDOUT" ? "connect_timeout" : "refused", error);
}
