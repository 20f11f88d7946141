import { daysLeft, RENEW_DAYS, readCertificate } from "@/lib/base/http/certificate";
import { processWide } from "@/lib/base/process/process-wide";

const READ_EVERY_MS = 6 * 3_600_000;
/** After a read that failed. */
const RETRY_MS = 5 * 60_000;
const TIMEOUT_MS = 5_000;

/** `validTo`: what the last successful read found; null before the first one */
type Latest = { url: string; dueAt: number; validTo: Date | null };

/** `isKnown`: false if the certificate could never be read from here, which says nothing about it */
export type CertificateCheck = { isKnown: boolean; problem: { message: string; ending: string } | null };

const cache = () => processWide("certificate.latest", () => ({ latest: null as Latest | null }));

/**
 * The problem if the certificate of the public URL ends soon or has ended; none without HTTPS. The certificate is read
 * every six hours, and again after five minutes if it couldn't be read: until then, what was known before holds.
 */
export async function checkCertificate(appUrl: string, now = new Date()): Promise<CertificateCheck> {
  if (!appUrl.startsWith("https:")) return { isKnown: true, problem: null };
  const { validTo } = await readLatest(appUrl, now);
  if (!validTo) return { isKnown: false, problem: null };
  if (daysLeft(validTo, now) >= RENEW_DAYS) return { isKnown: true, problem: null };
  const day = validTo.toISOString().slice(0, 10);
  const { host } = new URL(appUrl);
  const message = `The certificate of ${host} ${validTo > now ? "ends" : "ended"} on ${day}.`;
  return { isKnown: true, problem: { message, ending: `The alarm about the certificate of ${host} is over.` } };
}

async function readLatest(url: string, now: Date): Promise<Latest> {
  const store = cache();
  const before = store.latest?.url === url ? store.latest : null;
  if (before && now.getTime() < before.dueAt) return before;
  const certificate = await readCertificate(new URL(url), TIMEOUT_MS);
  store.latest = {
    url,
    dueAt: now.getTime() + (certificate ? READ_EVERY_MS : RETRY_MS),
    validTo: certificate?.validTo ?? before?.validTo ?? null,
  };
  return store.latest;
}
