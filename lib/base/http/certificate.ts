import { isIP } from "node:net";
import { connect } from "node:tls";

const DAY_MS = 86_400_000;

/** From so many days on a certificate should have been renewed. */
export const RENEW_DAYS = 14;

export type Certificate = {
  validTo: Date;
  /** why a browser wouldn't accept it; null if it would */
  distrust: Error | string | null;
};

/** The certificate that a server shows, whether it is trusted or not; null if it can't be read. */
export function readCertificate({ hostname, port }: URL, timeoutMs: number): Promise<Certificate | null> {
  const host = hostname.replace(/^\[|\]$/g, "");
  // TLS names servers by their host names only, never by addresses
  const servername = isIP(host) === 0 ? host : undefined;
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port || 443), servername, rejectUnauthorized: false });
    const done = (certificate: Certificate | null) => {
      socket.destroy();
      resolve(certificate);
    };
    socket.setTimeout(timeoutMs, () => done(null));
    socket.once("error", () => done(null));
    socket.once("secureConnect", () => {
      done({ validTo: new Date(socket.getPeerCertificate().valid_to), distrust: socket.authorizationError ?? null });
    });
  });
}

/** Whole days until a certificate ends; negative once it has. */
export function daysLeft(validTo: Date, now: Date): number {
  return Math.floor((validTo.getTime() - now.getTime()) / DAY_MS);
}
