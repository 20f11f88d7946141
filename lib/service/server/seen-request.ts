import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { z } from "zod";
import { env } from "@/lib/base/process/env";
import { deriveSecret } from "@/lib/base/process/secrets";

/** The header with which `doctor` proves that it has the same encryption key, and asks how its request arrived. */
export const DOCTOR_HEADER = "x-till-doctor";

export const SeenRequest = z.object({
  /** who has connected to this process */
  peer: z.string(),
  /** the port that it connected from; not told by versions before */
  peerPort: z.number().optional(),
  /** the peer is one of `TRUSTED_PROXIES` */
  isTrusted: z.boolean(),
  /** the header as it arrived */
  forwardedFor: z.string().nullable(),
  /** the client's address, by which requests are limited and logged */
  client: z.string(),
});
export type SeenRequest = z.infer<typeof SeenRequest>;

export function doctorToken(): string {
  return deriveSecret("doctor");
}

/** Whether the operator's doctor asks. */
export function isDoctor({ headers }: IncomingMessage): boolean {
  const given = headers[DOCTOR_HEADER];
  if (typeof given !== "string" || !env().ENCRYPTION_KEY) return false;
  const [asked, expected] = [Buffer.from(given), Buffer.from(doctorToken())];
  return asked.length === expected.length && timingSafeEqual(asked, expected);
}
