import { and, eq, sql as fragment, gt, isNotNull, isNull } from "drizzle-orm";
import { deviceLinks, merchants, terminals } from "@/drizzle/schema";
import type { Context, Environment } from "@/lib/base/context/context";
import { readDeviceSecret } from "@/lib/business/devices/secret";

/** How long a device stays linked without a visit. */
export const DEVICE_DAYS = 180;

/** A device with its terminal and merchant. */
export type FoundDevice = {
  deviceId: string;
  name: string;
  merchantId: string;
  merchantName: string;
  terminalId: string;
  terminalName: string;
  timeZone: string;
  intentLifeSeconds: number;
  chargeLimitMicros: bigint;
  environment: Environment;
};

/**
 * The device with this secret, read from the database; null if it was revoked, its terminal is archived, or it was not
 * used for 180 days. The last visit is recorded at most once a minute.
 */
export async function findDevice(ctx: Context, secret: string): Promise<FoundDevice | null> {
  const hash = readDeviceSecret(secret);
  if (!hash) return null;
  const [row] = await ctx.db.orm
    .select({
      deviceId: deviceLinks.id,
      name: deviceLinks.name,
      merchantId: deviceLinks.merchantId,
      merchantName: merchants.name,
      terminalId: deviceLinks.terminalId,
      terminalName: terminals.name,
      timeZone: terminals.timeZone,
      intentLifeSeconds: terminals.intentLifeSeconds,
      chargeLimitMicros: terminals.chargeLimitMicros,
      environment: deviceLinks.environment,
      stale: fragment<boolean>`${deviceLinks.lastSeenAt} < now() - interval '1 minute'`,
    })
    .from(deviceLinks)
    .innerJoin(terminals, and(eq(terminals.id, deviceLinks.terminalId), isNull(terminals.archivedAt)))
    .innerJoin(merchants, eq(merchants.id, deviceLinks.merchantId))
    .where(
      and(
        eq(deviceLinks.tokenHash, hash),
        isNotNull(deviceLinks.openedAt),
        isNull(deviceLinks.revokedAt),
        gt(deviceLinks.expiresAt, fragment`now()`),
      ),
    );
  if (!row) return null;
  const { stale, ...device } = row;
  if (stale) await recordVisit(ctx, device);
  return device;
}

async function recordVisit(ctx: Context, { deviceId, merchantId }: FoundDevice): Promise<void> {
  await ctx.db.orm
    .update(deviceLinks)
    .set({ lastSeenAt: fragment`now()`, expiresAt: fragment`now() + make_interval(days => ${DEVICE_DAYS})` })
    .where(
      and(
        eq(deviceLinks.id, deviceId),
        eq(deviceLinks.merchantId, merchantId),
        isNull(deviceLinks.revokedAt),
        gt(deviceLinks.expiresAt, fragment`now()`),
      ),
    );
}
