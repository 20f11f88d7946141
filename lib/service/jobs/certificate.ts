import { daysLeft, RENEW_DAYS, readCertificate } from "@/lib/base/http/certificate";
import { processWide } from "@/lib/base/process/process-wide";

const LOOK_EVERY_MS = 6 * 3_600_000;
/** After a look that failed. */
const LOOK_AGAIN_MS = 5 * 60_000;
const TIMEOUT_MS = 5_000;

/** `validTo`: what the last look that succeeded found; null before the first one */
type Kept = { url: string; lookAt: number; validTo: Date | null };

/** `isKnown`: false if the certificate could never be read from here, which says nothing about it */
export type CertificateCheck = { isKnown: boolean; problem: { message: string; ending: string } | null };

const latest = () => processWide("certificate.look", () => ({ kept: null as Kept | null }));

/**
 * The problem if the certificate of the public URL ends soon or has ended; none without HTTPS. The certificate is read
 * every six hours, and again after five minutes if it couldn't be read: until then, what was known before holds.
 */
export async function checkCertificate(appUrl: string, now = new Date()): Promise<CertificateCheck> {
  if (!appUrl.startsWith("https:")) return { isKnown: true, problem: null };
  const { validTo } = await look(appUrl, now);
  if (!validTo) return { isKnown: false, problem: null };
  if (daysLeft(validTo, now) >= RENEW_DAYS) return { isKnown: true, problem: null };
  const day = validTo.toISOString().slice(0, 10);
  const { host } = new URL(appUrl);
  const message = `The certificate of ${host} ${validTo > now ? "ends" : "ended"} on ${day}.`;
  return { isKnown: true, problem: { message, ending: `The alarm about the certificate of ${host} is over.` } };
}

async function look(url: string, now: Date): Promise<Kept> {
  const store = latest();
  const before = store.kept?.url === url ? store.kept : null;
  if (before && now.getTime() < before.lookAt) return before;
  const certificate = await readCertificate(new URL(url), TIMEOUT_MS);
  store.kept = {
    url,
    lookAt: now.getTime() + (certificate ? LOOK_EVERY_MS : LOOK_AGAIN_MS),
    validTo: certificate?.validTo ?? before?.validTo ?? null,
  };
  return store.kept;
}
