import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { MemberContext } from "@/lib/base/context/context";
import { deriveSecret } from "@/lib/base/process/secrets";

/** A sweep as it was typed; `SweepInput` says whether it can be planned. */
export const TypedSweep = z.object({ to: z.string().trim().max(200), threshold: z.string().trim().max(40) });
export type TypedSweep = z.output<typeof TypedSweep>;

const SweepLink = TypedSweep.extend({ token: z.string().max(100) });
export type SweepLink = z.output<typeof SweepLink>;

/** A plan's page can be reloaded and its files downloaded for as long. */
const LIFE_MS = 24 * 3_600_000;

/**
 * The query of a plan's page and of its files, for the person who filled in the form, for a day. No one else can make a
 * link that names a destination.
 */
export function issueSweepLink(ctx: MemberContext, typed: TypedSweep, now: Date): SweepLink {
  const until = now.getTime() + LIFE_MS;
  return { ...typed, token: `${until}.${sign(ctx, typed, until)}` };
}

/** The link that a query is; null unless `issueSweepLink` made it for this person within a day. */
export function readSweepLink(ctx: MemberContext, query: unknown, now: Date): SweepLink | null {
  const link = SweepLink.safeParse(query);
  if (!link.success) return null;
  const { token, ...typed } = link.data;
  const [until = "", signature = ""] = token.split(".");
  if (!/^\d{1,15}$/.test(until) || Number(until) <= now.getTime()) return null;
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(ctx, typed, Number(until)))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? link.data : null;
}

function sign({ merchantId, environment, actor }: MemberContext, { to, threshold }: TypedSweep, until: number): string {
  const key = Buffer.from(deriveSecret("sweep links"), "base64");
  const said = JSON.stringify([merchantId, environment, actor.userId, to, threshold, until]);
  return createHmac("sha256", key).update(said).digest("base64url");
}
