import { z } from "zod";
import type { MemberContext } from "@/lib/base/context/context";
import { type FetchedRate, fetchRate, type ReadUrl } from "@/lib/payments/prices/fetch-rates";
import { RateUrlFields, requireRateUrl } from "@/lib/payments/prices/rate-url";

export const TestRateUrlInput = z.object(RateUrlFields);
export type TestRateUrlInput = z.output<typeof TestRateUrlInput>;

/**
 * Reads a rate URL once, as the background does, and changes nothing. Error: `invalid_request` field `url` for one that
 * isn't allowed.
 */
export async function testRateUrl(
  { db, settings }: MemberContext,
  { maxAgeMinutes, ...input }: TestRateUrlInput,
  read?: ReadUrl,
): Promise<FetchedRate> {
  requireRateUrl(settings, input.url);
  const [{ now }] = await db.sql<[{ now: Date }]>`select now() as now`;
  return fetchRate({ ...input, maxAgeSeconds: maxAgeMinutes * 60 }, now, read);
}
