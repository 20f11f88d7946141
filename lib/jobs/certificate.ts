import { daysLeft, RENEW_DAYS, readCertificate } from "@/lib/http/certificate";
import { processWide } from "@/lib/process-wide";

const LOOK_EVERY_MS = 6 * 3_600_000;
const TIMEOUT_MS = 5_000;

type Look = { url: string; at: number; validTo: Date | null };

const latest = () => processWide("certificate.look", () => ({ look: null as Look | null }));

/**
 * A sentence if the certificate of the public URL ends soon or has ended; null otherwise, without HTTPS, and if it can't be read
 * from here. It is read every six hours.
 */
export async function certificateFault(appUrl: string, now = new Date()): Promise<string | null> {
  if (!appUrl.startsWith("https:")) return null;
  const kept = latest();
  if (!kept.look || kept.look.url !== appUrl || now.getTime() - kept.look.at >= LOOK_EVERY_MS) {
    const certificate = await readCertificate(new URL(appUrl), TIMEOUT_MS);
    kept.look = { url: appUrl, at: now.getTime(), validTo: certificate?.validTo ?? null };
  }
  const { validTo } = kept.look;
  if (!validTo || daysLeft(validTo, now) >= RENEW_DAYS) return null;
  const day = validTo.toISOString().slice(0, 10);
  const { host } = new URL(appUrl);
  return validTo > now ? `The certificate of ${host} ends on ${day}.` : `The certificate of ${host} ended on ${day}.`;
}
